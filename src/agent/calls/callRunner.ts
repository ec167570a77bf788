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
  type TokenEncoding,
  userCommandKey,
  windowsFor,
} from '../../core/index.ts';
import { OutputPipeline } from '../output/outputPipeline.ts';
import { SessionLeft } from '../permissions/questionDesk.ts';
import { CommandControls } from '../tools/commandControls.ts';
import { stopped, stopReasonOf, type ToolResult } from '../tools/toolPort.ts';
import { loadTools } from '../tools/toolSet.ts';
import { unlessAborted } from '../unlessAborted.ts';
import type { GuestSeat } from '../workspace/guestSeat.ts';
import { boundedRun } from './boundedRun.ts';
import { type OpenedCall, openCall, type ToolCallPart } from './callDoor.ts';
import { failedToRun, isUnconfirmed, notRun, refusedAtDoor } from './callEndings.ts';
import { CallPermission } from './callPermission.ts';
import type { CallRunnerDeps } from './callRunnerDeps.ts';
import { playResult } from './playedCall.ts';
import { draftRecord } from './recordWriter.ts';
import { RunningCalls } from './runningCalls.ts';
import { ShellLine } from './shellLine.ts';
import { type CallScope, type RunningCall, type StepCall, usersCall } from './stepCall.ts';

/** Runs the calls of a step: where a tool meets its guest and its pipeline. */
export class CallRunner {
  readonly #running: RunningCalls;
  readonly #announced = new Set<RecordKey>();
  readonly #shell = new ShellLine();

  readonly #permission: CallPermission;

  constructor(private readonly deps: CallRunnerDeps) {
    this.#permission = new CallPermission(deps);
    this.#running = new RunningCalls(deps.onLive);
  }

  get running(): readonly RecordKey[] {
    return this.#running.keys;
  }

  runningCall(key: RecordKey): RunningCall | null {
    return this.#running.get(key);
  }

  /** Nothing runs in the session's shell, and nothing waits for it. */
  get isShellFree(): boolean {
    return this.#shell.isFree;
  }

  /**
   * Runs the calls of a step that have no record. Serial tools run one at a time in the order asked, the
   * others at once. Resolves when every record is durable. `stop` ends running calls and keeps others from
   * starting; each still gets its record, so that the provider accepts the history.
   */
  async runStep(step: StepState, stop: AbortSignal): Promise<void> {
    await loadTools();
    const scope: CallScope = {
      ref: step.profile,
      profile: profileOf(step.profile),
      encoding: step.encoding,
    };
    const parts = step.parts.filter((part): part is ToolCallPart => part.type === 'tool-call');
    const calls = step.calls.flatMap((call, index): StepCall[] => {
      const part = parts[index];
      if (part === undefined || call.record !== null) return [];
      return [{ key: call.key, part, opened: this.#open(part, scope.ref) }];
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
    const parts = step.parts.filter((part): part is ToolCallPart => part.type === 'tool-call');
    let serialTaken = false;
    return parts.flatMap((part, index): readonly EventBody[] => {
      const opened = this.#open(part, ref);
      if (!opened.ok || (opened.serial && serialTaken) || this.#permission.choice(opened) !== 'run')
        return [];
      serialTaken ||= opened.serial;
      const key = recordKey(step.turn, step.step, index);
      this.#announced.add(key);
      return [{ type: 'call-started', key, tool: opened.tool }];
    });
  }

  /**
   * Runs a command of the user in the session's shell, when what was asked of the shell before is done. `stop` ends it, or
   * takes it back while it waits; `onStart` says that it is its turn. `queued`: its id where the log has it as waiting.
   */
  runUserCommand(
    command: string,
    scope: { readonly ref: ProfileRef; readonly encoding: TokenEncoding },
    stop: AbortSignal,
    onStart: (key: RecordKey) => void,
    queued: number | null = null,
  ): Promise<void> {
    return this.#shell.run(async () => {
      if (stop.aborted) return;
      const number = this.deps.log.state.commands.length + 1;
      const key = userCommandKey(number);
      onStart(key);
      const call = usersCall(key, command, number, queued);
      await this.#runNow(call, { ...scope, profile: profileOf(scope.ref) }, stop, Promise.resolve());
    });
  }

  /** Appends a record for a call that never ran. */
  async recordUnrun(
    call: { readonly key: RecordKey; readonly part: ToolCallPart },
    ref: ProfileRef,
    outcome: Outcome,
  ): Promise<void> {
    await loadTools();
    const profile = profileOf(ref);
    const { tool } = this.#open(call.part, ref);
    const { facts, text } = await this.#pipeline(call.key, profile, tool, new AbortController()).finish();
    const atMs = this.deps.clock();
    const ended = { ...call, tool, startedAtMs: atMs, endedAtMs: atMs };
    await this.deps.records.append(draftRecord(ended, outcome, facts), text, ref);
  }

  async #runCall(call: StepCall, scope: CallScope, stop: AbortSignal, earlier: Promise<void>): Promise<void> {
    if (call.opened.ok && call.opened.serial) {
      return this.#shell.run(() => this.#runNow(call, scope, stop, earlier));
    }
    return this.#runNow(call, scope, stop, earlier);
  }

  async #runNow(call: StepCall, scope: CallScope, stop: AbortSignal, earlier: Promise<void>): Promise<void> {
    const { deps } = this;
    const { key, part, opened } = call;
    const played = deps.played?.call(key, opened.tool) ?? null;
    const recorded = played?.result ?? null;
    // A result that is only played runs nothing that could be asked about.
    const asks = opened.ok && recorded === null && !stop.aborted && call.users === undefined;
    const refusal = asks ? await this.#permission.refusal(key, opened, stop) : null;
    const startedAtMs = played?.startedAtMs ?? deps.clock();
    const own = new AbortController();
    const out = this.#pipeline(key, scope.profile, opened.tool, own);
    let seat: GuestSeat | null = null;
    let result: ToolResult;
    if (!opened.ok) {
      result = refusedAtDoor(opened.error);
    } else if (refusal !== null) {
      result = refusal;
    } else if (stop.aborted) {
      result = notRun(stopReasonOf(stop));
    } else {
      this.#running.begin({ key, startedAtMs, timeoutMs: opened.timeoutMs, out, stop: own });
      const onStop = () => own.abort(stop.reason);
      stop.addEventListener('abort', onStop);
      deps.onRunning();
      try {
        if (!this.#announced.delete(key)) {
          await deps.log.append(
            call.users === undefined
              ? { type: 'call-started', key, tool: opened.tool }
              : { type: 'command-started', key, ...call.users },
          );
        }
        // A guest may take seconds to start; a stop does not wait for it.
        seat = await unlessAborted(deps.host.ensure(), own.signal);
        result =
          seat === null
            ? notRun(stopReasonOf(own.signal))
            : recorded !== null && deps.played !== undefined
              ? await playResult(recorded, out, {
                  guest: seat.guest,
                  playing: deps.played,
                  desk: deps.jobs.desk(scope.ref, part.callId, deps.hearsJobs),
                })
              : await this.#runTool(call, opened, seat, out, scope, own.signal);
        if (seat !== null && isUnconfirmed(result)) {
          // What runs on in there would hold every later command: a new guest takes over.
          await deps.host.abandon(seat, 'A command could not be stopped.');
        }
      } catch (error) {
        if (error instanceof SessionLeft) {
          this.#running.end(key);
          throw error;
        }
        result = failedToRun(error, seat !== null);
      } finally {
        stop.removeEventListener('abort', onStop);
      }
    }
    const captured = await out.finish();
    if (result.goesOn !== undefined) {
      const ranBeforeMs = result.facts?.kind === 'job' ? (result.facts.moved?.afterMs ?? null) : null;
      await deps.jobs.begin(result.goesOn, scope.ref, { key, facts: captured.facts, ranBeforeMs });
    }
    const endedAtMs = played?.endedAtMs ?? deps.clock();
    await earlier;
    await deps.played?.resultMayCome(key);
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
        ...(call.users === undefined ? {} : { isUsers: true as const }),
      });
    } finally {
      this.#running.end(key);
      deps.onRunning();
    }
  }

  #open(part: ToolCallPart, ref: ProfileRef): OpenedCall {
    return openCall(part, profileOf(ref), this.deps.records.context(ref), this.deps.tools);
  }

  #runTool(
    call: StepCall,
    opened: Extract<OpenedCall, { ok: true }>,
    seat: GuestSeat,
    out: OutputPipeline,
    scope: CallScope,
    stop: AbortSignal,
  ): Promise<ToolResult> {
    if (stop.aborted) return Promise.resolve(stopped(stopReasonOf(stop)));
    const { counter, clock, after, fileFacts, locks, createMatcher } = this.deps;
    const controls = this.#running.get(call.key)?.controls ?? new CommandControls(() => {});
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
      key: call.key,
      callId: call.part.callId,
      controls,
      jobs: this.deps.jobs.desk(scope.ref, call.part.callId, this.deps.hearsJobs),
      ask: (question) => this.deps.ask(call.key, question, stop),
      report: (words) => this.#running.report(call.key, words),
      runSubAgent: (prompt) => this.deps.runSubAgent({ key: call.key, prompt, ref: scope.ref, stop }),
    });
    const { serial: isCommand, stopGraceMs } = opened;
    return boundedRun(run, { guest: seat.guest, stop, after, isCommand, stopGraceMs });
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
