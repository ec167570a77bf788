import type { OutputChunk } from '../../../core/index.ts';
import { OutputQueue } from '../../embedded/page/outputQueue.ts';
import type { ExitStatus, GuestProcess, RunNote } from '../../port.ts';
import type { ContainerProcess } from './client.ts';

/** After the exit, output is taken until none has come for so long, and no longer than that. */
const quietMs = 100;
const longestDrainMs = 1000;
const stopPatienceMs = 3000;

const mergedNote: RunNote = {
  code: 'streams-merged',
  detail: 'stdout and stderr came as one stream, the way a terminal shows them',
};

type Stop = 'SIGTERM' | 'SIGKILL' | 'SIGINT';

/** One `jsh -c`. Its exit is the truth: the stream may end late, or never. */
export class PlainProcess implements GuestProcess {
  readonly output: AsyncIterable<OutputChunk>;
  readonly exit: Promise<ExitStatus>;
  readonly notes: Promise<readonly RunNote[]>;
  readonly #queue = new OutputQueue(() => {});
  readonly #spawned: Promise<ContainerProcess>;
  #asked: Stop | null = null;
  #lastMs = 0;
  /** A carriage return at the end of a chunk: the next may begin with the line feed that belongs to it. */
  #heldReturn = '';
  #finish: (status: ExitStatus) => void = () => {};
  #isOver = false;

  constructor(
    readonly pid: number,
    readonly title: string,
    spawn: () => Promise<ContainerProcess>,
    stdin: Uint8Array | undefined,
  ) {
    this.output = this.#queue;
    this.exit = new Promise((resolve) => {
      this.#finish = (status) => {
        if (this.#isOver) return;
        this.#isOver = true;
        this.#say(this.#heldReturn);
        this.#queue.end();
        resolve(status);
      };
    });
    this.notes = this.exit.then(() => [mergedNote]);
    this.#spawned = spawn();
    void this.#follow(stdin);
  }

  async signal(signal: Stop): Promise<boolean> {
    if (this.#isOver) return true;
    this.#asked ??= signal;
    await this.#spawned.then((process) => process.kill()).catch(() => {});
    const confirmed = await Promise.race([
      this.exit.then(() => true),
      new Promise<boolean>((resolve) => setTimeout(() => resolve(false), stopPatienceMs)),
    ]);
    if (!confirmed) this.#finish({ kind: 'signaled', signal: this.#asked });
    return confirmed;
  }

  /** The container ended under it. */
  died(message: string): void {
    this.#finish({ kind: 'guest-died', message });
  }

  async #follow(stdin: Uint8Array | undefined): Promise<void> {
    let process: ContainerProcess;
    try {
      process = await this.#spawned;
    } catch (error) {
      this.#say(`jsh: ${error instanceof Error ? error.message : String(error)}\n`);
      this.#finish({ kind: 'exited', code: 127 });
      return;
    }
    const reading = this.#read(process).catch(() => {});
    void this.#feed(process, stdin ?? new Uint8Array(0));
    try {
      const code = await process.exit;
      await this.#drained(reading);
      this.#finish(this.#asked ? { kind: 'signaled', signal: this.#asked } : { kind: 'exited', code });
    } catch (error) {
      // What runs at a teardown is rejected.
      this.died(error instanceof Error ? error.message : String(error));
    }
  }

  async #read({ output }: ContainerProcess): Promise<void> {
    const reader = output.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      if (this.#isOver) return;
      const text = this.#heldReturn + next.value;
      this.#heldReturn = text.endsWith('\r') ? '\r' : '';
      this.#say(text.slice(0, text.length - this.#heldReturn.length).replaceAll('\r\n', '\n'));
    }
  }

  async #feed({ input }: ContainerProcess, stdin: Uint8Array): Promise<void> {
    const writer = input.getWriter();
    if (stdin.length > 0) await writer.write(new TextDecoder().decode(stdin)).catch(() => {});
    // The end of input, as it is typed: nobody types more.
    await writer.write('\x04').catch(() => {});
  }

  async #drained(reading: Promise<void>): Promise<void> {
    const endMs = performance.now() + longestDrainMs;
    this.#lastMs = performance.now();
    let isClosed = false;
    void reading.then(() => {
      isClosed = true;
    });
    while (!isClosed && performance.now() < endMs && performance.now() - this.#lastMs < quietMs) {
      await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, quietMs / 4))]);
    }
  }

  #say(text: string): void {
    this.#lastMs = performance.now();
    if (text !== '') this.#queue.push({ stream: 'stdout', bytes: new TextEncoder().encode(text) });
  }
}
