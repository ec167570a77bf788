import type { GuestTerminal } from '../../port.ts';
import { type Container, type ContainerProcess, callLimitMs, spawnWithin } from './client.ts';

interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/** The terminals of one guest: they end with it. */
export class JshTerminals {
  readonly #container: Container;
  readonly #open = new Set<JshTerminal>();

  constructor(container: Container) {
    this.#container = container;
  }

  open(size: TerminalSize): GuestTerminal {
    const terminal = new JshTerminal(this.#container, size, () => this.#open.delete(terminal));
    this.#open.add(terminal);
    return terminal;
  }

  /** Before the container is torn down: the client tells nobody of a call that comes too late. */
  dispose(): void {
    for (const terminal of this.#open) terminal.dispose();
  }
}

/** The container's own shell on a terminal of its own. */
class JshTerminal implements GuestTerminal {
  readonly output: AsyncIterable<Uint8Array>;
  readonly #process: Promise<ContainerProcess>;
  #input: Promise<WritableStreamDefaultWriter<string>>;
  readonly #onDisposed: () => void;
  #disposed = false;

  constructor(container: Container, { columns: cols, rows }: TerminalSize, onDisposed: () => void) {
    this.#onDisposed = onDisposed;
    this.#process = spawnWithin(callLimitMs, container, ['jsh'], { terminal: { cols, rows } });
    this.#input = this.#process.then(({ input }) => input.getWriter());
    this.#input.catch(() => {});
    this.output = this.#read();
  }

  write(data: string): void {
    void this.#input.then((input) => input.write(data)).catch(() => {});
  }

  resize(columns: number, rows: number): void {
    if (this.#disposed) return;
    void this.#process.then((process) => process.resize({ cols: columns, rows })).catch(() => {});
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#onDisposed();
    void this.#process.then((process) => process.kill()).catch(() => {});
  }

  async *#read(): AsyncGenerator<Uint8Array> {
    const encoder = new TextEncoder();
    let process: ContainerProcess;
    try {
      process = await this.#process;
    } catch (error) {
      yield encoder.encode(`${error instanceof Error ? error.message : String(error)}\r\n`);
      return;
    }
    const reader = process.output.getReader();
    // The stream may stay open after the shell's end.
    const ended = process.exit.then(
      () => true,
      () => true,
    );
    try {
      for (;;) {
        const next = await Promise.race([reader.read(), ended.then(() => null)]);
        if (next === null || next.done || this.#disposed) return;
        // Newlines of the container are bare; a terminal wants to be told to go back to the line's start.
        yield encoder.encode(next.value.replace(/\r?\n/g, '\r\n'));
      }
    } finally {
      void reader.cancel().catch(() => {});
    }
  }
}
