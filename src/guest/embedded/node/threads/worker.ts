import type { EventEmitter } from 'node:events';
import type { Readable } from 'node:stream';
import type { NodeThread } from '../contract.ts';
import { invalidArgType } from '../nodeErrors/argumentErrors.ts';
import { nodeError } from '../nodeErrors/nodeError.ts';
import type { NodeSystem } from '../system.ts';
import type { ThreadMessage } from './messages.ts';

type Options = Readonly<Record<string, unknown>>;

export const shareEnv = Symbol.for('nodejs.worker_threads.SHARE_ENV');

/** The class `Worker` of `worker_threads`. */
export function createWorkerClass(system: NodeSystem, environmentData: ReadonlyMap<unknown, unknown>) {
  const Emitter = system.builtin<new () => EventEmitter>('events');
  const { loop } = system;
  let lastId = system.thread ? system.thread.threadId * 1000 : 0;

  function pathOf(file: unknown): string {
    if (typeof file === 'object' && file !== null && 'pathname' in file) {
      return decodeURIComponent((file as URL).pathname);
    }
    if (typeof file !== 'string') throw invalidArgType('filename', ['string', 'URL'], file);
    if (file.startsWith('/')) return file;
    if (/^\.\.?\//.test(file)) return `${system.process.cwd()}/${file}`;
    if (file.startsWith('file:')) return decodeURIComponent(new URL(file).pathname);
    throw nodeError(
      TypeError,
      'ERR_WORKER_PATH',
      `The worker script or module filename must be an absolute path or a relative path starting with './' or '../'. Received "${file}"`,
    );
  }

  function envOf(env: unknown): Record<string, string> {
    const from = typeof env === 'object' && env !== null ? (env as object) : system.process.env;
    return Object.fromEntries(
      Object.entries(from).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    );
  }

  function outputStream(): Readable {
    const { Readable: Base } = system.builtin<typeof import('node:stream')>('stream');
    return new Base({ read() {} });
  }

  return class Worker extends Emitter {
    threadId: number;
    stdin: unknown = null;
    stdout: Readable;
    stderr: Readable;
    resourceLimits: object;
    readonly #port: MessagePort;
    #pid: Promise<number>;
    #release = loop.hold();
    #exited: number | null = null;

    constructor(file: unknown, options: Options = {}) {
      super();
      lastId += 1;
      this.threadId = lastId;
      this.resourceLimits = { ...(options.resourceLimits as object | undefined) };
      this.stdout = outputStream();
      this.stderr = outputStream();
      const { port1, port2 } = new system.natives.MessageChannel();
      this.#port = port1;
      const isText = options.eval === true;
      const thread: NodeThread = {
        threadId: lastId,
        entry: isText ? String(file) : pathOf(file),
        isText,
        argv: Array.isArray(options.argv) ? options.argv.map(String) : [],
        execArgv: Array.isArray(options.execArgv)
          ? options.execArgv.map(String)
          : [...system.process.execArgv],
        cwd: system.process.cwd(),
        env: envOf(options.env),
        workerData: options.workerData,
        environmentData: new Map(environmentData),
        clockStartMs: system.clock.virtual?.look() ?? null,
        port: port2,
      };
      system.besides.mark();
      const given = Array.isArray(options.transferList) ? (options.transferList as Transferable[]) : [];
      port1.onmessage = ({ data }: MessageEvent<ThreadMessage>) =>
        loop.enqueue(() => this.#heard(data, options));
      this.#pid = system.kernel.ask('startThread', [thread], [port2, ...given]) as Promise<number>;
      this.#pid
        .then((pid) => system.kernel.ask('wait', [pid]))
        .then(
          // A clean exit is told by the thread itself, behind its last message.
          () => loop.enqueue(() => loop.enqueue(() => this.#ended(1))),
          (error: unknown) =>
            loop.enqueue(() => {
              this.emit('error', error);
              this.#ended(1);
            }),
        );
    }

    #heard(message: ThreadMessage, options: Options): void {
      switch (message.kind) {
        case 'online':
          this.emit('online');
          return;
        case 'message':
          this.emit('message', message.value);
          return;
        case 'output': {
          const { Buffer } = system.builtin<typeof import('node:buffer')>('buffer');
          const name = message.fd === 1 ? 'stdout' : 'stderr';
          this[name].push(Buffer.from(message.bytes));
          if (options[name] !== true) system.write(message.fd, message.bytes);
          return;
        }
        case 'failed': {
          const { error, extra } = message;
          if (error instanceof Error && extra) Object.assign(error, extra);
          this.emit('error', error);
          return;
        }
        case 'exit':
          this.#ended(message.code);
      }
    }

    #ended(code: number): void {
      if (this.#exited !== null) return;
      this.#exited = code;
      this.stdout.push(null);
      this.stderr.push(null);
      this.#port.close();
      this.threadId = -1;
      this.emit('exit', code);
      this.#release();
    }

    postMessage(value: unknown, transfer?: Transferable[] | { readonly transfer?: Transferable[] }): void {
      if (this.#exited !== null) return;
      const list = Array.isArray(transfer) ? transfer : (transfer?.transfer ?? []);
      const message: ThreadMessage = { kind: 'message', value };
      this.#port.postMessage(message, list);
    }

    terminate(): Promise<number | undefined> {
      if (this.#exited !== null) return Promise.resolve(undefined);
      return new Promise((resolve) => {
        this.once('exit', resolve);
        void this.#pid.then((pid) => system.kernel.ask('signal', [pid, 'SIGKILL']));
      });
    }

    ref(): void {
      this.#release();
      if (this.#exited === null) this.#release = loop.hold();
    }

    unref(): void {
      this.#release();
    }
  };
}
