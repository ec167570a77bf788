import type { EventEmitter } from 'node:events';
import { nativeError } from '../nodeErrors/nodeError.ts';
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
  const ask = async (name: string, fd: number, ...args: unknown[]): Promise<unknown> => {
    const call = calls[name];
    if (!call) throw new Error(`no call ${name}`);
    // Node notices that itself and words it without asking the system.
    if (fd < 0) throw Object.assign(nativeError(Error, 'EBADF', 'file closed'), { syscall: name });
    return call(fd, ...args);
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
      return counted({ bytesRead, buffer: target });
    }

    async readv(buffers: readonly ArrayBufferView[], position?: unknown): Promise<object> {
      return counted({ bytesRead: await ask('readv', this.#fd, buffers, position), buffers });
    }

    readFile(options?: unknown): Promise<unknown> {
      return ask('readFile', this.#fd, options);
    }

    async *readLines(options?: object): AsyncGenerator<string> {
      const readline = base.system.builtin<typeof import('node:readline')>('readline');
      const input = this.createReadStream(options) as NodeJS.ReadableStream;
      yield* readline.createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
      await this.close();
    }

    readableWebStream(): ReadableStream<Uint8Array> {
      return new ReadableStream({
        pull: async (controller) => {
          const { bytesRead, buffer } = (await this.read()) as { bytesRead: number; buffer: Uint8Array };
          if (bytesRead === 0) controller.close();
          else controller.enqueue(buffer.subarray(0, bytesRead));
        },
      });
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
      return counted({ bytesWritten: await ask('write', this.#fd, data, ...rest), buffer: data });
    }

    async writev(buffers: readonly ArrayBufferView[], position?: unknown): Promise<object> {
      return counted({ bytesWritten: await ask('writev', this.#fd, buffers, position), buffers });
    }

    async writeFile(data: unknown, options?: unknown): Promise<void> {
      const { encoding } = optionsOf(options);
      for await (const piece of piecesOf(data)) {
        base.fds.write(this.#fd, bytesFrom(base.Buffer, piece, encoding), null);
      }
    }

    createReadStream(options?: object): object {
      return streams().createReadStream('', { ...options, fd: this });
    }

    createWriteStream(options?: object): object {
      return streams().createWriteStream('', { ...options, fd: this });
    }
  };
}

/** Node's answers of reads and writes have no prototype. */
function counted(answer: Readonly<Record<string, unknown>>): object {
  return Object.assign(Object.create(null), answer) as object;
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
