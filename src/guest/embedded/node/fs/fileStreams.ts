import type { Readable, Writable } from 'node:stream';
import { checkInteger, outOfRange } from '../nodeErrors/argumentErrors.ts';
import { answerLater } from './callbacks.ts';
import { optionsOf } from './fsArguments.ts';
import type { FsBase } from './fsBase.ts';
import { flagsFrom, modeFrom } from './fsConstants.ts';
import { withoutFrames } from './fsErrors.ts';

type StreamModule = typeof import('node:stream');

/** A `FileHandle`. */
interface OpenHandle {
  readonly fd: number;
  close(): Promise<void>;
}

/** `fs.ReadStream` and `fs.WriteStream`. */
export function createFileStreams(base: FsBase) {
  const { fds } = base;
  const { loop } = base.system;
  const { Readable: ReadableBase, Writable: WritableBase } = base.system.builtin<StreamModule>('stream');

  function fail(done: (error?: Error | null) => void, run: () => void): void {
    try {
      run();
    } catch (error) {
      answerLater(loop, () => done(error as Error));
      return;
    }
    answerLater(loop, () => done());
  }

  /** What both kinds read of their options. */
  function openingOf(path: unknown, options: Readonly<Record<string, unknown>>, flags: string) {
    const handle = typeof options.fd === 'object' && options.fd !== null ? (options.fd as OpenHandle) : null;
    const given = handle ? handle.fd : options.fd;
    const fd = typeof given === 'number' ? given : null;
    // A handle is closed with its stream, and knows it.
    const close = (closing: number, done: (error?: Error | null) => void): void => {
      if (handle) void handle.close().then(() => done(), done);
      else fail(done, () => fds.close(closing));
    };
    const open = (): number => {
      const { given: word, path: full } = base.place(path);
      return fds.open(full, word, flagsFrom(options.flags, flags), modeFrom(options.mode, 0o666) & ~0o022);
    };
    return { fd, open, close };
  }

  interface FileStream {
    fd: number | null;
    path: unknown;
    flags: unknown;
    mode: unknown;
    pending: boolean;
    close(callback?: (error?: Error | null) => void): void;
  }

  class ReadStream extends ReadableBase implements FileStream {
    fd: number | null;
    path: unknown;
    flags: unknown;
    mode: unknown;
    start: number | undefined;
    end: number;
    autoClose: boolean;
    bytesRead = 0;
    #position: number | null;
    readonly #closing: (fd: number, done: (error?: Error | null) => void) => void;

    constructor(path: unknown, options?: unknown) {
      const given = optionsOf(options);
      const { fd, open, close } = openingOf(path, given, 'r');
      super({
        highWaterMark: Number(given.highWaterMark ?? 65_536),
        emitClose: given.emitClose !== false,
        autoDestroy: given.autoClose !== false,
        ...(typeof given.encoding === 'string' ? { encoding: given.encoding as BufferEncoding } : {}),
        ...(given.signal instanceof AbortSignal ? { signal: given.signal } : {}),
      });
      this.#closing = close;
      this.fd = fd;
      this.path = fd === null ? path : undefined;
      this.flags = given.flags ?? 'r';
      this.mode = given.mode ?? 0o666;
      this.start = placeFrom(given.start, 'start');
      this.end = placeFrom(given.end, 'end') ?? Number.POSITIVE_INFINITY;
      if (this.start !== undefined && this.start > this.end) {
        throw outOfRange('start', `<= "end" (here: ${this.end})`, this.start);
      }
      this.autoClose = given.autoClose !== false;
      this.#position = this.start ?? null;
      // A missing file must be found by a validation of the path now and by an event later.
      if (fd === null) base.place(path);
      if (fd === null) {
        let opened: number | null = null;
        let failure: Error | null = null;
        try {
          opened = open();
        } catch (error) {
          failure = withoutFrames(error as Error);
        }
        this.#opening = { opened, failure };
      }
    }

    #opening: { readonly opened: number | null; readonly failure: Error | null } | null = null;

    override _construct(done: (error?: Error | null) => void): void {
      answerLater(loop, () => {
        if (this.#opening?.failure) {
          done(this.#opening.failure);
          return;
        }
        if (this.#opening) this.fd = this.#opening.opened;
        done();
        if (this.#opening) {
          this.emit('open', this.fd);
          this.emit('ready');
        }
      });
    }

    get pending(): boolean {
      return this.fd === null;
    }

    override _read(size: number): void {
      const left = this.#position === null ? this.end + 1 - this.bytesRead : this.end + 1 - this.#position;
      const length = Math.min(size, left, this.readableHighWaterMark);
      if (length <= 0) {
        this.push(null);
        return;
      }
      const input = fds.stdinOf(this.fd);
      if (input) {
        const release = loop.hold();
        void (input.reader?.read(length) ?? Promise.resolve(null)).then((bytes) =>
          loop.enqueue(() => {
            release();
            this.#give(bytes ?? new Uint8Array(0));
          }),
        );
        return;
      }
      let bytes: Uint8Array<ArrayBuffer>;
      try {
        bytes = fds.read(this.fd, length, this.#position);
      } catch (error) {
        answerLater(loop, () => this.destroy(error as Error));
        return;
      }
      loop.enqueue(() => this.#give(bytes));
    }

    #give(bytes: Uint8Array<ArrayBuffer>): void {
      if (this.#position !== null) this.#position += bytes.length;
      this.bytesRead += bytes.length;
      this.push(bytes.length === 0 ? null : base.Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
    }

    override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
      const { fd } = this;
      this.fd = null;
      if (fd === null || !this.autoClose) done(error);
      else this.#closing(fd, (failure) => done(failure ?? error));
    }

    close(callback?: (error?: Error | null) => void): void {
      if (callback) this.once('close', () => callback(null));
      this.destroy();
    }
  }

  class WriteStream extends WritableBase implements FileStream {
    fd: number | null;
    path: unknown;
    flags: unknown;
    mode: unknown;
    autoClose: boolean;
    bytesWritten = 0;
    #position: number | null;
    readonly #closing: (fd: number, done: (error?: Error | null) => void) => void;
    readonly #opening: { readonly opened: number | null; readonly failure: Error | null } | null = null;

    constructor(path: unknown, options?: unknown) {
      const given = optionsOf(options);
      const { fd, open, close } = openingOf(path, given, 'w');
      super({
        highWaterMark: Number(given.highWaterMark ?? 16_384),
        emitClose: given.emitClose !== false,
        autoDestroy: given.autoClose !== false,
        decodeStrings: true,
        ...(typeof given.encoding === 'string' ? { defaultEncoding: given.encoding as BufferEncoding } : {}),
        ...(given.signal instanceof AbortSignal ? { signal: given.signal } : {}),
      });
      this.#closing = close;
      this.fd = fd;
      this.path = fd === null ? path : undefined;
      this.flags = given.flags ?? 'w';
      this.mode = given.mode ?? 0o666;
      this.autoClose = given.autoClose !== false;
      this.#position = placeFrom(given.start, 'start') ?? null;
      if (fd !== null) return;
      try {
        this.#opening = { opened: open(), failure: null };
      } catch (error) {
        this.#opening = { opened: null, failure: withoutFrames(error as Error) };
      }
    }

    override _construct(done: (error?: Error | null) => void): void {
      answerLater(loop, () => {
        if (this.#opening?.failure) {
          done(this.#opening.failure);
          return;
        }
        if (this.#opening) this.fd = this.#opening.opened;
        done();
        if (this.#opening) {
          this.emit('open', this.fd);
          this.emit('ready');
        }
      });
    }

    get pending(): boolean {
      return this.fd === null;
    }

    override _write(chunk: Uint8Array, _encoding: unknown, done: (error?: Error | null) => void): void {
      this.#put([chunk], done);
    }

    override _writev(
      chunks: readonly { readonly chunk: Uint8Array }[],
      done: (error?: Error | null) => void,
    ): void {
      this.#put(
        chunks.map(({ chunk }) => chunk),
        done,
      );
    }

    #put(chunks: readonly Uint8Array[], done: (error?: Error | null) => void): void {
      fail(done, () => {
        for (const chunk of chunks) {
          fds.write(this.fd, chunk, this.#position);
          this.bytesWritten += chunk.length;
          if (this.#position !== null) this.#position += chunk.length;
        }
      });
    }

    override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
      const { fd } = this;
      this.fd = null;
      if (fd === null || !this.autoClose) done(error);
      else this.#closing(fd, (failure) => done(failure ?? error));
    }

    close(callback?: (error?: Error | null) => void): void {
      if (callback) {
        if (this.closed) {
          loop.nextTick(() => callback(null));
          return;
        }
        this.once('close', () => callback(null));
      }
      if (!this.autoClose) this.once('finish', () => this.destroy());
      this.end();
    }
  }

  /** A place in a file: undefined, or a whole number. */
  function placeFrom(value: unknown, name: string): number | undefined {
    if (value === undefined || (name === 'end' && value === Number.POSITIVE_INFINITY)) return undefined;
    checkInteger(value, name, 0);
    return value;
  }

  return {
    ReadStream,
    WriteStream,
    createReadStream: (path: unknown, options?: unknown): Readable => new ReadStream(path, options),
    createWriteStream: (path: unknown, options?: unknown): Writable => new WriteStream(path, options),
  };
}
