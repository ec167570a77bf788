import {
  type AssistantPart,
  cleanerFor,
  type EventBody,
  fileStemOf,
  type Outcome,
  type Profile,
  type ProfileRef,
  profileOf,
  type RecordKey,
  recordKey,
  type StepState,
  type TokenCounter,
  type TokenEncoding,
} from '../../core/index.ts';
import type { SessionStore } from '../../store/index.ts';
import { type OutputBudget, OutputPipeline } from '../output/outputPipeline.ts';
import { windowsFor } from '../output/outputWindows.ts';
import type { SessionLog } from '../session/sessionLog.ts';
import type { After } from '../timers.ts';
import type { FileFactsCache } from '../tools/fileFactsCache.ts';
import type { PathLocks } from '../tools/pathLocks.ts';
import type { LineMatcher } from '../tools/search/matcher.ts';
import { stopped, stopReasonOf, type ToolResult } from '../tools/toolPort.ts';
import { unlessAborted } from '../unlessAborted.ts';
import type { GuestHost, GuestSeat } from '../workspace/guestHost.ts';
import { boundedRun } from './boundedRun.ts';
import { type OpenedCall, openCall, type ToolCallPart } from './callDoor.ts';
import { failedToRun, isUnconfirmed, notRun, refusedAtDoor } from './callEndings.ts';
import { draftRecord, type RecordWriter } from './recordWriter.ts';

export interface CallRunnerDeps {
  readonly log: SessionLog;
  readonly store: SessionStore;
  readonly records: RecordWriter;
  readonly host: GuestHost;
  readonly counter: TokenCounter;
  readonly clock: () => number;
  readonly after: After;
  readonly budget: OutputBudget;
  readonly fileFacts: FileFactsCache;
  readonly locks: PathLocks;
  readonly createMatcher: () => LineMatcher;
  readonly onLive: (key: RecordKey) => void;
  readonly onRunning: () => void;
}

export interface RunningCall {
  readonly key: RecordKey;
  readonly startedAtMs: number;
  readonly timeoutMs: number | null;
  readonly out: OutputPipeline;
  readonly stop: AbortController;
}

interface StepCall {
  readonly key: RecordKey;
  readonly part: ToolCallPart;
  readonly opened: OpenedCall;
}

/** What a call is recorded under: the step's profile, whatever the user has changed since. */
interface CallScope {
  readonly ref: ProfileRef;
  readonly profile: Profile;
  readonly encoding: TokenEncoding;
}

/** Runs the calls of a step: where a tool meets its guest and its pipeline. */
export class CallRunner {
  readonly #running = new Map<RecordKey, RunningCall>();
  readonly #announced = new Set<RecordKey>();
  #serial: Promise<void> = Promise.resolve();

  constructor(private readonly deps: CallRunnerDeps) {}

  get running(): readonly RecordKey[] {
    return [...this.#running.keys()];
  }

  runningCall(key: RecordKey): RunningCall | null {
    return this.#running.get(key) ?? null;
  }

  /**
   * Runs the calls of a step that have no record. Serial tools run one at a time in the order asked, the
   * others at once. Resolves when every record is durable. `stop` ends running calls and keeps others from
   * starting; each still gets its record, so that the provider accepts the history.
   */
  async runStep(step: StepState, stop: AbortSignal): Promise<void> {
    const scope: CallScope = {
      ref: step.profile,
      profile: profileOf(step.profile),
      encoding: step.encoding,
    };
    const parts = step.parts.filter((part): part is ToolCallPart => part.type === 'tool-call');
    const calls = step.calls.flatMap((call, index): StepCall[] => {
      const part = parts[index];
      if (part === undefined || call.record !== null) return [];
      return [
        { key: call.key, part, opened: openCall(part, scope.profile, this.deps.records.context(scope.ref)) },
      ];
    });
    // Two calls whose ids give the same file stem are recorded in call order, so that names do not depend on time.
    const lastOfStem = new Map<string, Promise<void>>();
    const results = await Promise.allSettled(
      calls.map((call) => {
        const stem = fileStemOf(call.part.callId, new Set()).toLowerCase();
        const turn = lastOfStem.get(stem) ?? Promise.resolve();
        const recorded = this.#runCall(call, scope, stop, turn);
        lastOfStem.set(
          stem,
          recorded.catch(() => {}),
        );
        return recorded;
      }),
    );
    // Every other call has come to its end before one that could not be recorded ends the turn.
    const failed = results.find((result) => result.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  /**
   * The facts that calls have started, for those that start as soon as their step is in the log: written with
   * it, they cost no write of their own.
   */
  announce(
    step: { readonly turn: number; readonly step: number; readonly parts: readonly AssistantPart[] },
    ref: ProfileRef,
  ): readonly EventBody[] {
    const profile = profileOf(ref);
    const context = this.deps.records.context(ref);
    const parts = step.parts.filter((part): part is ToolCallPart => part.type === 'tool-call');
    let serialTaken = false;
    return parts.flatMap((part, index): readonly EventBody[] => {
      const opened = openCall(part, profile, context);
      if (!opened.ok || (opened.serial && serialTaken)) return [];
      serialTaken ||= opened.serial;
      const key = recordKey(step.turn, step.step, index);
      this.#announced.add(key);
      return [{ type: 'call-started', key, tool: opened.tool }];
    });
  }

  /** Appends a record for a call that never ran. */
  async recordUnrun(
    call: { readonly key: RecordKey; readonly part: ToolCallPart },
    ref: ProfileRef,
    outcome: Outcome,
  ): Promise<void> {
    const profile = profileOf(ref);
    const { tool } = openCall(call.part, profile, this.deps.records.context(ref));
    const { facts, text } = await this.#pipeline(call.key, profile, tool, new AbortController()).finish();
    const atMs = this.deps.clock();
    const ended = { ...call, tool, startedAtMs: atMs, endedAtMs: atMs };
    await this.deps.records.append(draftRecord(ended, outcome, facts), text, ref);
  }

  async #runCall(call: StepCall, scope: CallScope, stop: AbortSignal, earlier: Promise<void>): Promise<void> {
    if (call.opened.ok && call.opened.serial) {
      const before = this.#serial;
      const run = before.then(() => this.#runNow(call, scope, stop, earlier));
      this.#serial = run.catch(() => {});
      return run;
    }
    return this.#runNow(call, scope, stop, earlier);
  }

  async #runNow(call: StepCall, scope: CallScope, stop: AbortSignal, earlier: Promise<void>): Promise<void> {
    const { deps } = this;
    const { key, part, opened } = call;
    const startedAtMs = deps.clock();
    const own = new AbortController();
    const out = this.#pipeline(key, scope.profile, opened.tool, own);
    let seat: GuestSeat | null = null;
    let result: ToolResult;
    if (!opened.ok) {
      result = refusedAtDoor(opened.error);
    } else if (stop.aborted) {
      result = notRun(stopReasonOf(stop));
    } else {
      this.#running.set(key, { key, startedAtMs, timeoutMs: opened.timeoutMs, out, stop: own });
      const onStop = () => own.abort(stop.reason);
      stop.addEventListener('abort', onStop);
      deps.onRunning();
      try {
        if (!this.#announced.delete(key)) {
          await deps.log.append({ type: 'call-started', key, tool: opened.tool });
        }
        // A guest may take seconds to start; a stop does not wait for it.
        seat = await unlessAborted(deps.host.ensure(), own.signal);
        result =
          seat === null
            ? notRun(stopReasonOf(own.signal))
            : await this.#runTool(opened, seat, out, scope, own.signal);
        if (seat !== null && isUnconfirmed(result)) {
          // What runs on in there would hold every later command: a new guest takes over.
          await deps.host.abandon(seat, 'A command could not be stopped.');
        }
      } catch (error) {
        result = failedToRun(error, seat !== null);
      } finally {
        stop.removeEventListener('abort', onStop);
      }
    }
    const captured = await out.finish();
    const endedAtMs = deps.clock();
    await earlier;
    try {
      await deps.records.write({
        key,
        part,
        tool: opened.tool,
        changesFiles: opened.ok && opened.changesFiles,
        ref: scope.ref,
        startedAtMs,
        endedAtMs,
        result,
        captured,
        seat,
      });
    } finally {
      this.#running.delete(key);
      deps.onRunning();
    }
  }

  #runTool(
    opened: Extract<OpenedCall, { ok: true }>,
    seat: GuestSeat,
    out: OutputPipeline,
    scope: CallScope,
    stop: AbortSignal,
  ): Promise<ToolResult> {
    if (stop.aborted) return Promise.resolve(stopped(stopReasonOf(stop)));
    const { counter, clock, after, fileFacts, locks, createMatcher } = this.deps;
    const run = opened.run({
      ...seat,
      out,
      profile: scope.profile,
      profileContext: this.deps.records.context(scope.ref),
      counter,
      encoding: scope.encoding,
      stop,
      clock,
      after,
      fileFacts,
      locks,
      createMatcher,
    });
    return boundedRun(run, { guest: seat.guest, stop, after, isCommand: opened.serial });
  }

  #pipeline(key: RecordKey, profile: Profile, tool: string, stop: AbortController): OutputPipeline {
    return new OutputPipeline({
      key,
      outputs: this.deps.store.outputs,
      cleaner: cleanerFor(profile, tool),
      windows: windowsFor(tool),
      budget: this.deps.budget,
      onCap: () => stop.abort('cap'),
      onLive: () => this.deps.onLive(key),
    });
  }
}
