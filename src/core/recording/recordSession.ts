import type {
  AssistantPart,
  RecordKey,
  SentView,
  SessionEvent,
  SubAgentEventBody,
  ToolRecord,
} from '../contract/index.ts';
import { sha256Hex } from '../hash/index.ts';
import {
  RECORDING_VERSION,
  type RecordedCall,
  type RecordedEvent,
  type RecordedResult,
  type RecordedSubAgentEvent,
  type RecordedText,
  type RecordedTools,
  type RecordedWorkspace,
  type Recording,
  type StreamHash,
  type TextHash,
} from './document.ts';

/** What a log does not say of a result and its stored bytes do. */
export interface ResultBytes {
  readonly stdout: StreamHash | null;
  readonly stderr: StreamHash | null;
  readonly result: RecordedResult;
}

export interface RecordingParts {
  readonly events: readonly SessionEvent[];
  /** Version of the app. */
  readonly app: string;
  readonly clockStartMs: number | null;
  readonly workspace: RecordedWorkspace;
  readonly system: RecordedText;
  readonly tools: RecordedTools;
  readonly bytesOf: BytesOf;
}

/** What is known of the output with this key: of a call, a command of the user, or a job. */
type BytesOf = (key: RecordKey) => ResultBytes;

interface JobStart {
  readonly output: RecordKey;
  readonly atMs: number;
}

const nothing: ResultBytes = {
  stdout: null,
  stderr: null,
  result: { kind: 'missing', why: 'nothing says when it started' },
};

/**
 * The document of a session. Made by naming what travels, never by taking away: a field that a later version of the log
 * adds stays at home until it is named here. Keys, headers, base URLs and grants are in no event and so in no document.
 * @throws RangeError for a log without its first event.
 */
export function recordSession(parts: RecordingParts): Recording {
  const [created, ...events] = parts.events;
  if (created?.type !== 'session-created') throw new RangeError('A log begins with session-created.');
  const title = events.findLast((event) => event.type === 'title-changed')?.title ?? created.title;
  // Where a session asked for a guest that could not be had, nothing has run in that one.
  const guest = events.findLast((event) => event.type === 'guest-changed')?.guest ?? created.guest;
  const started = new Map(
    events.flatMap((event): (readonly [string, JobStart])[] =>
      event.type === 'job-started' ? [[event.job, { output: event.output, atMs: event.atMs }]] : [],
    ),
  );
  return {
    format: 'spillway-recording',
    version: RECORDING_VERSION,
    app: parts.app,
    title,
    placesId: created.placesId ?? created.sessionId,
    guest: {
      kind: guest,
      seed: created.seed,
      clockStartMs: parts.clockStartMs,
      workspace: parts.workspace,
    },
    profile: created.profile,
    model: { provider: created.model.provider, model: created.model.model },
    encoding: created.encoding,
    system: parts.system,
    tools: parts.tools,
    events: events.flatMap((event) => recordedEvent(event, started, parts.bytesOf) ?? []),
  };
}

/** Null for what a reader's page makes itself: starts of calls, checkpoints, titles, restarts. */
function recordedEvent(
  event: SessionEvent,
  started: ReadonlyMap<string, JobStart>,
  bytesOf: BytesOf,
): RecordedEvent | null {
  switch (event.type) {
    case 'user-message':
      return { type: event.type, turn: event.turn, text: event.text };
    case 'wake':
      return { type: event.type, turn: event.turn, cause: event.cause };
    case 'told':
      return { type: event.type, subject: event.subject, at: event.at, view: hashOfText(event.words) };
    case 'profile-changed':
      return { type: event.type, profile: event.profile };
    case 'model-changed':
      return { type: event.type, model: { provider: event.model.provider, model: event.model.model } };
    case 'encoding-changed':
      return { type: event.type, encoding: event.encoding };
    case 'step':
      return recordedStep(event);
    case 'record':
      return { type: event.type, ...recordedCall(event.record, event.sent, bytesOf) };
    case 'command-started':
      return { type: event.type, key: event.key, command: event.command };
    case 'command-ended':
      return { type: event.type, ...recordedCall(event.record, event.sent, bytesOf) };
    case 'job-started': {
      const { type, job, from, output, command, logPath, moved } = event;
      return { type, job, from, output, command, logPath, moved };
    }
    case 'job-ended':
      return recordedJobEnd(event, started, bytesOf);
    case 'sub-agent': {
      const inner = recordedInner(event.event, bytesOf);
      return inner === null ? null : { type: event.type, key: event.key, event: inner };
    }
    case 'turn-end':
      return recordedTurnEnd(event);
    default:
      return null;
  }
}

function recordedInner(event: SubAgentEventBody, bytesOf: BytesOf): RecordedSubAgentEvent | null {
  switch (event.type) {
    case 'user-message':
      return { type: event.type, turn: event.turn, text: event.text };
    case 'step':
      return recordedStep(event);
    case 'record':
      return { type: event.type, ...recordedCall(event.record, event.sent, bytesOf) };
    case 'turn-end':
      return recordedTurnEnd(event);
    default:
      return null;
  }
}

type StepBody = Extract<SubAgentEventBody, { type: 'step' }>;

function recordedStep({ type, turn, step, parts, usage, finish, cutShort }: StepBody) {
  return { type, turn, step, parts: parts.map(withoutProviderData), usage, finish, cutShort };
}

function recordedTurnEnd({ type, turn, reason, error }: Extract<SubAgentEventBody, { type: 'turn-end' }>) {
  return { type, turn, reason, error };
}

function recordedJobEnd(
  event: Extract<SessionEvent, { type: 'job-ended' }>,
  started: ReadonlyMap<string, JobStart>,
  bytesOf: BytesOf,
): RecordedEvent {
  const { type, job, outcome, output, atMs } = event;
  const start = started.get(job);
  const bytes = start === undefined ? nothing : bytesOf(start.output);
  return {
    type,
    job,
    outcome,
    durationMs: start === undefined ? 0 : atMs - start.atMs,
    lines: output.lines,
    loss: output.loss?.code ?? null,
    output: streamHashes(bytes),
    result: bytes.result,
  };
}

/** Signatures and encrypted reasoning are of no use to anybody but the account that got them. */
function withoutProviderData(part: AssistantPart): AssistantPart {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { type: part.type, text: part.text };
    case 'tool-call': {
      const { type, callId, wireName, input, brokenInput } = part;
      return { type, callId, wireName, input, ...(brokenInput === undefined ? {} : { brokenInput }) };
    }
  }
}

function recordedCall(record: ToolRecord, sent: SentView, bytesOf: BytesOf): RecordedCall {
  const { key, tool, outcome, savedAs, saveError, notes } = record;
  const bytes = bytesOf(key);
  return {
    key,
    tool,
    outcome,
    startedAtMs: record.startedAtMs,
    durationMs: record.endedAtMs - record.startedAtMs,
    lines: record.output.lines,
    loss: record.output.loss?.code ?? null,
    output: streamHashes(bytes),
    savedAs,
    saveError,
    notes,
    view: { sha256: sent.sha256, units: sent.text.length },
    result: bytes.result,
  };
}

const streamHashes = ({ stdout, stderr }: ResultBytes) => ({
  ...(stdout === null ? {} : { stdout }),
  ...(stderr === null ? {} : { stderr }),
});

const hashOfText = (text: string): TextHash => ({ sha256: sha256Hex(text), units: text.length });
