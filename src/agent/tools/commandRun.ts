import type { Outcome, OutputChunk, SignalName } from '../../core/index.ts';
import type { ExitStatus, GuestProcess } from '../../guest/index.ts';
import type { After } from '../timers.ts';
import { type StopReason, stopError } from './toolPort.ts';

/** How long output may go on after the shell has ended: a child in the background may hold it open for ever. */
export const drainAfterExitMs = 250;
/** After a stop the guest has confirmed that nothing runs; whoever pressed Stop is waiting. */
export const drainAfterStopMs = 80;

/** Why a command was stopped, and what the guest said of it. */
export interface CommandStop {
  readonly by: 'timeout' | StopReason;
  readonly confirmed: boolean;
  readonly signal: SignalName;
}

/** Where the output of a command goes. Resolves when the next chunk may come. */
export type ChunkSink = (chunk: OutputChunk) => Promise<void>;

/** Stops the whole tree: asked first, then without asking. Never rejects. */
export async function stopTree(process: GuestProcess, by: CommandStop['by']): Promise<CommandStop> {
  try {
    const first: SignalName = by === 'timeout' ? 'SIGTERM' : 'SIGKILL';
    if (await process.signal(first)) return { by, confirmed: true, signal: first };
    return { by, confirmed: await process.signal('SIGKILL'), signal: 'SIGKILL' };
  } catch {
    return { by, confirmed: false, signal: 'SIGKILL' };
  }
}

export function outcomeOfExit(exit: ExitStatus): Outcome {
  if (exit.kind === 'exited') {
    return exit.code === 0
      ? { status: 'ok', exitCode: 0 }
      : { status: 'failed', exitCode: exit.code, signal: null };
  }
  if (exit.kind === 'signaled') return { status: 'failed', exitCode: null, signal: exit.signal };
  return {
    status: 'error',
    error: { code: 'GUEST_CRASHED', phase: 'guest', message: `The guest ended: ${exit.message}` },
    stoppedBy: 'guest-death',
    unconfirmedStop: false,
  };
}

export function outcomeOfStop(stop: CommandStop, timeoutMs: number): Outcome {
  const unconfirmedStop = !stop.confirmed;
  if (stop.by === 'timeout') return { status: 'timeout', timeoutMs, signal: stop.signal, unconfirmedStop };
  const { code, message } = stopError(stop.by);
  const phase = stop.by === 'cap' ? 'capture' : 'abort';
  return { status: 'error', error: { code, phase, message }, stoppedBy: stop.by, unconfirmedStop };
}

/** Moves output to its sink until it ends. The sink may be changed on the way: no chunk is lost or comes twice. */
export class CommandPump {
  /** Rejects where a sink does. */
  readonly ended: Promise<void>;
  readonly #chunks: AsyncIterator<OutputChunk>;
  #sink: ChunkSink;
  #gate: Promise<void> | null = null;
  #push: Promise<void> = Promise.resolve();
  #abandoned = false;

  constructor(process: GuestProcess, sink: ChunkSink) {
    this.#chunks = process.output[Symbol.asyncIterator]();
    this.#sink = sink;
    this.ended = this.#run();
    this.ended.catch(() => {});
  }

  /** Gives up what has not come. */
  abandon(): void {
    this.#abandoned = true;
    void this.#chunks.return?.();
  }

  /**
   * Resolves when the sink has taken what it was given; what comes after waits for the new sink, which the result
   * sets.
   */
  async hold(): Promise<(sink: ChunkSink) => void> {
    let open = () => {};
    this.#gate = new Promise((resolve) => {
      open = resolve;
    });
    await this.#push.catch(() => {});
    return (sink) => {
      this.#sink = sink;
      this.#gate = null;
      open();
    };
  }

  async #run(): Promise<void> {
    for (;;) {
      const next = await this.#chunks.next();
      if (next.done === true) return;
      while (this.#gate !== null) await this.#gate;
      if (this.#abandoned) return;
      this.#push = this.#sink(next.value);
      await this.#push;
    }
  }
}

/**
 * True where the output ended by itself within the drain. While bytes still come the drain goes on: a slow store must
 * not cost the end of an output.
 */
export async function drain(
  ended: Promise<void>,
  totalBytes: () => number,
  after: After,
  drainMs: number,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let seen = totalBytes();
    const look = () => {
      if (totalBytes() === seen) return resolve(false);
      seen = totalBytes();
      cancel = after(drainMs, look);
    };
    let cancel = after(drainMs, look);
    ended.then(
      () => {
        cancel();
        resolve(true);
      },
      (error: unknown) => {
        cancel();
        reject(error instanceof Error ? error : new Error(String(error)));
      },
    );
  });
}
