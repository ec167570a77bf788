import {
  createShellCapture,
  type ShellCapture,
  type ShellLimits,
  type ShellRun,
  shellDrainMs,
  shellExtraExitWaitMs,
} from '../../core/index.ts';
import type { BashTime, CommandRunner, RunExit, RunHandle, RunRequest } from './contract.ts';
import type { SpillWriter } from './spillFile.ts';

export interface RunToEnd {
  readonly runner: CommandRunner;
  readonly request: Pick<RunRequest, 'command' | 'cwd' | 'env'>;
  readonly timeoutMs: number;
  readonly limits: ShellLimits;
  readonly spill: SpillWriter | null;
  readonly signal: AbortSignal | undefined;
  readonly time: BashTime;
}

/** One command from its start to the end of its output. */
export interface EndedRun {
  readonly exit: RunExit;
  readonly durationMs: number;
  readonly stoppedBy: ShellRun['stoppedBy'];
  readonly unconfirmedStop: boolean;
  readonly capture: ShellCapture;
  /** What the output failed with; null where it did not. */
  readonly streamError: string | null;
  /** False where the output was let go before its end. */
  readonly hasDrained: boolean;
}

/**
 * Runs a command and stops it: at its timeout, at the caller's abort, over the cap, whichever comes first; an exit
 * that is known before beats all three. The runner is asked once; it is waited for `killGraceMs` and a second more.
 * @throws what the runner throws, though it should not.
 */
export async function runToEnd(asked: RunToEnd): Promise<EndedRun> {
  const { runner, request, timeoutMs, limits, signal, time } = asked;
  const stopped = new AbortController();
  const disposers: (() => void)[] = [];
  let stoppedBy: ShellRun['stoppedBy'] = null;
  let hasExited = false;
  let giveUp: () => void = () => {};
  const givenUp = new Promise<null>((done) => {
    giveUp = () => done(null);
  });
  const stop = (reason: NonNullable<ShellRun['stoppedBy']>) => {
    if (hasExited || stoppedBy !== null) return;
    stoppedBy = reason;
    disposers.push(time.after(limits.killGraceMs + shellExtraExitWaitMs, giveUp));
    stopped.abort();
  };
  const onAbort = () => stop('abort');
  const startedAt = time.now();
  disposers.push(time.after(timeoutMs, () => stop('timeout')));
  signal?.addEventListener('abort', onAbort);
  disposers.push(() => signal?.removeEventListener('abort', onAbort));
  if (signal?.aborted) onAbort();
  const reader = new OutputReader(asked, () => stop('output-cap'));
  try {
    const handle = runner.run({ ...request, signal: stopped.signal, killGraceMs: limits.killGraceMs });
    const reading = reader.readAll(handle.output);
    const ended = await Promise.race([
      handle.exit.then((exit) => {
        hasExited = true;
        return exit;
      }),
      givenUp,
    ]);
    if (ended !== null && ended.error === undefined) await reader.drain(reading, time);
    return {
      exit: ended ?? { code: null, signal: null },
      durationMs: Math.max(0, Math.round(time.now() - startedAt)),
      stoppedBy,
      unconfirmedStop: ended === null,
      capture: reader.capture,
      streamError: reader.error,
      hasDrained: reader.hasEnded,
    };
  } finally {
    reader.letGo();
    for (const dispose of disposers) dispose();
  }
}

/** Takes chunks in until the output ends or is let go. */
class OutputReader {
  readonly capture: ShellCapture;
  readonly #spill: SpillWriter | null;
  readonly #onOverCap: () => void;
  #iterator: AsyncIterator<unknown> | null = null;
  #isLetGo = false;
  hasEnded = false;
  error: string | null = null;

  constructor({ limits, spill }: Pick<RunToEnd, 'limits' | 'spill'>, onOverCap: () => void) {
    this.capture = createShellCapture(limits);
    this.#spill = spill;
    this.#onOverCap = onOverCap;
  }

  async readAll(output: RunHandle['output']): Promise<void> {
    try {
      const iterator: AsyncIterator<unknown> = output[Symbol.asyncIterator]();
      this.#iterator = iterator;
      for (;;) {
        const next = await iterator.next();
        if (this.#isLetGo) return;
        if (next.done === true) break;
        this.#take(next.value);
      }
    } catch (thrown) {
      if (this.#isLetGo) return;
      this.error = thrown instanceof Error && thrown.message !== '' ? thrown.message : 'unknown error';
    }
    this.hasEnded = true;
  }

  #take(chunk: unknown): void {
    const copied = copyOf(chunk);
    if (copied === null) {
      this.capture.push(chunk);
      return;
    }
    if (copied.bytes.length === 0) return;
    this.capture.push(copied);
    this.#spill?.write(copied.bytes);
    if (this.capture.isOverCap) this.#onOverCap();
  }

  /** Waits for the end, a second at most. */
  async drain(reading: Promise<void>, time: BashTime): Promise<void> {
    let dispose = () => {};
    const late = new Promise<void>((done) => {
      dispose = time.after(shellDrainMs, done);
    });
    await Promise.race([reading, late]);
    dispose();
  }

  /** What comes later is taken nowhere. */
  letGo(): void {
    this.#isLetGo = true;
    if (!this.hasEnded) Promise.resolve(this.#iterator?.return?.()).catch(() => {});
  }
}

/** A runner may use its buffer again. */
function copyOf(chunk: unknown): { readonly stream: unknown; readonly bytes: Uint8Array } | null {
  if (typeof chunk !== 'object' || chunk === null || !('bytes' in chunk)) return null;
  if (!(chunk.bytes instanceof Uint8Array)) return null;
  return { stream: 'stream' in chunk ? chunk.stream : undefined, bytes: Uint8Array.from(chunk.bytes) };
}
