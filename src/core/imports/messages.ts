import { isLoggableJson } from '../log/index.ts';
import type { Transcript } from '../transcript/index.ts';
import { contentOf, fieldsOf, TranscriptBuilder, textOr } from './builder.ts';
import { addResult, parsedArguments, rawText } from './callParts.ts';
import { addItem } from './responseItems.ts';

/**
 * Message lists of model APIs: Anthropic's (blocks `text`, `thinking`, `tool_use`, `tool_result`), OpenAI's chat
 * (`tool_calls`, role `tool`) and OpenAI's responses, whose items that are no messages are read in `responseItems`.
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
  const system = request.system ?? request.instructions;
  if (system !== undefined && system !== null) addSystem(builder, system);
  for (const message of list) {
    const { taken } = builder;
    addMessage(builder, message);
    if (builder.taken === taken) builder.raw('A message in which nothing is understood.', rawText(message));
  }
  const source = sources[formatOf(request, list)];
  if (builder.title === '') builder.title = source;
  return builder.done(source);
}

function addSystem(builder: TranscriptBuilder, content: unknown): void {
  const { text, others } = contentOf(content);
  if (text !== '') builder.user(text, 'system');
  if (others.length > 0) {
    builder.raw(`Parts of a system prompt that are no text: ${others.join(', ')}.`, rawText(content));
  }
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
      addSystem(builder, content);
      return;
    case 'user':
      if (builder.title === '') builder.title = contentOf(content).text.split('\n', 1)[0] ?? '';
      addBlocks(builder, content, 'user', null);
      return;
    case 'assistant':
      // A message of OpenAI's responses is one item of several, and says so.
      if (fields.type === 'message' && fields.tool_calls === undefined) builder.answerItem();
      else builder.answer(null);
      addReasoning(builder, fields);
      addBlocks(builder, content, 'assistant', null);
      builder.said(textOr(fields.refusal, ''), false);
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
      case 'refusal':
        if (typeof fields.refusal === 'string') builder.said(fields.refusal, false);
        else builder.raw('A refusal without its text.', rawText(block));
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
    const { id, function: called, custom } = fieldsOf(call);
    const { name, arguments: args, input } = fieldsOf(called ?? custom);
    if (typeof name === 'string') builder.call(textOr(id, ''), name, parsedArguments(args ?? input));
    else builder.raw('A call without the name of its tool.', rawText(call));
  }
  const { name, arguments: args } = fieldsOf(only);
  if (typeof name === 'string') builder.call(name, name, parsedArguments(args));
}
