import { isLoggableJson } from '../log/index.ts';
import { contentOf, fieldsOf, type TranscriptBuilder, textOr } from './builder.ts';
import { addResult, parsedArguments, rawText } from './callParts.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Items of OpenAI's responses, which have a type where a message has a role. Several of them are one answer. Source: the
 * provider's public API reference.
 */
export function addItem(builder: TranscriptBuilder, fields: Fields, item: unknown): void {
  const { type } = fields;
  const callId = textOr(fields.call_id, textOr(fields.id, ''));
  switch (type) {
    case 'function_call':
      builder.answerItem();
      builder.call(callId, textOr(fields.name, '?'), parsedArguments(fields.arguments));
      return;
    case 'custom_tool_call':
      builder.answerItem();
      builder.call(callId, textOr(fields.name, '?'), textOr(fields.input, ''));
      return;
    case 'local_shell_call':
    case 'shell_call':
      builder.answerItem();
      builder.call(callId, 'shell', shellInput(fieldsOf(fields.action)));
      return;
    case 'mcp_call':
      addServerCall(builder, callId, fields, item);
      return;
    case 'function_call_output':
    case 'custom_tool_call_output':
    case 'local_shell_call_output':
      addResult(builder, callId, fields.output, false, item);
      return;
    case 'shell_call_output':
      addResult(builder, callId, shellOutput(fields.output), false, item);
      return;
    case 'reasoning':
      builder.answerItem();
      addReasoningItem(builder, fields);
      return;
    default: {
      const kind = textOr(type, textOr(fields.role, typeof item));
      builder.raw(`A message of the kind “${kind.slice(0, 60)}” is not understood.`, rawText(item));
    }
  }
}

/** What the model thought, or what its provider says that it did. */
function addReasoningItem(builder: TranscriptBuilder, { summary, content, encrypted_content }: Fields): void {
  const text = [summary, content].map((part) => contentOf(part).text).filter((part) => part !== '');
  if (text.length > 0) builder.said(text.join('\n\n'), true);
  else if (typeof encrypted_content === 'string') {
    builder.note('The model thought here; its provider has encrypted it.');
  }
}

/** A call that the provider's own side has made, with its result in the same item. */
function addServerCall(builder: TranscriptBuilder, callId: string, fields: Fields, item: unknown): void {
  builder.answerItem();
  const server = textOr(fields.server_label, '');
  const name = textOr(fields.name, '?');
  builder.call(callId, server === '' ? name : `${server}.${name}`, parsedArguments(fields.arguments));
  const { output, error } = fields;
  if (error !== undefined && error !== null) {
    addResult(builder, callId, typeof error === 'string' ? error : rawText(error), true, item);
  } else if (output !== undefined && output !== null) addResult(builder, callId, output, false, item);
}

/** One command as its text; several, or one with settings of its own, as they came. */
function shellInput(action: Fields) {
  const { command, commands } = action;
  const list: unknown = commands ?? command;
  const isTexts = Array.isArray(list) && list.every((word) => typeof word === 'string');
  if (isTexts) return { command: list.join(commands === undefined ? ' ' : '\n') };
  return isLoggableJson(action) ? action : undefined;
}

/** Each command has its streams: as text, in their order. */
function shellOutput(output: unknown): unknown {
  if (!Array.isArray(output)) return output;
  return output.map((each: unknown) => {
    const { stdout, stderr } = fieldsOf(each);
    return typeof stdout === 'string' || typeof stderr === 'string'
      ? `${textOr(stdout, '')}${textOr(stderr, '')}`
      : each;
  });
}
