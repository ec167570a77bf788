import type { NodeSystem } from '../system.ts';
import { tableText } from './tableData.ts';

type Util = typeof import('node:util');
type Inspected = Parameters<Util['inspect']>[1];

/** What a console writes to. */
interface Sink {
  write(text: string): unknown;
}

export interface ConsoleOptions {
  readonly stdout: Sink;
  readonly stderr?: Sink;
  readonly ignoreErrors?: boolean;
  readonly colorMode?: boolean | 'auto';
  readonly inspectOptions?: object;
  readonly groupIndentation?: number;
}

function elapsedText(ms: number): string {
  if (ms < 1000) return `${Number(ms.toFixed(3))}ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(3)}s`;
  const seconds = ms / 1000;
  const pad = (value: number, digits: number) =>
    value.toFixed(digits).padStart(digits === 0 ? 2 : digits + 3, '0');
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${pad(seconds % 60, 3)} (m:ss.mmm)`;
  const minutes = Math.floor((seconds % 3600) / 60);
  return `${Math.floor(seconds / 3600)}:${pad(minutes, 0)}:${pad(Math.floor(seconds % 60), 0)} (h:mm:ss)`;
}

/** The class `Console` of one process; its global console is an instance with `system`'s own streams. */
export function createConsoleClass(system: NodeSystem) {
  const util = () => system.builtin<Util>('util');

  return class Console {
    readonly #out: Sink;
    readonly #err: Sink;
    readonly #counts = new Map<string, number>();
    readonly #started = new Map<string, number>();
    readonly #inspectOptions: object;
    readonly #step: number;
    readonly #ignoresErrors: boolean;
    #indent = '';

    constructor(options: ConsoleOptions | Sink, stderr?: Sink, ignoreErrors = true) {
      const given: ConsoleOptions =
        'stdout' in options
          ? options
          : { stdout: options, ...(stderr === undefined ? {} : { stderr }), ignoreErrors };
      if (typeof given.stdout?.write !== 'function') {
        const error = new TypeError('Console expects a writable stream instance for stdout');
        throw Object.assign(error, { code: 'ERR_CONSOLE_WRITABLE_STREAM' });
      }
      this.#out = given.stdout;
      this.#err = given.stderr ?? given.stdout;
      this.#ignoresErrors = given.ignoreErrors ?? true;
      this.#inspectOptions = {
        ...given.inspectOptions,
        ...(given.colorMode === true ? { colors: true } : {}),
      };
      this.#step = given.groupIndentation ?? 2;
      // Programs take the functions off and call them alone.
      for (const name of Object.getOwnPropertyNames(Console.prototype)) {
        if (name === 'constructor') continue;
        const method = Reflect.get(this, name) as (...args: unknown[]) => unknown;
        const bound = method.bind(this);
        Object.defineProperty(bound, 'name', { value: name });
        Object.defineProperty(this, name, {
          value: bound,
          writable: true,
          configurable: true,
          enumerable: true,
        });
      }
    }

    #put(sink: Sink, text: string): void {
      const indented = this.#indent === '' ? text : this.#indent + text.replaceAll('\n', `\n${this.#indent}`);
      if (!this.#ignoresErrors) {
        sink.write(`${indented}\n`);
        return;
      }
      try {
        sink.write(`${indented}\n`);
      } catch (error) {
        // A stack overflow must reach the program, a closed pipe must not.
        if (error instanceof RangeError) throw error;
      }
    }

    #format(args: readonly unknown[]): string {
      const [first] = args;
      if (args.length === 1 && typeof first === 'string') return first;
      return util().formatWithOptions(this.#inspectOptions, ...args);
    }

    log(...args: unknown[]): void {
      this.#put(this.#out, this.#format(args));
    }

    warn(...args: unknown[]): void {
      this.#put(this.#err, this.#format(args));
    }

    dir(value: unknown, options?: object): void {
      const inspected = { customInspect: false, ...this.#inspectOptions, ...options } as Inspected;
      this.#put(this.#out, util().inspect(value, inspected));
    }

    time(label: unknown = 'default'): void {
      const name = String(label);
      if (this.#started.has(name)) {
        system.process.emitWarning(`Label '${name}' already exists for console.time()`);
        return;
      }
      this.#started.set(name, system.clock.elapsedMs());
    }

    timeEnd(label: unknown = 'default'): void {
      const name = String(label);
      if (this.#sayTime(name, 'timeEnd', [])) this.#started.delete(name);
    }

    timeLog(label: unknown = 'default', ...data: unknown[]): void {
      this.#sayTime(String(label), 'timeLog', data);
    }

    #sayTime(name: string, method: string, data: readonly unknown[]): boolean {
      const started = this.#started.get(name);
      if (started === undefined) {
        system.process.emitWarning(`No such label '${name}' for console.${method}()`);
        return false;
      }
      const passed = elapsedText(system.clock.elapsedMs() - started);
      if (data.length === 0) this.log('%s: %s', name, passed);
      else this.log('%s: %s', name, passed, ...data);
      return true;
    }

    trace(...args: unknown[]): void {
      const error = { name: 'Trace', message: this.#format(args), stack: '' };
      Error.captureStackTrace(error, this.trace);
      const head = error.message === '' ? 'Trace' : `Trace: ${error.message}`;
      const frames = error.stack.split('\n').filter((line) => /^ {4}at /.test(line));
      this.warn([head, ...frames].join('\n'));
    }

    assert(condition: unknown, ...args: unknown[]): void {
      if (condition) return;
      const [first, ...rest] = args;
      if (args.length > 0) this.warn(`Assertion failed: ${first as string}`, ...rest);
      else this.warn('Assertion failed');
    }

    clear(): void {}

    count(label: unknown = 'default'): void {
      const name = String(label);
      const count = (this.#counts.get(name) ?? 0) + 1;
      this.#counts.set(name, count);
      this.log(`${name}: ${count}`);
    }

    countReset(label: unknown = 'default'): void {
      const name = String(label);
      if (this.#counts.has(name)) this.#counts.delete(name);
      else system.process.emitWarning(`Count for '${name}' does not exist`);
    }

    group(...args: unknown[]): void {
      if (args.length > 0) this.log(...args);
      this.#indent += ' '.repeat(this.#step);
    }

    groupEnd(): void {
      this.#indent = this.#indent.slice(0, -this.#step);
    }

    table(data: unknown, properties?: unknown): void {
      if (properties !== undefined && !Array.isArray(properties)) {
        const error = new TypeError('The "properties" argument must be an instance of Array.');
        throw Object.assign(error, { code: 'ERR_INVALID_ARG_TYPE' });
      }
      const text = tableText(data, properties as string[] | undefined, util().inspect);
      if (text === null) this.log(data);
      else this.log(text);
    }

    debug(...args: unknown[]): void {
      this.#put(this.#out, this.#format(args));
    }

    info(...args: unknown[]): void {
      this.#put(this.#out, this.#format(args));
    }

    dirxml(...args: unknown[]): void {
      this.#put(this.#out, this.#format(args));
    }

    error(...args: unknown[]): void {
      this.#put(this.#err, this.#format(args));
    }

    groupCollapsed(...args: unknown[]): void {
      this.group(...args);
    }
  };
}
