import { isLoggableJson } from '../log/index.ts';
import type { Transcript } from '../transcript/index.ts';
import { fieldsOf, textOr } from './builder.ts';
import { importClaudeCode, isClaudeCodeLine, linesOf, type SideFiles } from './claudeCode.ts';
import { importMessages } from './messages.ts';

export type Imported =
  | { readonly ok: true; readonly transcript: Transcript }
  /** `message`: one sentence. `recording`: it is one of Spillway's own and opens as such. */
  | { readonly ok: false; readonly message: string; readonly recording?: true };

/** Of one JSON value that is not in lines so much is read (UTF-16 units). */
const longestValue = 64 * 1024 * 1024;

/**
 * Reads what other programs keep of a conversation: a session file of Claude Code, an OpenAI-style list of messages, an
 * Anthropic request. Never throws; what of it is not understood is in the transcript as it came.
 */
export function importTranscript(text: string, sideFiles: SideFiles = new Map()): Imported {
  const start = text.slice(0, 1024).trimStart();
  if (start === '') return failed('There is nothing in it.');
  if (!start.startsWith('{') && !start.startsWith('[')) {
    return failed(
      'This is no JSON: choose a session file of Claude Code, or paste a request or its messages.',
    );
  }
  const value = text.length <= longestValue ? parsed(text) : undefined;
  // Over the limit, or several values: then it is in lines, or nothing.
  if (value === undefined) return fromLines(text, sideFiles);
  if (!isLoggableJson(value))
    return failed('It is nested too deeply, or holds too many values to be a conversation.');
  return fromValue(value, text, sideFiles);
}

function fromValue(value: unknown, text: string, sideFiles: SideFiles): Imported {
  const fields = fieldsOf(value);
  if (fields.format === 'spillway-recording') {
    return { ok: false, message: 'This is a Spillway recording: open it as one.', recording: true };
  }
  if (isClaudeCodeLine(value)) return fromLines(text, sideFiles);
  const list = Array.isArray(value) ? (value as readonly unknown[]) : listOf(fields);
  if (list === null) {
    return failed('There is no list of messages in it: paste a request with "messages", or the list alone.');
  }
  if (list.length === 0) return failed('Its list of messages is empty.');
  if (list.every(isClaudeCodeLine)) {
    return checked(importClaudeCode(list.map((line) => JSON.stringify(line)).join('\n'), sideFiles));
  }
  return checked(importMessages(fields, list));
}

/** Where a request, or what answered it, has its messages; null where nowhere. */
function listOf(fields: Readonly<Record<string, unknown>>): readonly unknown[] | null {
  const { messages, input, output, choices } = fields;
  if (Array.isArray(messages)) return messages;
  if (typeof input === 'string') return [{ role: 'user', content: input }];
  if (Array.isArray(input)) return input;
  if (Array.isArray(output)) return output;
  if (Array.isArray(choices)) return choices.map((choice: unknown) => fieldsOf(choice).message ?? choice);
  return typeof fields.role === 'string' ? [fields] : null;
}

function fromLines(text: string, sideFiles: SideFiles): Imported {
  for (const line of linesOf(text)) {
    // One line that is understood tells what the file is; a first line may be broken.
    if (line.length <= longestValue && isClaudeCodeLine(parsed(line))) {
      return checked(importClaudeCode(text, sideFiles));
    }
  }
  return failed(
    text.length > longestValue
      ? 'It is larger than 64 MB and not in lines of JSON: it was not read.'
      : 'It is neither one JSON value nor lines of a Claude Code session: it may have been cut.',
  );
}

function checked(transcript: Transcript): Imported {
  return transcript.entries.some(({ kind }) => kind === 'user' || kind === 'said' || kind === 'call')
    ? { ok: true, transcript }
    : failed('There is no message in it that this page understands.');
}

const failed = (message: string): Imported => ({ ok: false, message });

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** The name by which a side file is looked for. */
export const sideFileName = (path: string): string => textOr(path.split(/[/\\]/).at(-1), path);
