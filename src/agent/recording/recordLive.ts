import {
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
const maxInlineBytes = 4 * 1024 * 1024;

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
  const results = parts.events.flatMap((event) => (event.type === 'record' ? [event] : []));
  const bytes = new Map<RecordKey, ResultBytes>();
  for (const [done, { record, sent }] of results.entries()) {
    parts.onProgress?.(done, results.length);
    const { segments } = record.output;
    const hashes = await hashStreams(parts.outputs.stream(record.key), segments);
    bytes.set(record.key, { ...hashes, result: await resultOf(record, sent, parts) });
  }
  parts.onProgress?.(results.length, results.length);
  return recordSession({
    events: parts.events,
    app: appVersion,
    clockStartMs: parts.clockStartMs,
    workspace: parts.workspace,
    ...parts.head,
    bytesOf: (key) => bytes.get(key) ?? { stdout: null, stderr: null, result: { kind: 'derived' } },
  });
}

async function resultOf(
  record: ToolRecord,
  sent: SentView,
  { outputs, drifted }: LiveRecordingParts,
): Promise<RecordedResult> {
  const facts = { ...record, loss: record.output.loss?.code ?? null };
  if (whyNotDerivable(facts) === null && !drifted?.has(record.key)) return { kind: 'derived' };
  const { loss, totalBytes } = record.output;
  const stored = await outputs.size(record.key);
  if (stored < totalBytes) return { kind: 'missing', why: 'its output was not stored' };
  // Behind the command's own bytes stands the line that tells of the loss: the reader's page writes it again.
  const ownBytes = loss === null || loss.code === 'store-failed' ? totalBytes : loss.atByte;
  const { segments } = record.output;
  const chunks = await inlineChunks(outputs.stream(record.key), segments, maxInlineBytes, ownBytes);
  if (chunks === null) {
    return {
      kind: 'missing',
      why: `its output is larger than ${maxInlineBytes / 1024 / 1024} MB and cannot be made again`,
    };
  }
  return { kind: 'inlined', chunks, facts: record.facts, pieces: sent.pieces };
}
