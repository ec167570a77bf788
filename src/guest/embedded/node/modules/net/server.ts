import type { PortConnection } from '../../../processes/portTable.ts';
import { invalidArgType } from '../../nodeErrors/argumentErrors.ts';
import { nodeError, notSupported, systemError } from '../../nodeErrors/nodeError.ts';
import type { NodeSystem } from '../../system.ts';
import { checkPort, type Socket, type SocketClass } from './socket.ts';

interface ServerOptions {
  readonly allowHalfOpen?: boolean;
  readonly pauseOnConnect?: boolean;
}

interface ListenOptions {
  readonly port?: unknown;
  readonly host?: string;
  readonly path?: string;
  readonly signal?: AbortSignal;
}

/** `(options)`, `(port, host, backlog)` or nothing, each with a callback behind it. */
function listenArguments(args: readonly unknown[]): {
  options: ListenOptions;
  callback: (() => void) | undefined;
} {
  const callback = args.findLast((arg) => typeof arg === 'function') as (() => void) | undefined;
  const [first, second] = args;
  if (first === undefined || first === null || typeof first === 'function')
    return { options: { port: 0 }, callback };
  if (typeof first === 'object') return { options: first as ListenOptions, callback };
  if (typeof first === 'string' && !/^\d+$/.test(first)) return { options: { path: first }, callback };
  return { options: { port: first, ...(typeof second === 'string' ? { host: second } : {}) }, callback };
}

/** `net.Server` on a port of the guest, which other processes and the page reach. */
export function createServerClass(system: NodeSystem, Socket: SocketClass) {
  const Emitter = system.builtin<new () => import('node:events').EventEmitter>('events');

  return class Server extends Emitter {
    listening = false;
    maxConnections: number | undefined;
    readonly connections = new Set<Socket>();
    readonly #options: ServerOptions;
    #port: number | null = null;
    #host: string | undefined;
    #isRefed = true;
    #release: () => void = () => {};

    constructor(...args: unknown[]) {
      super();
      const [options, listener] = typeof args[0] === 'function' ? [{}, args[0]] : [args[0] ?? {}, args[1]];
      if (typeof options !== 'object') throw invalidArgType('options', 'Object', options);
      this.#options = options as ServerOptions;
      if (typeof listener === 'function') this.on('connection', listener as (...given: unknown[]) => void);
      Object.defineProperty(this, 'connections', { enumerable: false });
    }

    listen(...args: unknown[]): this {
      const { options, callback } = listenArguments(args);
      if (options.path !== undefined) throw notSupported('A socket of the file system (net)');
      if (options.port === undefined || options.port === null) {
        const shown = `{}`;
        throw nodeError(
          TypeError,
          'ERR_INVALID_ARG_VALUE',
          `The argument 'options' must have the property "port" or "path". Received ${shown}`,
        );
      }
      const port = checkPort(options.port, 'options.port');
      if (this.listening || this.#port !== null) {
        throw nodeError(
          Error,
          'ERR_SERVER_ALREADY_LISTEN',
          'Listen method has been called more than once without closing.',
        );
      }
      if (callback) this.once('listening', callback);
      this.#port = port;
      this.#host = options.host;
      const address =
        options.host === undefined ? '::' : options.host === 'localhost' ? '127.0.0.1' : options.host;
      const starting = system.loop.hold();
      options.signal?.addEventListener('abort', () => this.close(), { once: true });
      system.kernel.ask('listenPort', [port]).then(
        (given) =>
          system.loop.enqueue(() => {
            starting();
            if (this.#port === null) {
              void system.kernel.ask('unlistenPort', [given]);
              return;
            }
            this.#port = given as number;
            this.listening = true;
            this.#hold();
            this.#accept();
            this.emit('listening');
          }),
        (error: { readonly code?: string }) =>
          system.loop.enqueue(() => {
            starting();
            this.#port = null;
            this.emit('error', systemError(error.code ?? 'EADDRINUSE', 'listen', { address, port }));
          }),
      );
      return this;
    }

    #accept(): void {
      const port = this.#port;
      if (port === null) return;
      void system.kernel.ask('acceptPort', [port]).then((connection) => {
        if (connection === null) return;
        system.loop.enqueue(() => {
          this.#connected(connection as PortConnection);
          this.#accept();
        });
      });
    }

    #connected(connection: PortConnection): void {
      const socket = new Socket({ allowHalfOpen: this.#options.allowHalfOpen ?? false, connection });
      if (this.maxConnections !== undefined && this.connections.size >= this.maxConnections) {
        socket.destroy();
        this.emit('drop', { remotePort: connection.remotePort });
        return;
      }
      socket.server = this;
      this.connections.add(socket);
      socket.once('close', () => {
        this.connections.delete(socket);
        this.#closeIfDone();
      });
      if (this.#options.pauseOnConnect) socket.pause();
      this.emit('connection', socket);
    }

    #closing = false;

    close(callback?: (error?: Error) => void): this {
      if (typeof callback === 'function') {
        if (this.listening || this.#port !== null) this.once('close', callback);
        else
          this.once('close', () =>
            callback(nodeError(Error, 'ERR_SERVER_NOT_RUNNING', 'Server is not running.')),
          );
      }
      if (this.#port !== null && this.listening) void system.kernel.ask('unlistenPort', [this.#port]);
      this.#port = null;
      this.listening = false;
      this.#closing = true;
      this.#release();
      this.#closeIfDone();
      return this;
    }

    #closeIfDone(): void {
      if (!this.#closing || this.connections.size > 0) return;
      this.#closing = false;
      system.loop.nextTick(() => this.emit('close'));
    }

    address(): object | null {
      if (!this.listening) return null;
      const host = this.#host === 'localhost' ? '127.0.0.1' : this.#host;
      if (host === undefined || host.includes(':'))
        return { address: host ?? '::', family: 'IPv6', port: this.#port };
      return { address: host, family: 'IPv4', port: this.#port };
    }

    getConnections(callback: (error: null, count: number) => void): this {
      system.loop.nextTick(() => callback(null, this.connections.size));
      return this;
    }

    #hold(): void {
      this.#release();
      this.#release = this.#isRefed && this.listening ? system.loop.hold() : () => {};
    }
    ref(): this {
      this.#isRefed = true;
      this.#hold();
      return this;
    }
    unref(): this {
      this.#isRefed = false;
      this.#hold();
      return this;
    }
    async [Symbol.asyncDispose](): Promise<void> {
      if (this.listening) await new Promise<void>((resolve) => this.close(() => resolve()));
    }
  };
}

export type ServerClass = ReturnType<typeof createServerClass>;
