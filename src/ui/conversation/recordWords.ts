import type { Note, ToolFacts, ToolRecord } from '../../core/index.ts';
import * as words from '../words/records.ts';

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
    said.push({ code: 'timeout', tone: 'warn', text: words.timedOut(outcome.timeoutMs) });
  }
  if ('unconfirmedStop' in outcome && outcome.unconfirmedStop) {
    said.push({ code: 'unconfirmed-stop', tone: 'warn', text: words.stopUnconfirmed });
  }
  // Which filter held the output says more than that a pipe does not stream.
  const isHeld = record.notes.some((note) => note.code === 'filter-held-output');
  const notes = record.notes.filter((note) => !(isHeld && note.code === 'not-streamed'));
  said.push(...notes.flatMap((note) => noteSentence(note) ?? []));
  if (output.loss !== null) {
    const { code, atByte, lostBytes } = output.loss;
    said.push({ code, tone: 'lost', text: words.outputLost(code, atByte, lostBytes) });
  }
  if (saveError !== null) {
    const text = words.notSaved(saveError.message, saveError.code);
    said.push({ code: saveError.code, tone: 'bad', text });
  }
  return said;
}

/** What a tool did that prints nothing, or why there is nothing to print; null where its output shows it. */
function factWords(facts: ToolFacts): string | null {
  switch (facts.kind) {
    case 'written':
      return facts.created ? words.created(facts.path, facts.bytes) : words.replaced(facts.path, facts.bytes);
    case 'edited':
      return words.edited(facts.path, facts.replacements);
    case 'read-stub':
      return words.isNoText(facts.path, facts.content, facts.bytes);
    case 'read-empty':
      return words.isEmpty(facts.path);
    case 'read-missing':
      return facts.near.length === 0 ? null : words.namesLikeIt(facts.near.join(', '));
    case 'grep':
      return facts.matches === 0 ? words.noLineMatches : null;
    case 'glob':
      return facts.found === 0 ? words.noFileMatches : null;
    case 'ls':
      return facts.found === 0 ? words.isEmptyFolder(facts.path) : null;
    case 'job':
      return jobSentence(facts);
    case 'tail':
      return facts.isWhole
        ? words.wholeSoFar(facts.path, facts.fileBytes)
        : words.lastSoFar(facts.shownLines, facts.path, facts.fileBytes);
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
  if (moved === null) return words.runsAs(job.id, job.logPath);
  const how = moved.by === 'user' ? words.youMoved : words.wasMoved;
  return how(moved.afterMs, job.id, job.logPath);
}

type Wording = readonly ['fact' | 'warn' | 'lost', (note: Note) => string | null];

/** Every note that a tool or a guest makes, in one sentence each. Codes are stable, words are not. */
const noteWords: Readonly<Record<string, Wording>> = {
  'timeout-clamped': [
    'fact',
    ({ data }) => words.timeoutClamped(Number(data?.askedMs), Number(data?.usedMs)),
  ],
  'child-still-running': ['warn', () => words.childStillRuns],
  'background-running': ['warn', (note) => words.inBackground(detail(note))],
  'background-stopped': ['warn', (note) => words.inBackground(detail(note))],
  'state-not-carried': ['warn', (note) => words.notCarried(detail(note))],
  'filter-held-output': ['warn', ({ data }) => words.filterHeld(String(data?.filter))],
  'not-streamed': ['warn', (note) => words.notLive(detail(note))],
  'pipeline-stages': ['fact', pipelineSentence],
  'streams-merged': ['fact', () => words.streamsMerged],
  'guest-output-limit': ['lost', (note) => words.guestCut(detail(note))],
  'output-incomplete': ['lost', (note) => words.endMissing(detail(note))],
  'worker-crashed': ['warn', (note) => words.shellFailed(detail(note))],
  'shell-crashed': ['warn', (note) => words.shellFailed(detail(note))],
  'guest-protocol': ['warn', (note) => words.shellEnded(detail(note))],
  'order-not-promised': ['fact', () => words.orderMayDiffer],
  // The outcome's own message says it already.
  'interrupted-by-reload': ['warn', () => null],
  'home-closed': ['warn', () => null],
  'checkpoint-failed': ['warn', ({ data }) => words.workspaceNotStored(String(data?.message))],
  'binary-files-skipped': ['fact', ({ data }) => words.binaryLeftOut(Number(data?.files))],
  'pattern-too-slow': ['warn', ({ data }) => words.patternTooSlow(Number(data?.files))],
  'matches-in-long-lines': ['fact', ({ data }) => words.matchesInLongLines(Number(data?.matches))],
};

/** Nothing of a pipeline of which no command failed; 141 is one whose reader had enough. */
function pipelineSentence({ data }: Note): string | null {
  const exits: readonly unknown[] = Array.isArray(data?.exits) ? data.exits : [];
  if (exits.every((exit) => exit === 0 || exit === 141)) return null;
  return words.pipelineEnded(exits.join(', '));
}

function noteSentence(note: Note): RecordSentence | null {
  const wording = noteWords[note.code];
  if (wording === undefined) return { code: note.code, tone: 'fact', text: words.unknownNote(note.code) };
  const [tone, textOf] = wording;
  const text = textOf(note);
  return text === null ? null : { code: note.code, tone, text };
}

function detail({ data }: Note): string {
  return typeof data?.detail === 'string' && data.detail !== '' ? data.detail : words.noDetails;
}
