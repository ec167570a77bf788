import type { GuestProcess, GuestShell, GuestTerminal } from '../../port.ts';
import { keysOf, LineEditor } from './lineEditor.ts';

const encoder = new TextEncoder();
const carriageReturn = 13;
const lineFeed = 10;

export interface TerminalSettings {
  readonly columns: number;
  readonly rows: number;
  readonly home: string;
}

/** A line-editing terminal over a persistent shell. Keys typed while a command runs wait for the next line. */
export class EmbeddedTerminal implements GuestTerminal {
  readonly output: AsyncIterable<Uint8Array>;
  readonly #shell: GuestShell;
  readonly #editor: LineEditor;
  readonly #home: string;
  #columns: number;
  #rows: number;
  #pending: Uint8Array[] = [];
  #wake: (() => void) | null = null;
  /** Tells a running command's reader that the emulator took what there was. */
  #drained: (() => void) | null = null;
  #closed = false;
  #running: GuestProcess | null = null;
  #typedAhead: string[] = [];

  constructor(shell: GuestShell, settings: TerminalSettings) {
    this.#shell = shell;
    this.#home = settings.home;
    this.#columns = settings.columns;
    this.#rows = settings.rows;
    this.#editor = new LineEditor(settings.columns);
    this.output = { [Symbol.asyncIterator]: () => this.#read() };
    this.#prompt();
  }

  write(data: string): void {
    for (const key of keysOf(data)) {
      if (!this.#running) this.#press(key);
      else if (key === '\x03') this.#interrupt(this.#running);
      else this.#typedAhead.push(key);
    }
  }

  resize(columns: number, rows: number): void {
    this.#columns = columns;
    this.#rows = rows;
    this.#editor.resize(columns);
  }

  dispose(): void {
    void this.#running?.signal('SIGKILL');
    this.#close();
  }

  #press(key: string): void {
    const { output, event } = this.#editor.press(key);
    this.#print(output);
    if (!event) return;
    if (event.kind === 'clear') this.#print(`\x1b[2J\x1b[H${this.#editor.redraw()}`);
    else if (event.kind === 'interrupt') this.#prompt();
    else if (event.kind === 'end-of-input') this.#leave();
    else if (event.text.trim() === '') this.#prompt();
    else if (/^\s*exit(\s+\d+)?\s*;?\s*$/.test(event.text)) this.#close();
    else void this.#run(event.text);
  }

  #leave(): void {
    this.#print('exit\r\n');
    this.#close();
  }

  #interrupt(process: GuestProcess): void {
    this.#typedAhead = [];
    this.#print('^C');
    void process.signal('SIGINT');
  }

  async #run(command: string): Promise<void> {
    const env = { TERM: 'xterm-256color', COLUMNS: `${this.#columns}`, LINES: `${this.#rows}` };
    const process = this.#shell.run(command, { env });
    this.#running = process;
    let lastByte = lineFeed;
    for await (const { bytes } of process.output) {
      lastByte = bytes[bytes.length - 1] ?? lastByte;
      this.#show(withCarriageReturns(bytes));
      // The next chunk is taken only when this one was: the emulator's speed reaches back to the command.
      await this.#taken();
    }
    const status = await process.exit;
    this.#running = null;
    if (status.kind === 'signaled') this.#print('\r\n');
    else if (lastByte !== lineFeed) this.#print('\x1b[7m%\x1b[0m\r\n');
    if (status.kind === 'guest-died') {
      this.#print(`\x1b[31m${status.message}\x1b[0m\r\n`);
      this.#close();
      return;
    }
    this.#prompt();
    const keys = this.#typedAhead;
    this.#typedAhead = [];
    this.write(keys.join(''));
  }

  #prompt(): void {
    if (this.#closed) return;
    const { cwd } = this.#shell.state;
    const inHome = cwd === this.#home || cwd.startsWith(`${this.#home}/`);
    const shown = inHome ? `~${cwd.slice(this.#home.length)}` : cwd;
    this.#print(this.#editor.begin(`\x1b[1;34m${shown}\x1b[0m $ `, `${shown} $ `));
  }

  #print(text: string): void {
    if (text !== '') this.#show(encoder.encode(text));
  }

  #show(bytes: Uint8Array): void {
    if (this.#closed) return;
    this.#pending.push(bytes);
    this.#notify();
  }

  #close(): void {
    this.#closed = true;
    this.#notify();
    this.#drained?.();
  }

  #taken(): Promise<void> {
    if (this.#closed || this.#pending.length === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#drained = resolve;
    });
  }

  #notify(): void {
    const wake = this.#wake;
    this.#wake = null;
    wake?.();
  }

  #read(): AsyncIterator<Uint8Array> {
    return {
      next: async () => {
        while (this.#pending.length === 0 && !this.#closed) {
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
        }
        const value = this.#pending.shift();
        if (value === undefined) return { done: true, value: undefined };
        if (this.#pending.length === 0) {
          const drained = this.#drained;
          this.#drained = null;
          drained?.();
        }
        return { done: false, value };
      },
      return: async () => {
        this.dispose();
        return { done: true, value: undefined };
      },
    };
  }
}

/** A terminal needs `\r\n`; commands write `\n`. A `\r` that is there already is not doubled. */
export function withCarriageReturns(bytes: Uint8Array): Uint8Array {
  let missing = 0;
  for (let index = 0; index < bytes.length; index++) {
    if (bytes[index] === lineFeed && bytes[index - 1] !== carriageReturn) missing += 1;
  }
  if (missing === 0) return bytes;
  const out = new Uint8Array(bytes.length + missing);
  let at = 0;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0;
    if (byte === lineFeed && bytes[index - 1] !== carriageReturn) out[at++] = carriageReturn;
    out[at++] = byte;
  }
  return out;
}
