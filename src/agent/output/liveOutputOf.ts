import type { RecordKey } from '../../core/index.ts';
import type { RunningCall } from '../calls/stepCall.ts';
import type { RunningJob } from '../jobs/runningJob.ts';
import type { LiveOutput } from '../port.ts';
import type { OutputPipeline } from './outputPipeline.ts';

/** What a page shows of the job, or else the call, whose output has the key; null where neither runs. */
export function liveOutputOf(
  key: RecordKey,
  job: RunningJob | null,
  call: RunningCall | null,
): LiveOutput | null {
  if (job !== null) return { ...soFar(key, job.startedAtMs, job.out), isStopping: job.isStopping };
  if (call === null) return null;
  const { startedAtMs, out, progress, controls, stop } = call;
  const { dueAtMs, canMove, addedMs } = controls;
  const timeoutMs = call.timeoutMs === null ? null : call.timeoutMs + addedMs;
  const isStopping = stop.signal.aborted;
  return { ...soFar(key, startedAtMs, out), timeoutMs, progress, dueAtMs, canMove, isStopping };
}

function soFar(key: RecordKey, startedAtMs: number, out: OutputPipeline): LiveOutput {
  const { totalBytes, lines } = out.facts();
  return { key, startedAtMs, timeoutMs: null, totalBytes, lines, tail: out.live.tail() };
}
