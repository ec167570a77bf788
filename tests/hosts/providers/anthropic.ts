import { DEFAULT_USAGE, type HostAnswer, piecesOf, sse } from './answer.ts';

const named = (data: { readonly type: string } & Readonly<Record<string, unknown>>) => sse(data, data.type);

/** The events of `POST /messages` with `stream: true`. */
export function anthropicEvents(answer: HostAnswer): string[] {
  const usage = answer.usage ?? DEFAULT_USAGE;
  const events = [
    named({
      type: 'message_start',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'claude-test',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: {
          input_tokens: usage.input - usage.cached,
          cache_read_input_tokens: usage.cached,
          cache_creation_input_tokens: 0,
          output_tokens: 1,
        },
      },
    }),
    named({ type: 'ping' }),
  ];
  let index = -1;
  const block = (start: unknown, deltas: readonly unknown[]) => {
    index += 1;
    events.push(named({ type: 'content_block_start', index, content_block: start }));
    for (const delta of deltas) events.push(named({ type: 'content_block_delta', index, delta }));
    events.push(named({ type: 'content_block_stop', index }));
  };
  if (answer.reasoning !== undefined) {
    block({ type: 'thinking', thinking: '', signature: '' }, [
      ...piecesOf(answer.reasoning.text).map((thinking) => ({ type: 'thinking_delta', thinking })),
      { type: 'signature_delta', signature: answer.reasoning.signature },
    ]);
  }
  if (answer.text !== undefined) {
    block(
      { type: 'text', text: '' },
      piecesOf(answer.text).map((text) => ({ type: 'text_delta', text })),
    );
  }
  for (const { id, name, args } of answer.calls ?? []) {
    block(
      { type: 'tool_use', id, name, input: {} },
      ['', ...piecesOf(args)].map((partial_json) => ({ type: 'input_json_delta', partial_json })),
    );
  }
  const stop_reason = answer.calls === undefined ? 'end_turn' : 'tool_use';
  events.push(
    named({
      type: 'message_delta',
      delta: { stop_reason, stop_sequence: null },
      usage: { output_tokens: usage.output, output_tokens_details: { thinking_tokens: usage.reasoning } },
    }),
    named({ type: 'message_stop' }),
  );
  return events;
}

/** An error body, or an error event inside a stream. */
export function anthropicError(type: string, message: string): string {
  return JSON.stringify({ type: 'error', error: { type, message }, request_id: 'req_1' });
}
