import type { SessionEvent } from '../contract/index.ts';
import type { Recording } from '../recording/index.ts';
import type { Transcript } from './document.ts';

/** One JSON value per line. What some readers take for an end of line stands escaped. */
export function* jsonLines(values: Iterable<unknown>): Generator<string> {
  for (const value of values) {
    const line = JSON.stringify(value).replace(/[\u0085\u2028\u2029]/g, escaped);
    yield `${line}\n`;
  }
}

const escaped = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A session's own log: its events as they are stored. Keys, headers and addresses of providers are in no event. */
export const linesOfSession = (events: readonly SessionEvent[]): Generator<string> => jsonLines(events);

/** A recording: the document without its events, then each event. */
export function linesOfRecording(recording: Recording): Generator<string> {
  const { events, ...head } = recording;
  return jsonLines([head, ...events]);
}

/** A transcript of another program: what is known of the whole, then each entry. */
export function linesOfTranscript(transcript: Transcript): Generator<string> {
  const { entries, ...head } = transcript;
  return jsonLines([head, ...entries]);
}
