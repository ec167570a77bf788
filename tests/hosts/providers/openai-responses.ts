import { DEFAULT_USAGE, type HostAnswer, piecesOf, sse } from './answer.ts';

/** The events of `POST /responses` with `stream: true`. */
export function openaiResponsesEvents(answer: HostAnswer): string[] {
  const usage = answer.usage ?? DEFAULT_USAGE;
  const events: string[] = [];
  let sequence_number = 0;
  const emit = (data: { readonly type: string } & Readonly<Record<string, unknown>>) => {
    events.push(sse({ ...data, sequence_number }, data.type));
    sequence_number += 1;
  };
  const response = { id: 'resp_1', object: 'response', created_at: 1_700_000_000, model: 'gpt-test' };
  emit({ type: 'response.created', response: { ...response, status: 'in_progress', output: [] } });
  let output_index = -1;
  if (answer.reasoning !== undefined) {
    output_index += 1;
    const { text, signature } = answer.reasoning;
    const item = { id: 'rs_1', type: 'reasoning' };
    const place = { item_id: 'rs_1', output_index, summary_index: 0 };
    emit({
      type: 'response.output_item.added',
      output_index,
      item: { ...item, summary: [], encrypted_content: null },
    });
    emit({
      type: 'response.reasoning_summary_part.added',
      ...place,
      part: { type: 'summary_text', text: '' },
    });
    for (const delta of piecesOf(text))
      emit({ type: 'response.reasoning_summary_text.delta', ...place, delta });
    emit({ type: 'response.reasoning_summary_part.done', ...place, part: { type: 'summary_text', text } });
    emit({
      type: 'response.output_item.done',
      output_index,
      item: { ...item, summary: [{ type: 'summary_text', text }], encrypted_content: signature },
    });
  }
  if (answer.text !== undefined) {
    output_index += 1;
    const item = { id: 'msg_1', type: 'message', role: 'assistant' };
    const place = { item_id: 'msg_1', output_index, content_index: 0 };
    emit({
      type: 'response.output_item.added',
      output_index,
      item: { ...item, status: 'in_progress', content: [] },
    });
    for (const delta of piecesOf(answer.text)) {
      emit({ type: 'response.output_text.delta', ...place, delta, logprobs: [] });
    }
    const content = [{ type: 'output_text', text: answer.text, annotations: [], logprobs: [] }];
    emit({
      type: 'response.output_item.done',
      output_index,
      item: { ...item, status: 'completed', content },
    });
  }
  for (const { id, name, args } of answer.calls ?? []) {
    output_index += 1;
    const item_id = `fc_${output_index}`;
    const item = { id: item_id, type: 'function_call', call_id: id, name };
    emit({
      type: 'response.output_item.added',
      output_index,
      item: { ...item, status: 'in_progress', arguments: '' },
    });
    for (const delta of piecesOf(args)) {
      emit({ type: 'response.function_call_arguments.delta', item_id, output_index, delta });
    }
    emit({ type: 'response.function_call_arguments.done', item_id, output_index, arguments: args });
    emit({
      type: 'response.output_item.done',
      output_index,
      item: { ...item, status: 'completed', arguments: args },
    });
  }
  emit({
    type: 'response.completed',
    response: {
      ...response,
      status: 'completed',
      output: [],
      usage: {
        input_tokens: usage.input,
        input_tokens_details: { cached_tokens: usage.cached },
        output_tokens: usage.output,
        output_tokens_details: { reasoning_tokens: usage.reasoning },
        total_tokens: usage.input + usage.output,
      },
    },
  });
  return events;
}
