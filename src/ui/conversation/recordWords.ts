import type { CaptureLossCode, Note, ToolFacts, ToolRecord } from '../../core/index.ts';
import { formatBytes, formatCount, formatCounted, formatDuration } from '../kit/format.ts';

/** One sentence about a call that its output does not say; `lost` is said of output that nobody has. */
export interface RecordSentence {
  /** Stable: what a test or a style keys on. An unknown note is shown by it. */
  readonly code: string;
  readonly tone: 'fact' | 'warn' | 'bad' | 'lost';
  readonly text: string;
}

/** What the user is told of a record beside its output, in the order of the events. */
export function recordSentences(record: ToolRecord): readonly RecordSentence[] {
  const said: RecordSentence[] = [];
  const done = record.facts === null ? null : factWords(record.facts);
  if (done !== null) said.push({ code: record.facts?.kind ?? '', tone: 'fact', text: done });
  const { outcome, output, saveError } = record;
  if (outcome.status === 'timeout' && record.facts?.kind !== 'job') {
    const text = `Stopped after ${formatDuration(outcome.timeoutMs)}, the time that a command has. What it had printed is kept.`;
    said.push({ code: 'timeout', tone: 'warn', text });
  }
  if ('unconfirmedStop' in outcome && outcome.unconfirmedStop) {
    const text =
      'The guest did not confirm the stop: the command may have run on until its guest was given up.';
    said.push({ code: 'unconfirmed-stop', tone: 'warn', text });
  }
  // Which filter held the output says more than that a pipe does not stream.
  const isHeld = record.notes.some((note) => note.code === 'filter-held-output');
  const notes = record.notes.filter((note) => !(isHeld && note.code === 'not-streamed'));
  said.push(...notes.flatMap((note) => noteSentence(note) ?? []));
  if (output.loss !== null) {
    const { code, atByte, lostBytes } = output.loss;
    const lost =
      lostBytes === null ? 'nobody knows how much was lost' : `${formatBytes(lostBytes)} were lost`;
    const text = `Saving stopped at byte ${formatCount(atByte)}: ${lossReasons[code]} (${code}); ${lost}.`;
    said.push({ code, tone: 'lost', text });
  }
  if (saveError !== null) {
    const text = `The output could not be saved as a file in the guest: ${saveError.message} (${saveError.code})`;
    said.push({ code: saveError.code, tone: 'bad', text });
  }
  return said;
}

/** What a tool did that prints nothing, or why there is nothing to print; null where its output shows it. */
function factWords(facts: ToolFacts): string | null {
  switch (facts.kind) {
    case 'written':
      return `${facts.created ? 'Created' : 'Replaced'} ${facts.path}: ${formatBytes(facts.bytes)}.`;
    case 'edited':
      return `Edited ${facts.path}: ${formatCounted(facts.replacements, 'replacement')}.`;
    case 'read-stub':
      return `${facts.path} is no text: ${facts.content}, ${formatBytes(facts.bytes)}.`;
    case 'read-empty':
      return `${facts.path} is empty: 0 bytes.`;
    case 'read-missing':
      return facts.near.length === 0 ? null : `Names like it: ${facts.near.join(', ')}.`;
    case 'grep':
      return facts.matches === 0 ? 'No line matches.' : null;
    case 'glob':
      return facts.found === 0 ? 'No file matches.' : null;
    case 'ls':
      return facts.found === 0 ? `${facts.path} is an empty folder.` : null;
    case 'job':
      return jobSentence(facts);
    case 'tail':
      return facts.isWhole
        ? `The whole of ${facts.path} so far: ${formatBytes(facts.fileBytes)}.`
        : `The last ${formatCounted(facts.shownLines, 'line')} of ${facts.path}, ${formatBytes(facts.fileBytes)} so far.`;
    // The outcome's own message says it.
    case 'edit-refused':
    case 'todo':
    case 'mcp':
    case 'read-page':
    case 'read-past-end':
    case 'read-directory':
      return null;
  }
}

function jobSentence({ job, moved }: Extract<ToolFacts, { kind: 'job' }>): string {
  if (moved === null) return `Runs as ${job.id}. Its output goes to ${job.logPath}.`;
  const why = moved.by === 'user' ? 'You moved it' : 'It was moved';
  return `${why} to the background after ${formatDuration(moved.afterMs)}, as ${job.id}. Its whole output goes to ${job.logPath}.`;
}

const lossReasons: Readonly<Record<CaptureLossCode, string>> = {
  'output-cap': 'the command wrote more than one command may',
  'session-cap': 'the session has as much output as it may hold',
  'guest-limit': 'a part of the command reached the limit of the guest',
  'guest-died': 'the guest ended',
  'store-failed': 'the browser did not take more',
};

type Wording = readonly ['fact' | 'warn' | 'lost', (note: Note) => string | null];

/** Every note that a tool or a guest makes, in one sentence each. Codes are stable, words are not. */
const noteWords: Readonly<Record<string, Wording>> = {
  'timeout-clamped': [
    'fact',
    ({ data }) =>
      `The model asked for ${formatDuration(Number(data?.askedMs))}; a command has ${formatDuration(Number(data?.usedMs))} at most.`,
  ],
  'child-still-running': [
    'warn',
    () => 'A process that the command started still runs; what it prints now is in no view.',
  ],
  'background-running': ['warn', (note) => `In the background: ${detail(note)}.`],
  'background-stopped': ['warn', (note) => `In the background: ${detail(note)}.`],
  'state-not-carried': ['warn', (note) => `Too large to be carried over: ${detail(note)}.`],
  'filter-held-output': [
    'warn',
    ({ data }) =>
      `${String(data?.filter)} prints only when its input ends, so the stop took what it held: there is no output to show.`,
  ],
  'not-streamed': ['warn', (note) => `Not shown live: ${detail(note)}.`],
  'pipeline-stages': ['fact', pipelineSentence],
  'streams-merged': [
    'fact',
    () => 'Streams: merged. stdout and stderr came as one, as a terminal shows them.',
  ],
  'guest-output-limit': ['lost', (note) => `The guest cut a part of the output: ${detail(note)}.`],
  'output-incomplete': ['lost', (note) => `The end of the output is missing: ${detail(note)}.`],
  'worker-crashed': ['warn', (note) => `The guest's shell failed: ${detail(note)}.`],
  'shell-crashed': ['warn', (note) => `The guest's shell failed: ${detail(note)}.`],
  'guest-protocol': ['warn', (note) => `The guest's shell was ended: ${detail(note)}.`],
  'order-not-promised': [
    'fact',
    () => 'Processes ran at the same time here: another run of the same seed may differ.',
  ],
  // The outcome's own message says it already.
  'interrupted-by-reload': ['warn', () => null],
  'home-closed': ['warn', () => null],
  'checkpoint-failed': [
    'warn',
    ({ data }) =>
      `The workspace could not be stored after this call, so its changes may be gone after a reload: ${String(data?.message)}`,
  ],
  'binary-files-skipped': [
    'fact',
    ({ data }) => `${formatCounted(Number(data?.files), 'binary file')} left out of the search.`,
  ],
  'pattern-too-slow': [
    'warn',
    ({ data }) =>
      `The pattern took too long on ${formatCounted(Number(data?.files), 'file')}: matches there are missing.`,
  ],
  'matches-in-long-lines': [
    'fact',
    ({ data }) => `Long lines hold ${formatCounted(Number(data?.matches), 'match', 'matches')} in all.`,
  ],
};

/** Nothing of a pipeline of which no command failed; 141 is one whose reader had enough. */
function pipelineSentence({ data }: Note): string | null {
  const exits: readonly unknown[] = Array.isArray(data?.exits) ? data.exits : [];
  if (exits.every((exit) => exit === 0 || exit === 141)) return null;
  return `The commands of the pipeline ended with ${exits.join(', ')}; its exit code is that of the last.`;
}

function noteSentence(note: Note): RecordSentence | null {
  const wording = noteWords[note.code];
  if (wording === undefined) return { code: note.code, tone: 'fact', text: `Note: ${note.code}` };
  const [tone, words] = wording;
  const text = words(note);
  return text === null ? null : { code: note.code, tone, text };
}

function detail({ data }: Note): string {
  return typeof data?.detail === 'string' && data.detail !== '' ? data.detail : 'no details are known';
}
