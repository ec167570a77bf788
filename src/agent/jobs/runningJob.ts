import {
  cleanerFor,
  type Outcome,
  type OutputFacts,
  type Profile,
  type RecordKey,
  windowsFor,
} from '../../core/index.ts';
import type { OutputStore } from '../../store/index.ts';
import { type CapturedOutput, type OutputBudget, OutputPipeline } from '../output/outputPipeline.ts';
import type { After } from '../timers.ts';
import {
  type CommandStop,
  drainAfterExitMs,
  drainAfterStopMs,
  outcomeOfExit,
  outcomeOfStop,
  stopTree,
} from '../tools/commandRun.ts';
import type { RunningCommand, StopReason } from '../tools/toolPort.ts';
import { JobLog } from './jobLog.ts';

export interface RunningJobDeps {
  readonly outputs: OutputStore;
  readonly budget: OutputBudget;
  readonly profile: Profile;
  readonly startedAtMs: number;
  readonly after: After;
  readonly onLive: (output: RecordKey) => void;
}

/** A command that runs in the background: its output goes to the store, to the live view and to its log in the guest. */
export class RunningJob {
  readonly startedAtMs: number;
  readonly out: OutputPipeline;
  readonly log: JobLog;
  /** Resolves, with nothing, when somebody has asked the job to end. */
  readonly asked: Promise<null>;
  #isStopping = false;
  #isAsked: () => void = () => {};
  #stopped: (stop: CommandStop) => void = () => {};
  readonly #stop = new Promise<CommandStop>((resolve) => {
    this.#stopped = resolve;
  });

  constructor(
    readonly command: RunningCommand,
    private readonly deps: RunningJobDeps,
  ) {
    const { place, guest } = command;
    this.startedAtMs = deps.startedAtMs;
    this.asked = new Promise((resolve) => {
      this.#isAsked = () => resolve(null);
    });
    this.log = new JobLog(guest.fs, place.facts.logPath);
    this.out = new OutputPipeline({
      key: place.output,
      outputs: deps.outputs,
      cleaner: cleanerFor(deps.profile, 'bash'),
      windows: windowsFor('bash'),
      budget: deps.budget,
      onCap: () => this.stop('cap'),
      onLive: () => deps.onLive(place.output),
      copyTo: (bytes) => this.log.append(bytes),
    });
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Asks the command to end; its end is told as any other. */
  stop(by: StopReason): void {
    if (this.#isStopping) return;
    this.#isStopping = true;
    this.deps.onLive(this.command.place.output);
    this.#isAsked();
    void stopTree(this.command.process, by).then((stop) => this.#stopped(stop));
  }

  /** What had come in the foreground, again and in its order, so that the job's output and log have no gap. */
  async begin(before: { readonly key: RecordKey; readonly facts: OutputFacts } | null): Promise<void> {
    await this.log.create();
    if (before === null || before.facts.totalBytes === 0) return;
    // These bytes are stored a second time, but they are the command's once.
    this.deps.budget.sessionBytesLeft += before.facts.totalBytes;
    const runs = before.facts.segments.map(({ stream, bytes }) => ({
      stream: stream === 'mixed' ? ('stdout' as const) : stream,
      bytes,
    }));
    let run = runs.shift();
    for await (const chunk of this.deps.outputs.stream(before.key)) {
      for (let at = 0; at < chunk.length; ) {
        const take: number = Math.min(run?.bytes ?? chunk.length, chunk.length - at);
        await this.out.push({ stream: run?.stream ?? 'stdout', bytes: chunk.slice(at, at + take) });
        at += take;
        if (run !== undefined) {
          run.bytes -= take;
          if (run.bytes === 0) run = runs.shift();
        }
      }
    }
  }

  /** Resolves when the command has ended and everything that it wrote is stored. Never rejects. */
  async run(): Promise<{ readonly outcome: Outcome; readonly captured: CapturedOutput }> {
    const { process, pump, resume } = this.command;
    resume((chunk) => this.out.push(chunk));
    const exited = process.exit.then((exit) => ({ exit }));
    const first = await Promise.race([exited, this.#stop.then((stop) => ({ stop }))]);
    const drainMs = this.#isStopping ? drainAfterStopMs : drainAfterExitMs;
    await pump.drain(this.deps.after, drainMs).catch(() => {});
    pump.abandon();
    if ('exit' in first && first.exit.kind === 'guest-died') this.out.lose('guest-died');
    const captured = await this.out.finish();
    // A stop is what ended it, also where the exit came first with the signal of that stop.
    const stop = this.#isStopping ? await this.#stop : null;
    const isOwnEnd = 'exit' in first && first.exit.kind !== 'signaled';
    const outcome =
      stop !== null && !isOwnEnd
        ? outcomeOfStop(stop, 0)
        : 'exit' in first
          ? outcomeOfExit(first.exit)
          : outcomeOfStop(first.stop, 0);
    return { outcome, captured };
  }
}
