import { checkAbortSignal, invalidArgValue } from '../../nodeErrors/argumentErrors.ts';
import { abortError, nodeError } from '../../nodeErrors/nodeError.ts';
import type { NodeSystem } from '../../system.ts';
import { EventEmitter } from '../events/emitter.ts';
import { on } from '../events/iterators.ts';
import { StringDecoder } from '../text/stringDecoder.ts';
import type { Output } from './cursor.ts';

/**
 * `readline.Interface` over any stream. Lines are taken as they come: what edits a line key by key belongs to the
 * terminal of the page.
 */

interface Input {
  on(event: string, listener: (...args: never[]) => void): unknown;
  removeListener(event: string, listener: (...args: never[]) => void): unknown;
  resume(): unknown;
  pause(): unknown;
}

interface InterfaceOptions {
  readonly input?: Input;
  readonly output?: Output;
  readonly terminal?: boolean;
  readonly prompt?: string;
  readonly crlfDelay?: number;
  readonly historySize?: number;
  readonly removeHistoryDuplicates?: boolean;
  readonly completer?: unknown;
  readonly signal?: AbortSignal;
  readonly history?: string[];
  readonly tabSize?: number;
}

type Answer = (line: string) => void;

/** Ends of lines; a carriage return at the end of what is there may be half of one. */
const lineEnd = /\r\n|\n|\r(?!\n)/g;
const shortestDelayMs = 100;

function optionsOf(args: readonly unknown[]): InterfaceOptions {
  const [first, output, completer, terminal] = args;
  const options = first as InterfaceOptions & Input & { input?: Input };
  if (options?.input) return options;
  return { input: options, output: output as Output, completer, terminal: terminal as boolean };
}

export function createInterfaceClass(system: NodeSystem) {
  class Interface extends (EventEmitter as unknown as new () => import('node:events').EventEmitter) {
    line = '';
    cursor = 0;
    terminal: boolean;
    readonly input: Input;
    readonly output: Output | undefined;
    readonly history: string[];
    readonly historySize: number;
    readonly crlfDelay: number;
    readonly completer: unknown;
    closed = false;
    paused = false;
    #prompt: string;
    #rest = '';
    /** When a line ended in a carriage return, on the clock. */
    #returnedMs = 0;
    #answer: Answer | null = null;
    readonly #decoder = new StringDecoder('utf8');
    readonly #dispose: () => void;

    constructor(...args: unknown[]) {
      super();
      const options = optionsOf(args);
      const { input, historySize = 30 } = options;
      if (Number.isNaN(historySize) || typeof historySize !== 'number' || historySize < 0) {
        throw invalidArgValue('historySize', historySize);
      }
      this.input = input as Input;
      this.output = options.output ?? undefined;
      this.terminal = options.terminal ?? (this.output as { isTTY?: boolean } | undefined)?.isTTY === true;
      this.history = options.history ?? [];
      this.historySize = historySize;
      this.completer = options.completer;
      this.crlfDelay = options.crlfDelay ? Math.max(shortestDelayMs, options.crlfDelay) : shortestDelayMs;
      this.#prompt = options.prompt ?? '> ';
      const onData = (chunk: string | Uint8Array) =>
        this.#take(typeof chunk === 'string' ? chunk : this.#decoder.write(chunk));
      const onEnd = () => {
        this.#take(this.#decoder.end());
        if (this.#rest !== '') this.#give(this.#rest);
        this.#rest = '';
        this.close();
      };
      const onError = (error: unknown) => this.emit('error', error);
      for (const [name, listener] of [
        ['data', onData],
        ['end', onEnd],
        ['error', onError],
      ] as const)
        this.input.on(name, listener as never);
      this.#dispose = () => {
        for (const [name, listener] of [
          ['data', onData],
          ['end', onEnd],
          ['error', onError],
        ] as const) {
          this.input.removeListener(name, listener as never);
        }
      };
      const { signal } = options;
      if (signal) {
        checkAbortSignal(signal, 'options.signal');
        const onAbort = () => this.close();
        if (signal.aborted) system.loop.nextTick(onAbort);
        else signal.addEventListener('abort', onAbort, { once: true });
      }
      this.input.resume();
    }

    get columns(): number {
      return (this.output as { columns?: number } | undefined)?.columns ?? Number.POSITIVE_INFINITY;
    }

    #take(text: string): void {
      if (text === '') return;
      let all = text;
      if (this.#returnedMs > 0 && system.clock.nowMs() - this.#returnedMs <= this.crlfDelay) {
        if (all.startsWith('\n')) all = all.slice(1);
      }
      this.#returnedMs = 0;
      all = this.#rest + all;
      this.#rest = '';
      let from = 0;
      const lines: string[] = [];
      for (const { index, 0: end } of all.matchAll(lineEnd)) {
        lines.push(all.slice(from, index));
        from = index + end.length;
      }
      if (all.endsWith('\r')) this.#returnedMs = system.clock.nowMs();
      this.#rest = all.slice(from);
      for (const line of lines) this.#give(line);
    }

    #give(line: string): void {
      if (this.closed) return;
      const answer = this.#answer;
      if (!answer) {
        this.emit('line', line);
        return;
      }
      this.#answer = null;
      this.setPrompt(this.#oldPrompt);
      answer(line);
    }

    #oldPrompt = '';

    getPrompt(): string {
      return this.#prompt;
    }

    setPrompt(prompt: string): void {
      this.#prompt = prompt;
    }

    prompt(_preserveCursor?: boolean): void {
      if (this.paused) this.resume();
      this.output?.write(this.#prompt);
    }

    question(query: string, ...rest: unknown[]): void {
      const callback = rest.pop() as Answer;
      if (this.closed) throw nodeError(Error, 'ERR_USE_AFTER_CLOSE', 'readline was closed');
      const { signal } = (rest[0] ?? {}) as { readonly signal?: AbortSignal };
      if (signal?.aborted) return;
      if (typeof callback !== 'function') return;
      if (this.#answer) {
        this.prompt();
        return;
      }
      const cancel = () => {
        this.#answer = null;
      };
      signal?.addEventListener('abort', cancel, { once: true });
      this.#oldPrompt = this.#prompt;
      this.setPrompt(query);
      this.#answer = (line) => {
        signal?.removeEventListener('abort', cancel);
        callback(line);
      };
      this.prompt();
    }

    write(data: string | Uint8Array | null, _key?: object): void {
      if (this.closed) throw nodeError(Error, 'ERR_USE_AFTER_CLOSE', 'readline was closed');
      if (this.paused) this.resume();
      if (data !== null && data !== undefined)
        this.#take(typeof data === 'string' ? data : this.#decoder.write(data));
    }

    pause(): this {
      if (this.paused) return this;
      this.input.pause();
      this.paused = true;
      this.emit('pause');
      return this;
    }

    resume(): this {
      if (!this.paused) return this;
      this.input.resume();
      this.paused = false;
      this.emit('resume');
      return this;
    }

    close(): void {
      if (this.closed) return;
      this.pause();
      this.#dispose();
      this.closed = true;
      this.emit('close');
    }

    getCursorPos(): { rows: number; cols: number } {
      return { rows: 0, cols: this.#prompt.length + this.#rest.length };
    }

    [Symbol.asyncIterator](): AsyncGenerator<string> {
      // Listens from now on, not from when the first line is asked for.
      const events = on(this as never, 'line', { close: ['close'] }) as AsyncIterableIterator<[string]>;
      const close = () => this.close();
      const lines = (async function* () {
        try {
          for await (const [line] of events) yield line;
        } finally {
          close();
        }
      })();
      return lines;
    }
  }
  return Interface;
}

/** `readline/promises`: the same with a question that is awaited. */
export function createPromisesInterface(Base: ReturnType<typeof createInterfaceClass>) {
  return class Interface extends Base {
    override question(query: string, options: { readonly signal?: AbortSignal } = {}): never {
      const answer = new Promise((resolve, reject) => {
        const { signal } = options;
        checkAbortSignal(signal, 'options.signal');
        if (signal?.aborted) {
          reject(abortError(signal.reason));
          return;
        }
        const onAbort = () => reject(abortError(signal?.reason));
        signal?.addEventListener('abort', onAbort, { once: true });
        super.question(query, options, (line: string) => {
          signal?.removeEventListener('abort', onAbort);
          resolve(line);
        });
      });
      return answer as never;
    }
  };
}
