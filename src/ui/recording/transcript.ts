import {
  type BesideCalls,
  besideCalls,
  bytesOfChunk,
  type JsonValue,
  type ModelRef,
  type ProfileRef,
  type RecordedCall,
  type RecordedChunk,
  type RecordedEvent,
  type RecordedResult,
  type RecordedSubAgentEvent,
  type Recording,
  type RecordKey,
} from '../../core/index.ts';
import { shortName } from '../kit/shortName.ts';
import * as words from '../words/recording.ts';

/** What is shown of a result. */
export type RecordedRecord = Pick<RecordedCall, 'outcome' | 'durationMs' | 'output' | 'savedAs' | 'result'>;

/** One row of a recording as it is read. `id` names it in the list. */
export type Row =
  | { readonly kind: 'user'; readonly id: string; readonly text: string }
  | { readonly kind: 'said'; readonly id: string; readonly text: string; readonly reasoning: boolean }
  | {
      readonly kind: 'call';
      readonly id: string;
      readonly key: RecordKey;
      readonly wireName: string;
      /** The input as the model gave it; a command alone as its text. */
      readonly input: string;
      readonly record: RecordedRecord | null;
      /** The steps of the sub-agent that it ran; empty where it ran none. */
      readonly inner: readonly Row[];
    }
  | { readonly kind: 'note'; readonly id: string; readonly text: string; readonly bad: boolean };

/** The rows of a recording, in order; from the document alone. It can be interrupted where it yields. */
export function* rowsOf(recording: Recording): Generator<void, readonly Row[]> {
  const { events } = recording;
  const inner = new Map<RecordKey, RecordedSubAgentEvent[]>();
  for (const event of events) {
    if (event.type !== 'sub-agent') continue;
    const known = inner.get(event.key);
    if (known === undefined) inner.set(event.key, [event.event]);
    else known.push(event.event);
  }
  return yield* rowsOfEvents(events, besideCalls(events), inner);
}

type SubAgents = ReadonlyMap<RecordKey, readonly RecordedSubAgentEvent[]>;

function* rowsOfEvents(
  events: readonly RecordedEvent[],
  beside: BesideCalls,
  inner: SubAgents,
): Generator<void, readonly Row[]> {
  const records = new Map<RecordKey, RecordedRecord>();
  for (const event of events) if (event.type === 'record') records.set(event.key, event);
  const rows: Row[] = [];
  for (const [at, event] of events.entries()) {
    if (event.type === 'step') {
      for (const row of yield* stepRows(event, { records, beside, inner })) rows.push(row);
      rows.push(...cutRow(event, at));
    } else rows.push(...rowsOfEvent(event, at, beside));
    yield;
  }
  return rows;
}

/** A sub-agent runs none of its own. */
const noSubAgents: SubAgents = new Map();

interface Around {
  readonly records: ReadonlyMap<RecordKey, RecordedRecord>;
  readonly beside: BesideCalls;
  readonly inner: SubAgents;
}

function rowsOfEvent(
  event: Exclude<RecordedEvent, { type: 'step' }>,
  at: number,
  beside: BesideCalls,
): readonly Row[] {
  switch (event.type) {
    case 'user-message':
      return [{ kind: 'user', id: `user ${event.turn}`, text: event.text }];
    case 'turn-end': {
      if (event.reason === 'done' && event.error === null) return [];
      return [note(at, words.turnEnd(event.reason, event.error?.message ?? null), event.reason !== 'done')];
    }
    case 'profile-changed':
      return [note(at, words.profileChanged(profileName(event.profile)))];
    case 'model-changed':
      return [note(at, words.modelChanged(modelName(event.model)))];
    case 'encoding-changed':
      return [note(at, words.encodingChanged(event.encoding))];
    case 'wake':
      return [note(at, event.cause === 'job' ? words.wokenByJob : words.wokenByPerson)];
    case 'job-started':
      return [note(at, words.jobBegan(event.job, event.command))];
    case 'job-ended': {
      const started = beside.jobs.get(event.job)?.started;
      if (started === undefined) return [];
      const { output: key, command } = started;
      const record = { ...event, savedAs: null };
      return [
        {
          kind: 'call',
          id: key,
          key,
          wireName: words.jobEnded(event.job),
          input: command,
          record,
          inner: [],
        },
      ];
    }
    case 'command-ended': {
      const input = inputWords(beside.inputs.get(event.key) ?? null);
      return [
        { kind: 'call', id: event.key, key: event.key, wireName: '!', input, record: event, inner: [] },
      ];
    }
    case 'told': {
      const { subject } = event;
      return [note(at, subject.kind === 'job-end' ? words.toldOfJob(subject.job) : words.toldOfCommand)];
    }
    case 'sub-agent':
    case 'record':
    case 'command-started':
      return [];
  }
}

/** Names of somebody else's, for a sentence of ours. */
export const modelName = ({ provider, model }: ModelRef): string =>
  provider === model ? shortName(model) : `${shortName(provider)} ${shortName(model)}`;
export const profileName = ({ id, name }: ProfileRef): string =>
  name === undefined ? shortName(id) : words.namedProfile(shortName(name), shortName(id));

function note(at: number, text: string, bad = false): Row {
  return { kind: 'note', id: `note ${at}`, text, bad };
}

function* stepRows(
  step: Extract<RecordedEvent, { type: 'step' }>,
  { records, beside, inner }: Around,
): Generator<void, readonly Row[]> {
  const rows: Row[] = [];
  let calls = 0;
  for (const [index, part] of step.parts.entries()) {
    if (part.type === 'tool-call') {
      const key: RecordKey = `${step.turn}.${step.step}.${calls++}`;
      const { wireName } = part;
      rows.push({
        kind: 'call',
        id: key,
        key,
        wireName,
        input: part.brokenInput ?? inputWords(part.input),
        record: records.get(key) ?? null,
        inner: yield* rowsOfEvents(inner.get(key) ?? [], beside, noSubAgents),
      });
      yield;
    } else if (part.text !== '') {
      const id = `said ${step.turn}.${step.step}.${index}`;
      rows.push({ kind: 'said', id, text: part.text, reasoning: part.type === 'reasoning' });
    }
  }
  return rows;
}

function cutRow({ cutShort }: Extract<RecordedEvent, { type: 'step' }>, at: number): readonly Row[] {
  if (cutShort === null) return [];
  return [note(at, cutShort === 'stopped' ? words.answerStopped : words.answerBroke, true)];
}

function inputWords(input: JsonValue): string {
  if (typeof input === 'object' && input !== null && !Array.isArray(input) && 'command' in input) {
    const { command } = input;
    if (typeof command === 'string') return command;
  }
  return JSON.stringify(input, null, 2);
}

/** The beginning of an output that came with the recording, as text; null where its bytes did not. */
export function inlinedText(result: RecordedResult, maxBytes: number): string | null {
  if (result.kind !== 'inlined') return null;
  const decoder = new TextDecoder();
  let text = '';
  let left = maxBytes;
  for (const chunk of result.chunks) {
    if (left <= 0) break;
    const bytes = bytesOfChunk(beginningOf(chunk, left)).subarray(0, left);
    text += decoder.decode(bytes, { stream: true });
    left -= bytes.length;
  }
  return text;
}

/** At least the first bytes of a chunk, which may be all that a document of 64 MB holds. */
function beginningOf(chunk: RecordedChunk, bytes: number): RecordedChunk {
  const { stream } = chunk;
  return 'text' in chunk
    ? { stream, text: chunk.text.slice(0, bytes) }
    : // Three bytes are four letters.
      { stream, base64: chunk.base64.slice(0, Math.ceil(bytes / 3) * 4) };
}
