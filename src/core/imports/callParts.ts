import { isLoggableJson } from '../log/index.ts';
import { resultView, type TranscriptBuilder } from './builder.ts';

/** What every format has of a call: its arguments, its result. */

/** Arguments are JSON as a text; what is broken stays the text that it was. */
export function parsedArguments(args: unknown) {
  if (typeof args !== 'string') return isLoggableJson(args) ? args : undefined;
  try {
    const value: unknown = JSON.parse(args);
    return isLoggableJson(value) ? value : args;
  } catch {
    return args;
  }
}

export function addResult(
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
