import { DEFAULT_USAGE, type HostAnswer, piecesOf, sse } from './answer.ts';

/** The events of `POST /chat/completions` with `stream: true`, as OpenAI-compatible servers send them. */
export function openaiChatEvents(answer: HostAnswer): string[] {
  const usage = answer.usage ?? DEFAULT_USAGE;
  const chunk = (delta: unknown, finish_reason: string | null = null) =>
    sse({
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      created: 1_700_000_000,
      model: 'test',
      choices: [{ index: 0, delta, finish_reason }],
    });
  const events = [chunk({ role: 'assistant', content: '' })];
  for (const reasoning_content of piecesOf(answer.reasoning?.text ?? ''))
    events.push(chunk({ reasoning_content }));
  for (const content of piecesOf(answer.text ?? '')) events.push(chunk({ content }));
  const calls = answer.calls ?? [];
  calls.forEach(({ id, name }, index) => {
    events.push(chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }));
  });
  // Parallel calls come interleaved.
  const pieces = calls.map(({ args }) => piecesOf(args));
  for (let at = 0; pieces.some((list) => at < list.length); at += 1) {
    pieces.forEach((list, index) => {
      const piece = list[at];
      if (piece !== undefined)
        events.push(chunk({ tool_calls: [{ index, function: { arguments: piece } }] }));
    });
  }
  events.push(
    chunk({}, calls.length > 0 ? 'tool_calls' : 'stop'),
    sse({
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      created: 1_700_000_000,
      model: 'test',
      choices: [],
      usage: {
        prompt_tokens: usage.input,
        completion_tokens: usage.output,
        total_tokens: usage.input + usage.output,
        prompt_tokens_details: { cached_tokens: usage.cached },
        completion_tokens_details: { reasoning_tokens: usage.reasoning },
      },
    }),
    'data: [DONE]\n\n',
  );
  return events;
}

/** An error body of OpenAI and of the servers that speak like it. */
export function openaiError(
  message: string,
  type = 'invalid_request_error',
  code: string | null = null,
): string {
  return JSON.stringify({ error: { message, type, param: null, code } });
}
