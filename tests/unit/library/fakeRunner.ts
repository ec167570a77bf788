import type { BashTime, CommandRunner, RunExit, RunRequest } from '../../../src/library/index.ts';

/** Lets everything run that waits for no timer. */
export async function settled(): Promise<void> {
  for (let round = 0; round < 3; round += 1) await new Promise<void>((done) => setImmediate(done));
}

/** A clock that stands still until it is moved. */
export function fakeTime() {
  let nowMs = 1_000;
  const timers = new Set<{ readonly atMs: number; readonly callback: () => void }>();
  const time: BashTime = {
    now: () => nowMs,
    after(ms, callback) {
      const timer = { atMs: nowMs + ms, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
  };
  return {
    time,
    pending: () => timers.size,
    async advance(ms: number) {
      await settled();
      const untilMs = nowMs + ms;
      for (;;) {
        const [next] = [...timers].filter((timer) => timer.atMs <= untilMs).sort((a, b) => a.atMs - b.atMs);
        if (next === undefined) break;
        timers.delete(next);
        nowMs = next.atMs;
        next.callback();
        await settled();
      }
      nowMs = untilMs;
      await settled();
    },
  };
}

/** A command whose output and end are the test's to give. */
export function fakeRunner(onStop: (command: FakeCommand) => void = () => {}) {
  const commands: FakeCommand[] = [];
  const runner: CommandRunner = {
    id: 'fake',
    cwd: '/work',
    run(request) {
      const command = new FakeCommand(request);
      commands.push(command);
      request.signal.addEventListener('abort', () => onStop(command));
      if (request.signal.aborted) onStop(command);
      return {
        // What is no chunk is the runner's fault, which the types would not let a test make.
        output: command.output() as AsyncIterable<{ stream: 'stdout' | 'stderr'; bytes: Uint8Array }>,
        exit: command.exited,
      };
    },
  };
  return { runner, commands };
}

export class FakeCommand {
  readonly exited: Promise<RunExit>;
  exit: (exit: RunExit) => void = () => {};
  crash: (error: Error) => void = () => {};
  returned = false;
  readonly #chunks: unknown[] = [];
  #end: 'open' | 'ended' | Error = 'open';
  #wake: () => void = () => {};

  constructor(readonly request: RunRequest) {
    this.exited = new Promise((done, fail) => {
      this.exit = done;
      this.crash = fail;
    });
  }

  chunk(chunk: unknown): void {
    this.#chunks.push(chunk);
    this.#wake();
  }

  out(text: string, stream = 'stdout'): void {
    this.chunk({ stream, bytes: new TextEncoder().encode(text) });
  }

  close(error: Error | null = null): void {
    this.#end = error ?? 'ended';
    this.#wake();
  }

  /** Output closed and exited. */
  end(code: number | null = 0, signal: string | null = null): void {
    this.close();
    this.exit({ code, signal });
  }

  output(): AsyncIterable<unknown> {
    const next = async (): Promise<IteratorResult<unknown>> => {
      for (;;) {
        if (this.#chunks.length > 0) return { done: false, value: this.#chunks.shift() };
        if (this.#end instanceof Error) throw this.#end;
        if (this.#end === 'ended') return { done: true, value: undefined };
        await new Promise<void>((done) => {
          this.#wake = done;
        });
      }
    };
    const finish = async (): Promise<IteratorResult<unknown>> => {
      this.returned = true;
      return { done: true, value: undefined };
    };
    return { [Symbol.asyncIterator]: () => ({ next, return: finish }) };
  }
}
