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
  /** Chunks that the guest has given so far, and whether the pump waits for the next. */
  #given = 0;
  #isWaiting = false;

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

  /**
   * For the end of a command: true where its output ended by itself, false where the guest gave nothing for `drainMs`.
   * While a sink takes what it was given no time runs: a store that is slow, or still opens, must not cost what the
   * command wrote. Rejects where a sink does.
   */
  async drain(after: After, drainMs: number): Promise<boolean> {
    let cancel = () => {};
    const silent = new Promise<false>((resolve) => {
      let seen = this.#given;
      const look = () => {
        if (this.#isWaiting && this.#given === seen) return resolve(false);
        seen = this.#given;
        cancel = after(drainMs, look);
      };
      cancel = after(drainMs, look);
    });
    try {
      return await Promise.race([this.ended.then(() => true), silent]);
    } finally {
      cancel();
    }
  }

  async #run(): Promise<void> {
    for (;;) {
      this.#isWaiting = true;
      const next = await this.#chunks.next();
      this.#isWaiting = false;
      this.#given++;
      if (next.done === true) return;
      while (this.#gate !== null) await this.#gate;
      if (this.#abandoned) return;
      this.#push = this.#sink(next.value);
      await this.#push;
    }
  }
}
