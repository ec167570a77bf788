import type { EventEmitter } from 'node:events';
import { bytesFrom, optionsOf } from './fsArguments.ts';
import type { FsBase } from './fsBase.ts';

type Promised = Readonly<Record<string, (...args: unknown[]) => Promise<unknown>>>;

/** What `fs.promises.open` answers. `calls` are the promise forms by descriptor. */
export function createFileHandleClass(
  base: FsBase,
  calls: Promised,
  streams: () => {
    createReadStream(path: unknown, options: object): object;
    createWriteStream(path: unknown, options: object): object;
  },
) {
  const Emitter = base.system.builtin<new () => EventEmitter>('events');
  const ask = (name: string, ...args: unknown[]): Promise<unknown> => {
    const call = calls[name];
    if (!call) throw new Error(`no call ${name}`);
    return call(...args);
  };

  return class FileHandle extends Emitter {
    #fd: number;
    #closing: Promise<void> | null = null;

    constructor(fd: number) {
      super();
      this.#fd = fd;
    }

    get fd(): number {
      return this.#fd;
    }

    close(): Promise<void> {
      if (this.#fd < 0) return Promise.resolve();
      this.#closing ??= ask('close', this.#fd).then(() => {
        this.#fd = -1;
        this.emit('close');
      });
      return this.#closing;
    }

    [Symbol.asyncDispose](): Promise<void> {
      return this.close();
    }

    appendFile(data: unknown, options?: unknown): Promise<unknown> {
      return this.writeFile(data, options);
    }

    chmod(mode: unknown): Promise<unknown> {
      return ask('fchmod', this.#fd, mode);
    }

    chown(): Promise<unknown> {
      return ask('fchown', this.#fd);
    }

    datasync(): Promise<unknown> {
      return ask('fdatasync', this.#fd);
    }

    sync(): Promise<unknown> {
      return ask('fsync', this.#fd);
    }

    async read(buffer?: unknown, ...rest: unknown[]): Promise<object> {
      const isOptions = buffer === undefined || (typeof buffer === 'object' && !ArrayBuffer.isView(buffer));
      const options = isOptions ? ((buffer ?? {}) as Readonly<Record<string, unknown>>) : {};
      const target = isOptions ? (options.buffer ?? base.Buffer.alloc(16_384)) : buffer;
      const bytesRead = await ask('read', this.#fd, target, ...(isOptions ? [options] : rest));
      return { bytesRead, buffer: target };
    }

    async readv(buffers: readonly ArrayBufferView[], position?: unknown): Promise<object> {
      return { bytesRead: await ask('readv', this.#fd, buffers, position), buffers };
    }

    readFile(options?: unknown): Promise<unknown> {
      return ask('readFile', this.#fd, options);
    }

    async *readLines(options?: object): AsyncGenerator<string> {
      const readline = base.system.builtin<typeof import('node:readline')>('readline');
      const input = this.createReadStream(options) as NodeJS.ReadableStream;
      yield* readline.createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
    }

    stat(options?: unknown): Promise<unknown> {
      return ask('fstat', this.#fd, options);
    }

    truncate(size?: unknown): Promise<unknown> {
      return ask('ftruncate', this.#fd, size ?? 0);
    }

    utimes(atime: unknown, mtime: unknown): Promise<unknown> {
      return ask('futimes', this.#fd, atime, mtime);
    }

    async write(data: unknown, ...rest: unknown[]): Promise<object> {
      return { bytesWritten: await ask('write', this.#fd, data, ...rest), buffer: data };
    }

    async writev(buffers: readonly ArrayBufferView[], position?: unknown): Promise<object> {
      return { bytesWritten: await ask('writev', this.#fd, buffers, position), buffers };
    }

    async writeFile(data: unknown, options?: unknown): Promise<void> {
      const { encoding } = optionsOf(options);
      for await (const piece of piecesOf(data)) {
        base.fds.write(this.#fd, bytesFrom(base.Buffer, piece, encoding), null);
      }
    }

    createReadStream(options?: object): object {
      return streams().createReadStream('', { ...options, fd: this.#fd });
    }

    createWriteStream(options?: object): object {
      return streams().createWriteStream('', { ...options, fd: this.#fd });
    }
  };
}

/** Data to write: one piece, or what an iterable gives. */
export async function* piecesOf(data: unknown): AsyncGenerator<unknown> {
  const isIterable =
    typeof data === 'object' &&
    data !== null &&
    !ArrayBuffer.isView(data) &&
    (Symbol.asyncIterator in data || Symbol.iterator in data);
  if (isIterable) yield* data as AsyncIterable<unknown>;
  else yield data;
}
