import {
  jobNames,
  jobWordsOf,
  lastJobNumber,
  type OutputFacts,
  type ProfileContext,
  type ProfileRef,
  profileOf,
  type RecordKey,
  type ToolError,
} from '../../core/index.ts';
import type { SessionStore } from '../../store/index.ts';
import type { Playing } from '../calls/playedCall.ts';
import { putStoredOutput } from '../output/journalFile.ts';
import type { OutputBudget } from '../output/outputPipeline.ts';
import type { SessionLog } from '../session/sessionLog.ts';
import type { After } from '../timers.ts';
import type { JobDesk, JobPlace, RunningCommand, StopReason } from '../tools/toolPort.ts';
import type { GuestHost } from '../workspace/guestHost.ts';
import { RunningJob } from './runningJob.ts';

/** Each holds a worker of the guest and a part of the page's memory. */
const maxRunningJobs = 16;

export interface SessionJobsDeps {
  readonly log: SessionLog;
  readonly store: SessionStore;
  readonly host: GuestHost;
  readonly budget: OutputBudget;
  readonly clock: () => number;
  readonly after: After;
  readonly context: (ref: ProfileRef) => ProfileContext;
  /** Whether this session tells its model of ends by itself. */
  readonly isHeard: () => boolean;
  readonly onLive: (output: RecordKey) => void;
  readonly onEnded: () => void;
  /** The recording that is played; absent where jobs end when they end. */
  readonly played?: Pick<Playing, 'jobMayEnd' | 'jobNumber'>;
}

/** The commands of a session that run in the background. What is known of them is in the log; here is what runs. */
export class SessionJobs {
  readonly #running = new Map<string, RunningJob>();
  readonly #ends = new Map<string, Promise<void>>();
  #places = 0;
  #lastNumber = 0;

  constructor(private readonly deps: SessionJobsDeps) {}

  /** A desk at which calls under `ref` get places; `callId` is in the names of their logs. */
  desk(ref: ProfileRef, callId: string, isHeard = true): JobDesk {
    return { place: (command) => this.#place(ref, callId, command, isHeard) };
  }

  /** Begins a job behind what its command wrote in the foreground; resolves when the log knows of it. */
  async begin(
    command: RunningCommand,
    ref: ProfileRef,
    from: {
      readonly key: RecordKey;
      readonly facts: OutputFacts;
      /** How long it ran in the foreground; null where it began as a job. */
      readonly ranBeforeMs: number | null;
    },
  ): Promise<void> {
    const { log, host } = this.deps;
    const { facts, output } = command.place;
    const { id: job, logPath } = facts;
    const running = new RunningJob(command, {
      ...this.deps,
      outputs: this.deps.store.outputs,
      profile: profileOf(ref),
      startedAtMs: this.deps.clock() - (from.ranBeforeMs ?? 0),
    });
    host.keepOut(logPath);
    this.#running.set(job, running);
    try {
      await log.append({
        type: 'job-started',
        job,
        from: from.key,
        output,
        command: facts.command,
        logPath,
        moved: from.ranBeforeMs !== null,
        ...(from.ranBeforeMs === null ? {} : { ranBeforeMs: from.ranBeforeMs }),
        profile: ref,
      });
      // A guest that takes no file still runs the command; its output is in the store.
      await running.begin(from.ranBeforeMs === null ? null : from).catch(() => {});
    } catch (error) {
      this.#running.delete(job);
      host.letIn(logPath);
      running.stop('session-end');
      throw error;
    } finally {
      this.#places -= 1;
    }
    this.#ends.set(job, this.#untilEnd(job, running));
  }

  /** The job whose output has the key, null where it does not run. */
  byOutput(key: RecordKey): RunningJob | null {
    for (const job of this.#running.values()) if (job.command.place.output === key) return job;
    return null;
  }

  /** Resolves when the job has ended and the log says so. */
  async stop(id: string, by: StopReason = 'user'): Promise<void> {
    this.#running.get(id)?.stop(by);
    await this.#ends.get(id);
  }

  /** Ends what still runs: its guest goes. */
  async stopAll(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((id) => this.stop(id, 'session-end')));
  }

  #place(ref: ProfileRef, callId: string, command: string, isHeard: boolean): JobPlace | ToolError {
    const { log, context } = this.deps;
    if (this.#running.size + this.#places >= maxRunningJobs) {
      const message = `${maxRunningJobs} jobs run, the most that may at one time. Wait for the end of one, or stop one.`;
      return { code: 'TOO_MANY_JOBS', phase: 'run', message };
    }
    const next = Math.max(this.#lastNumber, lastJobNumber(log.state)) + 1;
    this.#lastNumber = this.deps.played?.jobNumber(next) ?? next;
    this.#places += 1;
    const { id, output } = jobNames(this.#lastNumber);
    const usedStems = new Set(log.state.jobs.map(({ logPath }) => stemOf(logPath)));
    for (const { command: running } of this.#running.values()) {
      usedStems.add(stemOf(running.place.facts.logPath));
    }
    const logPath = jobWordsOf(profileOf(ref)).logPath(callId, { ...context(ref), usedStems });
    return { facts: { id, command, logPath }, output, isHeard: isHeard && this.deps.isHeard() };
  }

  async #untilEnd(id: string, job: RunningJob): Promise<void> {
    const { log } = this.deps;
    const { outcome: own, captured } = await job.run();
    await this.#keepLog(job).catch(() => {});
    // At its place in the recording, unless somebody ends it first.
    const played = this.deps.played?.jobMayEnd(id) ?? null;
    const outcome = (await Promise.race([played, job.asked])) ?? own;
    try {
      await log.append({ type: 'job-ended', job: id, outcome, output: captured.facts });
    } catch {
      // A log that takes no more: the next page finds the job without an end and says what is known.
    }
    this.#running.delete(id);
    this.#ends.delete(id);
    this.deps.onEnded();
  }

  /** The log's path is told to the model at the end at the latest: from then on it outlives the page. */
  async #keepLog(job: RunningJob): Promise<void> {
    const { host, store, clock } = this.deps;
    const { guest, place } = job.command;
    const { logPath } = place.facts;
    const written = await job.log.settled();
    const stored = await store.outputs.size(place.output);
    const isThere = host.seat?.guest === guest;
    if (isThere && written !== null && written.bytes === stored) {
      host.rememberSaved(logPath, { key: place.output, bytes: stored, mtimeMs: written.mtimeMs });
    } else {
      // The guest died, or did not take the file: the output store has the bytes.
      await putStoredOutput(store, host.seat?.guest ?? null, place.output, logPath, stored, clock());
    }
    host.letIn(logPath);
    await host.checkpoint();
  }
}

function stemOf(path: string): string {
  return path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.[^.]*$/, '')
    .toLowerCase();
}
