import type { AssistantPart, RecordKey, SentView, SessionEvent, ToolRecord } from '../contract/index.ts';
import {
  RECORDING_VERSION,
  type RecordedEvent,
  type RecordedResult,
  type RecordedText,
  type RecordedTools,
  type RecordedWorkspace,
  type Recording,
  type StreamHash,
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
  readonly bytesOf: (key: RecordKey) => ResultBytes;
}

/**
 * The document of a session. Made by naming what travels, never by taking away: a field that a later version of the log
 * adds stays at home until it is named here. Keys, headers, base URLs and grants are in no event and so in no document.
 * @throws RangeError for a log without its first event.
 */
export function recordSession(parts: RecordingParts): Recording {
  const [created, ...events] = parts.events;
  if (created?.type !== 'session-created') throw new RangeError('A log begins with session-created.');
  const title = events.findLast((event) => event.type === 'title-changed')?.title ?? created.title;
  return {
    format: 'spillway-recording',
    version: RECORDING_VERSION,
    app: parts.app,
    title,
    placesId: created.placesId ?? created.sessionId,
    guest: {
      kind: created.guest,
      seed: created.seed,
      clockStartMs: parts.clockStartMs,
      workspace: parts.workspace,
    },
    profile: created.profile,
    model: { provider: created.model.provider, model: created.model.model },
    encoding: created.encoding,
    system: parts.system,
    tools: parts.tools,
    events: events.flatMap((event) => recordedEvent(event, parts.bytesOf) ?? []),
  };
}

/**
 * Why this version's document cannot hold the session, as a sentence; null where it can. A recording that left out what a
 * model was told between its calls would be another session under the same name.
 */
export function whyNotRecordable(events: readonly SessionEvent[]): string | null {
  const has = (type: SessionEvent['type']) => events.some((event) => event.type === type);
  const what = [
    has('job-started') ? 'jobs in the background' : '',
    has('wake') ? 'turns that a job began' : '',
    has('command-started') ? 'commands of your own (!)' : '',
  ].filter((words) => words !== '');
  if (what.length === 0) return null;
  return `It has ${what.join(' and ')}, which a link cannot hold yet. Export the session as a file instead.`;
}

/** Null for what a reader's page makes itself: starts, checkpoints, titles, restarts. */
function recordedEvent(event: SessionEvent, bytesOf: RecordingParts['bytesOf']): RecordedEvent | null {
  switch (event.type) {
    case 'user-message':
      return { type: event.type, turn: event.turn, text: event.text };
    case 'profile-changed':
      return { type: event.type, profile: event.profile };
    case 'model-changed':
      return { type: event.type, model: { provider: event.model.provider, model: event.model.model } };
    case 'encoding-changed':
      return { type: event.type, encoding: event.encoding };
    case 'step': {
      const { type, turn, step, usage, finish, cutShort } = event;
      return { type, turn, step, parts: event.parts.map(withoutProviderData), usage, finish, cutShort };
    }
    case 'record':
      return recordedResult(event.record, event.sent, bytesOf(event.record.key));
    case 'turn-end':
      return { type: event.type, turn: event.turn, reason: event.reason, error: event.error };
    default:
      return null;
  }
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

function recordedResult(record: ToolRecord, sent: SentView, bytes: ResultBytes): RecordedEvent {
  const { key, tool, outcome, savedAs, saveError, notes } = record;
  return {
    type: 'record',
    key,
    tool,
    outcome,
    startedAtMs: record.startedAtMs,
    durationMs: record.endedAtMs - record.startedAtMs,
    lines: record.output.lines,
    loss: record.output.loss?.code ?? null,
    output: {
      ...(bytes.stdout === null ? {} : { stdout: bytes.stdout }),
      ...(bytes.stderr === null ? {} : { stderr: bytes.stderr }),
    },
    savedAs,
    saveError,
    notes,
    view: { sha256: sent.sha256, units: sent.text.length },
    result: bytes.result,
  };
}
