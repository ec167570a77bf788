import { isLoggableJson } from '../log/index.ts';
import type { Transcript } from '../transcript/index.ts';
import { contentOf, fieldsOf, resultView, TranscriptBuilder, textOr } from './builder.ts';

/**
 * Message lists of model APIs: Anthropic's (blocks `text`, `thinking`, `tool_use`, `tool_result`), OpenAI's chat
 * (`tool_calls`, role `tool`) and OpenAI's responses (items `message`, `function_call`, `function_call_output`).
 * Source: the providers' public API references.
 */
export type MessageFormat = 'anthropic' | 'openai';

const sources: Readonly<Record<MessageFormat, string>> = {
  anthropic: 'Anthropic messages',
  openai: 'OpenAI messages',
};

/** Reads a request, or its list of messages alone. Whatever a message is, it is shown or kept raw. */
export function importMessages(
  request: Readonly<Record<string, unknown>>,
  list: readonly unknown[],
): Transcript {
  const builder = new TranscriptBuilder();
  builder.fact('Model', textOr(request.model, ''));
  const { tools } = request;
  if (Array.isArray(tools) && tools.length > 0) builder.fact('Tools', toolNames(tools).join(', '));
  const system = contentOf(request.system ?? request.instructions).text;
  if (system !== '') builder.user(system, 'system');
  for (const message of list) addMessage(builder, message);
  const source = sources[formatOf(request, list)];
  builder.title = source;
  return builder.done(source);
}

/** What it looks most like; only its name depends on it. */
export function formatOf(
  request: Readonly<Record<string, unknown>>,
  list: readonly unknown[],
): MessageFormat {
  if ('system' in request || 'anthropic_version' in request) return 'anthropic';
  const blockTypes = new Set(['tool_use', 'tool_result', 'thinking', 'redacted_thinking']);
  const isAnthropic = list.some((message) => {
    const { content } = fieldsOf(message);
    return Array.isArray(content) && content.some((part) => blockTypes.has(textOr(fieldsOf(part).type, '')));
  });
  return isAnthropic ? 'anthropic' : 'openai';
}

function toolNames(tools: readonly unknown[]): readonly string[] {
  return tools.slice(0, 100).map((tool) => {
    const { name, type } = fieldsOf(tool);
    return textOr(name, textOr(fieldsOf(fieldsOf(tool).function).name, textOr(type, '?')));
  });
}

function addMessage(builder: TranscriptBuilder, message: unknown): void {
  const fields = fieldsOf(message);
  const { role, content } = fields;
  switch (role) {
    case 'system':
    case 'developer':
      builder.user(contentOf(content).text, 'system');
      return;
    case 'user':
      addBlocks(builder, content, 'user', null);
      return;
    case 'assistant':
      builder.answer(null);
      addReasoning(builder, fields);
      addBlocks(builder, content, 'assistant', null);
      addToolCalls(builder, fields);
      return;
    case 'tool':
    case 'function':
      addResult(builder, textOr(fields.tool_call_id, textOr(fields.name, '')), content, false, message);
      return;
    default:
      addItem(builder, fields, message);
  }
}

/** An item of OpenAI's responses, which has a type where a message has a role. */
function addItem(builder: TranscriptBuilder, fields: Readonly<Record<string, unknown>>, item: unknown): void {
  switch (fields.type) {
    case 'function_call':
      builder.answer(null);
      builder.call(textOr(fields.call_id, ''), textOr(fields.name, '?'), parsedArguments(fields.arguments));
      return;
    case 'function_call_output':
      addResult(builder, textOr(fields.call_id, ''), fields.output, false, item);
      return;
    case 'reasoning':
      builder.said(contentOf(fields.summary).text, true);
      return;
    default: {
      const kind = textOr(fields.type, textOr(fields.role, typeof item));
      builder.raw(`A message of the kind “${kind.slice(0, 60)}” is not understood.`, rawText(item));
    }
  }
}

/** Blocks of a message, in the order in which they stand. */
export function addBlocks(
  builder: TranscriptBuilder,
  content: unknown,
  role: 'user' | 'assistant',
  atMs: number | null,
): void {
  if (content === null || content === undefined) return;
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content];
  for (const block of blocks) {
    const fields = fieldsOf(block);
    const text = typeof block === 'string' ? block : fields.text;
    switch (typeof block === 'string' ? 'text' : fields.type) {
      case 'text':
      case 'input_text':
      case 'output_text':
        if (typeof text !== 'string') builder.raw('A text without its text.', rawText(block));
        else if (role === 'user') builder.user(text);
        else builder.said(text, false);
        break;
      case 'thinking':
        builder.said(textOr(fields.thinking, ''), true);
        break;
      case 'tool_use':
        builder.call(
          textOr(fields.id, ''),
          textOr(fields.name, '?'),
          isLoggableJson(fields.input) ? fields.input : undefined,
          atMs,
        );
        break;
      case 'tool_result':
        addResult(builder, textOr(fields.tool_use_id, ''), fields.content, fields.is_error === true, block);
        break;
      case 'redacted_thinking':
        builder.note('The model thought here; its provider has encrypted it.');
        break;
      default: {
        const kind = textOr(fields.type, typeof block);
        builder.raw(`A part of the kind “${kind.slice(0, 60)}” is not shown in another way.`, rawText(block));
      }
    }
  }
}

function addReasoning(builder: TranscriptBuilder, fields: Readonly<Record<string, unknown>>): void {
  builder.said(textOr(fields.reasoning_content, textOr(fields.reasoning, '')), true);
}

function addToolCalls(builder: TranscriptBuilder, fields: Readonly<Record<string, unknown>>): void {
  const { tool_calls: calls, function_call: only } = fields;
  for (const call of Array.isArray(calls) ? (calls as readonly unknown[]) : []) {
    const { id } = fieldsOf(call);
    const { name, arguments: args } = fieldsOf(fieldsOf(call).function);
    if (typeof name === 'string') builder.call(textOr(id, ''), name, parsedArguments(args));
    else builder.raw('A call without the name of its tool.', rawText(call));
  }
  const { name, arguments: args } = fieldsOf(only);
  if (typeof name === 'string') builder.call(name, name, parsedArguments(args));
}

/** Arguments are JSON as a text; what is broken stays the text that it was. */
function parsedArguments(args: unknown) {
  if (typeof args !== 'string') return isLoggableJson(args) ? args : undefined;
  try {
    const value: unknown = JSON.parse(args);
    return isLoggableJson(value) ? value : args;
  } catch {
    return args;
  }
}

function addResult(
  builder: TranscriptBuilder,
  callId: string,
  content: unknown,
  isError: boolean,
  raw: unknown,
): void {
  if (builder.result(callId, { model: resultView(content), isError })) return;
  builder.raw('A result of a call that is not in this file.', rawText(raw));
}

/** A value as text; a note where it cannot be one. */
export function rawText(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value, null, 2) ?? String(value);
  } catch {
    return '(nested too deeply to be shown)';
  }
}
