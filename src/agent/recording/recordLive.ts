import {
  type BesideCalls,
  besideCalls,
  type OutputFacts,
  type Piece,
  type RecordedResult,
  type RecordedWorkspace,
  type Recording,
  type RecordKey,
  type ResultBytes,
  recordSession,
  type SentView,
  type SessionEvent,
  type ToolRecord,
  whyNotDerivable,
} from '../../core/index.ts';
import type { OutputStore } from '../../store/index.ts';
import type { headOfProfile } from './knownParts.ts';
import { hashStreams, inlineChunks } from './resultBytes.ts';

/** Version of this app, as recordings name it. */
const appVersion = '0.1.0';

/** Of one result that cannot be made again, at most so much travels (bytes). */
const mib = 1024 * 1024;
const maxInlineBytes = 4 * mib;
/** A sub-agent's results are there to be read: its answer is what the session went on with. */
const maxSubAgentBytes = 64 * 1024;

export interface LiveRecordingParts {
  readonly events: readonly SessionEvent[];
  readonly outputs: OutputStore;
  readonly workspace: RecordedWorkspace;
  readonly clockStartMs: number | null;
  readonly head: ReturnType<typeof headOfProfile>;
  /** Results that a trial has shown not to come out the same: they travel whole, though nothing forbids a re-run. */
  readonly drifted?: ReadonlySet<RecordKey>;
  readonly onProgress?: (done: number, all: number) => void;
}

/** The recording of a session as it is stored: every output is read and hashed once. */
export async function recordLiveSession(parts: LiveRecordingParts): Promise<Recording> {
  const { events, outputs, onProgress } = parts;
  const ended = events.flatMap(endedOf);
  const bytes = new Map<RecordKey, ResultBytes>();
  const fixed = {
    events,
    app: appVersion,
    clockStartMs: parts.clockStartMs,
    workspace: parts.workspace,
    ...parts.head,
    bytesOf: (key: RecordKey) => bytes.get(key) ?? notRead,
  };
  // Once without its results: what ran beside a call is asked of the document, as its reader will ask.
  const beside = besideCalls(recordSession(fixed).events);
  const derivable = derivableOf(ended, beside, parts.drifted ?? new Set());
  for (const [done, each] of ended.entries()) {
    onProgress?.(done, ended.length);
    const hashes = await hashStreams(outputs.stream(each.key), each.output.segments);
    bytes.set(each.key, { ...hashes, result: await resultOf(each, derivable, outputs) });
  }
  onProgress?.(ended.length, ended.length);
  return recordSession(fixed);
}

const notRead: ResultBytes = { stdout: null, stderr: null, result: { kind: 'derived' } };

/** Something that has an output and has ended: a call, a command of the user, a job, a call of a sub-agent. */
interface Ended {
  readonly key: RecordKey;
  readonly output: OutputFacts;
  readonly record: ToolRecord | null;
  readonly pieces: readonly Piece[];
  readonly isSubAgents: boolean;
}

function endedOf(event: SessionEvent, _at: number, events: readonly SessionEvent[]): readonly Ended[] {
  const call = (record: ToolRecord, sent: SentView, isSubAgents: boolean): readonly Ended[] => [
    { key: record.key, output: record.output, record, pieces: sent.pieces, isSubAgents },
  ];
  if (event.type === 'record' || event.type === 'command-ended') return call(event.record, event.sent, false);
  if (event.type === 'sub-agent' && event.event.type === 'record') {
    return call(event.event.record, event.event.sent, true);
  }
  if (event.type !== 'job-ended') return [];
  const { job, output } = event;
  const start = events.find((each) => each.type === 'job-started' && each.job === job);
  if (start?.type !== 'job-started') return [];
  return [{ key: start.output, output, record: null, pieces: [], isSubAgents: false }];
}

async function resultOf(
  ended: Ended,
  derivable: ReadonlySet<RecordKey>,
  outputs: OutputStore,
): Promise<RecordedResult> {
  const { key, output, record, pieces } = ended;
  if (derivable.has(key)) return { kind: 'derived' };
  const { loss, totalBytes, segments } = output;
  const stored = await outputs.size(key);
  if (stored < totalBytes) return { kind: 'missing', why: 'its output was not stored' };
  // Behind the command's own bytes stands the line that tells of the loss: the reader's page writes it again.
  const ownBytes = loss === null || loss.code === 'store-failed' ? totalBytes : loss.atByte;
  const most = ended.isSubAgents ? maxSubAgentBytes : maxInlineBytes;
  const chunks = await inlineChunks(outputs.stream(key), segments, most, ownBytes);
  if (chunks === null) {
    const size = most >= mib ? `${most / mib} MB` : `${most / 1024} KB`;
    return { kind: 'missing', why: `its output is larger than ${size} and cannot be made again` };
  }
  return { kind: 'inlined', chunks, facts: record?.facts ?? null, pieces };
}

/** Calls whose results a reader's page makes itself, and the jobs that they begin: both are run again, or neither. */
function derivableOf(
  ended: readonly Ended[],
  { jobs, jobOf, liveLogs, inputs }: BesideCalls,
  drifted: ReadonlySet<RecordKey>,
): ReadonlySet<RecordKey> {
  const derivable = new Set<RecordKey>();
  for (const { key, record, isSubAgents } of ended) {
    const job = jobOf.get(key) ?? null;
    const hasDrifted = drifted.has(key) || (job !== null && drifted.has(job.started.output));
    if (record === null || isSubAgents || hasDrifted) continue;
    const around = { input: inputs.get(key) ?? null, liveLogs: liveLogs(key), job };
    const loss = record.output.loss?.code ?? null;
    if (whyNotDerivable({ ...record, loss, ...around }) === null) derivable.add(key);
  }
  for (const { started } of jobs.values()) if (derivable.has(started.from)) derivable.add(started.output);
  return derivable;
}
