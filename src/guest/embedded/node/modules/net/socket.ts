import type NodeStream from 'node:stream';
import { PipeReader, PipeWriter } from '../../../pipes/index.ts';
import type { PortConnection } from '../../../processes/portTable.ts';
import { checkFunction, checkNumber, invalidArgType } from '../../nodeErrors/argumentErrors.ts';
import { nodeError, notSupported, systemError } from '../../nodeErrors/nodeError.ts';
import type { NodeSystem } from '../../system.ts';
import { Buffer } from '../buffer/construct.ts';
import { addressOf } from '../small/dns.ts';

/** Bytes that are taken from a connection at a time. */
const pieceBytes = 64 * 1024;

interface Timers {
  setTimeout(callback: () => void, ms: number): { unref(): unknown };
  clearTimeout(timer: unknown): void;
}

export interface ConnectOptions {
  readonly port?: unknown;
  readonly host?: string;
  readonly path?: string;
  readonly timeout?: number;
  readonly allowHalfOpen?: boolean;
  readonly signal?: AbortSignal;
}

export function checkPort(port: unknown, name = 'Port'): number {
  const isNumber = typeof port === 'number' || (typeof port === 'string' && port.trim() !== '');
  const value = Number(port);
  if (!isNumber || !Number.isInteger(value) || value < 0 || value > 65535) {
    const shown =
      typeof port === 'string' ? `type string ('${port}')` : `type ${typeof port} (${String(port)})`;
    throw nodeError(
      RangeError,
      'ERR_SOCKET_BAD_PORT',
      `${name} should be >= 0 and < 65536. Received ${shown}.`,
    );
  }
  return value;
}

/** `net.Socket` over the guest's loopback. */
export function createSocketClass(system: NodeSystem) {
  const { Duplex } = system.builtin<typeof NodeStream>('stream');
  const { setTimeout, clearTimeout } = system.builtin<Timers>('timers');

  return class Socket extends Duplex {
    connecting = false;
    bytesRead = 0;
    bytesWritten = 0;
    localAddress: string | undefined;
    localPort: number | undefined;
    remoteAddress: string | undefined;
    remotePort: number | undefined;
    remoteFamily: string | undefined;
    timeout: number | undefined;
    /** `http` marks what it has bound to the connection here. */
    server: unknown = null;
    #reader: PipeReader | null = null;
    #writer: PipeWriter | null = null;
    #reading = false;
    #isRefed = true;
    #release: () => void = () => {};
    #timer: unknown;

    constructor(options: ConnectOptions & { readonly connection?: PortConnection } = {}) {
      super({
        allowHalfOpen: options.allowHalfOpen ?? false,
        autoDestroy: true,
        // Its close tells whether there was an error, as a stream's does not.
        emitClose: false,
        decodeStrings: true,
      });
      this.on('end', () => {
        if (!this.allowHalfOpen && !this.writableEnded) this.end();
      });
      if (options.connection) this.#attach(options.connection);
    }

    get pending(): boolean {
      return this.#reader === null;
    }

    get readyState(): string {
      if (this.connecting) return 'opening';
      if (this.readable && this.writable) return 'open';
      if (this.readable) return 'readOnly';
      return this.writable ? 'writeOnly' : 'closed';
    }

    #attach({ incoming, outgoing, localPort, remotePort }: PortConnection): void {
      this.#reader = new PipeReader(incoming);
      this.#writer = new PipeWriter(outgoing);
      Object.assign(this, {
        localPort,
        remotePort,
        localAddress: '127.0.0.1',
        remoteAddress: '127.0.0.1',
        remoteFamily: 'IPv4',
      });
      this.#hold();
    }

    #hold(): void {
      this.#release();
      this.#release = this.#isRefed && this.#reader && !this.destroyed ? system.loop.hold() : () => {};
    }

    connect(...args: unknown[]): this {
      const { options, callback } = connectArguments(args);
      if (callback) this.once('connect', callback);
      if (options.path !== undefined) throw notSupported('A socket of the file system (net)');
      const port = checkPort(options.port, '"options.port"');
      const host = options.host ?? 'localhost';
      this.connecting = true;
      const release = system.loop.hold();
      const fail = (error: Error) => {
        this.connecting = false;
        this.destroy(error);
      };
      const found = addressOf(host, 4);
      if (options.timeout) this.setTimeout(options.timeout);
      if (!found || !/^(127\.|0\.0\.0\.0$|::1?$)/.test(found.address)) {
        system.loop.enqueue(() => {
          release();
          if (!found) fail(systemError('ENOTFOUND', 'getaddrinfo', { hostname: host }));
          else fail(systemError('ENETUNREACH', 'connect', { address: found.address, port }));
        });
        return this;
      }
      system.kernel.ask('connectPort', [port]).then(
        (connection) =>
          system.loop.enqueue(() => {
            release();
            this.connecting = false;
            if (this.destroyed) {
              closeBoth(connection as PortConnection);
              return;
            }
            this.#attach(connection as PortConnection);
            this.emit('lookup', null, found.address, found.family, host);
            this.emit('connect');
            this.emit('ready');
            if (this.#wantsData) this._read();
          }),
        () =>
          system.loop.enqueue(() => {
            release();
            fail(
              systemError('ECONNREFUSED', 'connect', {
                address: found.address === '0.0.0.0' ? '127.0.0.1' : found.address,
                port,
              }),
            );
          }),
      );
      return this;
    }

    #wantsData = false;

    override _read(): void {
      const reader = this.#reader;
      if (!reader) {
        this.#wantsData = true;
        return;
      }
      if (this.#reading) return;
      this.#reading = true;
      void reader.read(pieceBytes).then((bytes) => {
        if (this.destroyed) return;
        system.loop.enqueue(() => {
          this.#reading = false;
          if (this.destroyed) return;
          this.#touch();
          if (bytes) this.bytesRead += bytes.length;
          this.push(bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
        });
      });
    }

    override _write(chunk: Uint8Array, _encoding: unknown, done: (error?: Error | null) => void): void {
      if (this.connecting) {
        this.once('connect', () => this._write(chunk, _encoding, done));
        return;
      }
      const writer = this.#writer;
      if (!writer) {
        done(new Error('This socket has been ended by the other party'));
        return;
      }
      void writer.write(new Uint8Array(chunk)).then((isRead) => {
        system.loop.enqueue(() => {
          this.#touch();
          this.bytesWritten += chunk.length;
          done(isRead ? null : Object.assign(systemError('EPIPE', 'write')));
        });
      });
    }

    override _final(done: (error?: Error | null) => void): void {
      if (this.connecting) {
        this.once('connect', () => this._final(done));
        return;
      }
      this.#writer?.close();
      done();
    }

    override _destroy(error: Error | null, done: (error: Error | null) => void): void {
      this.#writer?.close();
      this.#reader?.close();
      this.#release();
      clearTimeout(this.#timer);
      done(error);
      system.loop.nextTick(() => this.emit('close', error !== null));
    }

    destroySoon(): void {
      if (this.writable) this.end();
      if (this.writableFinished) this.destroy();
      else this.once('finish', () => this.destroy());
    }

    resetAndDestroy(): this {
      return this.destroy();
    }

    #touch(): void {
      if (this.timeout === undefined || this.timeout === 0) return;
      clearTimeout(this.#timer);
      const timer = setTimeout(() => this.emit('timeout'), this.timeout);
      timer.unref();
      this.#timer = timer;
    }

    setTimeout(ms: number, callback?: () => void): this {
      checkNumber(ms, 'msecs', 0);
      if (callback !== undefined) checkFunction(callback, 'callback');
      this.timeout = ms;
      if (ms === 0) {
        clearTimeout(this.#timer);
        if (callback) this.removeListener('timeout', callback);
      } else {
        if (callback) this.once('timeout', callback);
        this.#touch();
      }
      return this;
    }

    address(): object {
      if (this.localPort === undefined) return {};
      return { address: this.localAddress, family: 'IPv4', port: this.localPort };
    }
    setNoDelay(): this {
      return this;
    }
    setKeepAlive(): this {
      return this;
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
  };
}

export type SocketClass = ReturnType<typeof createSocketClass>;
export type Socket = InstanceType<SocketClass>;

function closeBoth({ incoming, outgoing }: PortConnection): void {
  new PipeReader(incoming).close();
  new PipeWriter(outgoing).close();
}

/** `(options, cb)`, `(port, host, cb)` or `(path, cb)`. */
export function connectArguments(args: readonly unknown[]): {
  options: ConnectOptions;
  callback: (() => void) | undefined;
} {
  const callback = args.findLast((arg) => typeof arg === 'function') as (() => void) | undefined;
  const [first, second] = args;
  if (first !== null && typeof first === 'object') return { options: first as ConnectOptions, callback };
  if (typeof first === 'string' && !/^\d+$/.test(first)) return { options: { path: first }, callback };
  if (first === undefined || typeof first === 'function')
    throw invalidArgType('options', ['object', 'string', 'number'], first);
  return { options: { port: first, ...(typeof second === 'string' ? { host: second } : {}) }, callback };
}
