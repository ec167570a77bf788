import type { Note, ToolRecord } from '../../contract/index.ts';
import { countWords } from './words.ts';

/**
 * What a model is told of a record's notes, a line for each. Silent are the notes that change nothing about
 * what the result holds; the user sees those too. An unknown code is silent: no model can act on it.
 */
export function noteLines(record: ToolRecord): readonly string[] {
  // Which filter held the output says more than that a pipe does not stream.
  const isHeld = record.notes.some((note) => note.code === 'filter-held-output');
  const notes = record.notes.filter((note) => !(isHeld && note.code === 'not-streamed'));
  return notes.flatMap((note) => noteLine(note, record) ?? []);
}

/** True where a note says that output is missing which the command had written or was about to. */
export function isLossNote(note: Note, record: ToolRecord): boolean {
  if (note.code === 'not-streamed') return record.outcome.status !== 'ok';
  return note.code === 'output-incomplete' || note.code === 'guest-output-limit';
}

function noteLine(note: Note, record: ToolRecord): string | null {
  const detail = textOf(note, 'detail');
  switch (note.code) {
    case 'not-streamed':
      // A part that could not stream has lost nothing where the command ran to its end.
      return isLossNote(note, record)
        ? `Output of a part that could not stream is missing: ${detail ?? 'unnamed part'}`
        : null;
    case 'guest-output-limit':
      return detail ?? 'The output of one part was cut at the limit of the guest.';
    case 'output-incomplete':
      return `Output is incomplete: ${detail ?? 'its end did not arrive'}.`;
    case 'filter-held-output': {
      const filter = textOf(note, 'filter') ?? 'the last filter';
      return `${filter} had printed nothing: it prints only when its input ends, and was stopped before that.`;
    }
    case 'streams-merged':
      return 'stdout and stderr came as one stream.';
    case 'child-still-running':
      return 'A process that the command started is still running; what it prints from now on is not in this result.';
    case 'background-stopped':
      return `Background processes do not outlive the command; ${detail ?? 'what still ran was stopped'}.`;
    case 'state-not-carried':
      return detail === null ? null : `Too large to be carried over: ${detail}.`;
    case 'shell-crashed':
    case 'worker-crashed':
    case 'guest-protocol':
      return `The shell itself failed: ${detail ?? 'no reason is known'}.`;
    case 'pattern-too-slow':
      return `(The pattern took too long on ${files(note)}; matches there are missing. Use a simpler pattern.)`;
    case 'binary-files-skipped':
      // Silence must not read as proof of absence; beside matches it is what every grep does.
      return record.facts?.kind === 'grep' && record.facts.matches === 0
        ? `(Not searched: ${files(note, 'binary file')})`
        : null;
    case 'matches-in-long-lines':
      return record.facts?.kind === 'grep' && record.facts.windowedLines > 0
        ? `(Lines shown in part hold ${countWords(numberOf(note, 'matches'), 'match', 'matches')} in all)`
        : null;
    default:
      return null;
  }
}

function textOf(note: Note, name: string): string | null {
  const value = note.data?.[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

function numberOf(note: Note, name: string): number {
  const value = note.data?.[name];
  return typeof value === 'number' ? value : 0;
}

function files(note: Note, one = 'file'): string {
  return countWords(numberOf(note, 'files'), one);
}
