import { Deflate, Inflate } from 'pako';
import { checkNumber, invalidArgType, outOfRange } from '../../nodeErrors/argumentErrors.ts';
import { zlibConstants } from './constants.ts';

/** One run of `pako`, which is zlib in JavaScript: the same bytes, the same errors. */

export type ZlibKind = 'Deflate' | 'Inflate' | 'Gzip' | 'Gunzip' | 'DeflateRaw' | 'InflateRaw' | 'Unzip';

export interface ZlibOptions {
  readonly chunkSize?: number;
  readonly flush?: number;
  readonly finishFlush?: number;
  readonly windowBits?: number;
  readonly level?: number;
  readonly memLevel?: number;
  readonly strategy?: number;
  readonly dictionary?: ArrayBufferView | ArrayBuffer;
  readonly info?: boolean;
  readonly maxOutputLength?: number;
  /** Brotli's, by their numbers. */
  readonly params?: Readonly<Record<number, unknown>>;
}

/** `push` gives the output that came of the input, and throws zlib's error. */
export interface Engine {
  push(bytes: Uint8Array, flush: number): Uint8Array[];
  readonly ended: boolean;
}

export function compresses(kind: ZlibKind): boolean {
  return kind === 'Deflate' || kind === 'Gzip' || kind === 'DeflateRaw';
}

const codeNames: Readonly<Record<number, string>> = {
  [zlibConstants.Z_NEED_DICT]: 'Z_NEED_DICT',
  [zlibConstants.Z_ERRNO]: 'Z_ERRNO',
  [zlibConstants.Z_STREAM_ERROR]: 'Z_STREAM_ERROR',
  [zlibConstants.Z_DATA_ERROR]: 'Z_DATA_ERROR',
  [zlibConstants.Z_MEM_ERROR]: 'Z_MEM_ERROR',
  [zlibConstants.Z_BUF_ERROR]: 'Z_BUF_ERROR',
};

function zlibError(errno: number, message: string): Error {
  return Object.assign(new Error(message), { errno, code: codeNames[errno] ?? 'Z_ERRNO' });
}

function checked(value: unknown, name: string, min: number, max: number): void {
  if (value === undefined) return;
  checkNumber(value, name);
  if (Number.isNaN(value)) return;
  if (!Number.isFinite(value)) throw outOfRange(name, 'a finite number', value);
  const range = max === Number.POSITIVE_INFINITY ? `>= ${min}` : `>= ${min} and <= ${max}`;
  if (value < min || value > max) throw outOfRange(name, range, value);
}

function checkOptions(kind: ZlibKind, options: ZlibOptions): void {
  checked(options.chunkSize, 'options.chunkSize', 64, Number.POSITIVE_INFINITY);
  checked(options.level, 'options.level', -1, 9);
  checked(options.memLevel, 'options.memLevel', 1, 9);
  checked(options.strategy, 'options.strategy', 0, 4);
  checked(options.flush, 'options.flush', 0, 5);
  checked(options.finishFlush, 'options.finishFlush', 0, 5);
  // Only who decompresses may leave the window to what was compressed.
  const isFree = options.windowBits === 0 && !compresses(kind) && kind !== 'InflateRaw';
  if (!isFree) checked(options.windowBits, 'options.windowBits', kind === 'Gzip' ? 9 : 8, 15);
}

function dictionaryOf(options: ZlibOptions): Uint8Array | undefined {
  const { dictionary } = options;
  if (dictionary === undefined) return undefined;
  if (ArrayBuffer.isView(dictionary))
    return new Uint8Array(dictionary.buffer, dictionary.byteOffset, dictionary.byteLength);
  if (dictionary instanceof ArrayBuffer) return new Uint8Array(dictionary);
  throw invalidArgType('options.dictionary', ['Buffer', 'TypedArray', 'DataView', 'ArrayBuffer'], dictionary);
}

export function createEngine(kind: ZlibKind, options: ZlibOptions = {}): Engine {
  checkOptions(kind, options);
  const bits = options.windowBits || 15;
  const dictionary = dictionaryOf(options);
  const shared = { chunkSize: options.chunkSize ?? 16 * 1024, ...(dictionary ? { dictionary } : {}) };
  return compresses(kind)
    ? compressor(
        kind,
        {
          ...shared,
          level: options.level ?? -1,
          memLevel: options.memLevel ?? 8,
          strategy: options.strategy ?? 0,
        },
        bits,
      )
    : decompressor(kind, shared, bits, dictionary !== undefined);
}

function compressor(kind: ZlibKind, options: object, bits: number): Engine {
  const windowBits = kind === 'Gzip' ? bits + 16 : kind === 'DeflateRaw' ? -Math.max(9, bits) : bits;
  const run = new Deflate({ ...options, windowBits } as ConstructorParameters<typeof Deflate>[0]);
  const output = collect(run);
  return {
    ended: false,
    push(bytes, flush) {
      run.push(bytes, flush as 0);
      if (run.err) throw zlibError(run.err, run.msg);
      return output.splice(0);
    },
  };
}

function decompressor(kind: ZlibKind, options: object, bits: number, hasDictionary: boolean): Engine {
  const windowBits =
    kind === 'Gunzip' ? bits + 16 : kind === 'Unzip' ? bits + 32 : kind === 'InflateRaw' ? -bits : bits;
  const run = new Inflate({ ...options, windowBits } as ConstructorParameters<typeof Inflate>[0]);
  const output = collect(run);
  let started = false;
  return {
    get ended() {
      return run.ended;
    },
    push(bytes, flush) {
      // What follows a finished stream is no part of it.
      if (run.ended && started) return [];
      started ||= bytes.length > 0;
      const isFinish = flush === zlibConstants.Z_FINISH;
      if (bytes.length > 0 || isFinish) run.push(bytes, (isFinish ? zlibConstants.Z_FINISH : flush) as 0);
      const { err } = run;
      if (err === zlibConstants.Z_NEED_DICT) throw zlibError(err, 'Missing dictionary');
      if (err === zlibConstants.Z_BUF_ERROR || (isFinish && !run.ended)) {
        throw zlibError(zlibConstants.Z_BUF_ERROR, 'unexpected end of file');
      }
      if (err === zlibConstants.Z_DATA_ERROR && hasDictionary && /dictionary|data error/.test(run.msg))
        throw zlibError(err, 'Bad dictionary');
      if (err) throw zlibError(err, run.msg);
      return output.splice(0);
    },
  };
}

function collect(run: Deflate | Inflate): Uint8Array[] {
  const output: Uint8Array[] = [];
  run.onData = (chunk) => output.push(chunk.slice());
  // What it does by itself joins all chunks once more.
  Object.assign(run, {
    onEnd(this: { err: number }, status: number) {
      this.err = status;
    },
  });
  return output;
}
