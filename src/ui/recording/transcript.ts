import {
  type BesideCalls,
  besideCalls,
  bytesOfChunk,
  type JsonValue,
  type ModelRef,
  type ProfileRef,
  type RecordedCall,
  type RecordedEvent,
  type RecordedResult,
  type RecordedSubAgentEvent,
  type Recording,
  type RecordKey,
} from '../../core/index.ts';
import { closedBidi } from '../kit/closedBidi.ts';
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

/** The rows of a recording, in order; from the document alone. */
export function rowsOf(recording: Recording): readonly Row[] {
  const { events } = recording;
  const inner = new Map<RecordKey, RecordedSubAgentEvent[]>();
  for (const event of events) {
    if (event.type === 'sub-agent') inner.set(event.key, [...(inner.get(event.key) ?? []), event.event]);
  }
  return rowsOfEvents(events, besideCalls(events), inner);
}

type SubAgents = ReadonlyMap<RecordKey, readonly RecordedSubAgentEvent[]>;

function rowsOfEvents(
  events: readonly RecordedEvent[],
  beside: BesideCalls,
  inner: SubAgents,
): readonly Row[] {
  const records = new Map(
    events.flatMap((event) => (event.type === 'record' ? [[event.key, event] as const] : [])),
  );
  return events.flatMap((event, at) => rowsOfEvent(event, at, { records, beside, inner }));
}

/** A sub-agent runs none of its own. */
const noSubAgents: SubAgents = new Map();

interface Around {
  readonly records: ReadonlyMap<RecordKey, RecordedRecord>;
  readonly beside: BesideCalls;
  readonly inner: SubAgents;
}

function rowsOfEvent(event: RecordedEvent, at: number, around: Around): readonly Row[] {
  const { beside } = around;
  switch (event.type) {
    case 'user-message':
      return [{ kind: 'user', id: `user ${event.turn}`, text: event.text }];
    case 'step':
      return [...stepRows(event, around), ...cutRow(event, at)];
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
  provider === model ? closedBidi(model) : `${closedBidi(provider)} ${closedBidi(model)}`;
export const profileName = ({ id, name }: ProfileRef): string =>
  name === undefined ? closedBidi(id) : words.namedProfile(closedBidi(name), closedBidi(id));

function note(at: number, text: string, bad = false): Row {
  return { kind: 'note', id: `note ${at}`, text, bad };
}

function stepRows(
  step: Extract<RecordedEvent, { type: 'step' }>,
  { records, beside, inner }: Around,
): readonly Row[] {
  let calls = 0;
  return step.parts.flatMap((part, index): readonly Row[] => {
    if (part.type === 'tool-call') {
      const key: RecordKey = `${step.turn}.${step.step}.${calls++}`;
      const { wireName } = part;
      return [
        {
          kind: 'call',
          id: key,
          key,
          wireName,
          input: part.brokenInput ?? inputWords(part.input),
          record: records.get(key) ?? null,
          inner: rowsOfEvents(inner.get(key) ?? [], beside, noSubAgents),
        },
      ];
    }
    if (part.text === '') return [];
    const id = `said ${step.turn}.${step.step}.${index}`;
    return [{ kind: 'said', id, text: part.text, reasoning: part.type === 'reasoning' }];
  });
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
    const bytes = bytesOfChunk(chunk).subarray(0, left);
    text += decoder.decode(bytes, { stream: true });
    left -= bytes.length;
  }
  return text;
}
