import type NodeStream from 'node:stream';
import { checkFunction, invalidArgType } from '../../nodeErrors/argumentErrors.ts';
import { nodeError } from '../../nodeErrors/nodeError.ts';
import type { NodeSystem } from '../../system.ts';
import type { Brotli, BrotliKind } from '../brotli/brotli.ts';
import { Buffer } from '../buffer/construct.ts';
import { callableClass } from '../small/callableClass.ts';
import { zlibConstants } from './constants.ts';
import { crc32 } from './crc32.ts';
import { compresses, createEngine, type Engine, type ZlibKind, type ZlibOptions } from './engines.ts';

type Kind = ZlibKind | BrotliKind;

const kinds: readonly (readonly [kind: Kind, name: string])[] = [
  ['Deflate', 'deflate'],
  ['Inflate', 'inflate'],
  ['Gzip', 'gzip'],
  ['Gunzip', 'gunzip'],
  ['DeflateRaw', 'deflateRaw'],
  ['InflateRaw', 'inflateRaw'],
  ['Unzip', 'unzip'],
  ['BrotliCompress', 'brotliCompress'],
  ['BrotliDecompress', 'brotliDecompress'],
];

function inputBytes(input: unknown): Uint8Array {
  if (typeof input === 'string') return Buffer.from(input);
  if (ArrayBuffer.isView(input)) return new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
  if (input instanceof ArrayBuffer) return new Uint8Array(input);
  throw invalidArgType('buffer', ['string', 'Buffer', 'TypedArray', 'DataView', 'ArrayBuffer'], input);
}

/** Makes an engine of any kind. */
type EngineMaker = (kind: Kind, options?: ZlibOptions) => Engine;

function isBrotli(kind: Kind): kind is BrotliKind {
  return kind === 'BrotliCompress' || kind === 'BrotliDecompress';
}

function runWhole(makeEngine: EngineMaker, kind: Kind, input: unknown, options: ZlibOptions = {}): Buffer {
  const bytes = inputBytes(input);
  const engine = makeEngine(kind, options);
  const finish = options.finishFlush ?? zlibConstants.Z_FINISH;
  const whole = Buffer.concat(engine.push(bytes, finish));
  const limit = options.maxOutputLength;
  if (limit !== undefined && whole.length > limit) {
    throw nodeError(RangeError, 'ERR_BUFFER_TOO_LARGE', `Cannot create a Buffer larger than ${limit} bytes`);
  }
  return whole;
}

export function createZlib(system: NodeSystem): object {
  const { Transform } = system.builtin<typeof NodeStream>('stream');

  const makeEngine: EngineMaker = (kind, options = {}) =>
    isBrotli(kind)
      ? system.builtin<Brotli>('internal/brotli').createEngine(kind, options)
      : createEngine(kind, options);

  class ZlibBase extends Transform {
    bytesWritten = 0;
    readonly #kind: Kind;
    #options: ZlibOptions;
    #engine: Engine;

    constructor(kind: Kind, options: ZlibOptions = {}) {
      super({ autoDestroy: true, ...options } as object);
      this.#kind = kind;
      this.#options = options;
      this.#engine = makeEngine(kind, options);
    }

    #feed(bytes: Uint8Array, flush: number): void {
      for (const piece of this.#engine.push(bytes, flush)) {
        if (piece.length > 0) this.push(Buffer.from(piece.buffer, piece.byteOffset, piece.length));
      }
    }

    override _transform(chunk: Uint8Array, _encoding: unknown, done: (error?: Error) => void): void {
      try {
        this.bytesWritten += chunk.length;
        this.#feed(chunk, this.#options.flush ?? zlibConstants.Z_NO_FLUSH);
        done();
      } catch (error) {
        done(error as Error);
      }
    }

    override _flush(done: (error?: Error) => void): void {
      try {
        // Nothing at all decompresses to nothing.
        const isEmpty =
          this.#kind !== 'BrotliCompress' &&
          (isBrotli(this.#kind) || !compresses(this.#kind)) &&
          this.bytesWritten === 0;
        if (!isEmpty && !this.#engine.ended)
          this.#feed(new Uint8Array(0), this.#options.finishFlush ?? zlibConstants.Z_FINISH);
        done();
      } catch (error) {
        done(error as Error);
      }
    }

    flush(...args: unknown[]): void {
      const callback = args.pop();
      const kind = typeof args[0] === 'number' ? args[0] : zlibConstants.Z_FULL_FLUSH;
      // Behind what was written before.
      this.write(Buffer.alloc(0), () => {
        this.#feed(new Uint8Array(0), kind);
        if (typeof callback === 'function') callback();
      });
    }

    /** Level and strategy of what follows: this engine takes them at its start only. */
    params(level: number, strategy: number, callback: unknown): void {
      this.#options = { ...this.#options, level, strategy };
      if (typeof callback === 'function') system.loop.nextTick(callback as () => void);
    }

    reset(): void {
      this.#engine = makeEngine(this.#kind, this.#options);
      this.bytesWritten = 0;
    }

    close(callback?: () => void): void {
      if (callback) this.once('close', callback);
      this.destroy();
    }
  }

  const exports: Record<string, unknown> = { crc32 };
  for (const [kind, name] of kinds) {
    const Stream = {
      [kind]: class extends ZlibBase {
        constructor(options?: ZlibOptions) {
          super(kind, options);
        }
      },
    }[kind] as new (
      options?: ZlibOptions,
    ) => ZlibBase;
    exports[kind] = callableClass(Stream, kind);
    exports[`create${kind}`] = (options?: ZlibOptions) => new Stream(options);
    exports[`${name}Sync`] = (input: unknown, options?: ZlibOptions) =>
      runWhole(makeEngine, kind, input, options);
    exports[name] = (input: unknown, ...rest: unknown[]) => {
      const callback = rest.pop();
      checkFunction(callback, 'callback');
      const bytes = inputBytes(input);
      system.loop.enqueue(() => {
        let result: Buffer;
        try {
          result = runWhole(makeEngine, kind, bytes, rest[0] as ZlibOptions | undefined);
        } catch (error) {
          callback(error);
          return;
        }
        callback(null, result);
      });
    };
  }
  const codes: Record<string, string | number> = {};
  for (const name of [
    'Z_OK',
    'Z_STREAM_END',
    'Z_NEED_DICT',
    'Z_ERRNO',
    'Z_STREAM_ERROR',
    'Z_DATA_ERROR',
    'Z_MEM_ERROR',
    'Z_BUF_ERROR',
    'Z_VERSION_ERROR',
  ] as const) {
    const number = { ...(zlibConstants as Partial<Record<string, number>>) }[name] ?? -6;
    codes[name] = number;
    codes[String(number)] = name;
  }
  return Object.assign(exports, { constants: { ...zlibConstants }, codes, ...zlibConstants });
}
