import { invalidArgType } from '../../nodeErrors/argumentErrors.ts';
import { nodeError } from '../../nodeErrors/nodeError.ts';
import { Buffer } from '../buffer/construct.ts';
import { bytesToText, type EncodingName, encodingName } from '../buffer/encodings.ts';
import { CallableRoot, callableClass } from '../small/callableClass.ts';

/** Bytes at the end of `bytes` that begin a character of UTF-8 and do not finish it; 0 to 3. */
function unfinishedUtf8(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0b1100_0000) === 0b1000_0000) continue;
    const length =
      byte >= 0xf0 && byte <= 0xf4
        ? 4
        : byte >= 0xe0 && byte < 0xf0
          ? 3
          : byte >= 0xc2 && byte < 0xe0
            ? 2
            : 1;
    if (length <= back) return 0;
    // What can no longer become a character is none.
    return isUtf8Prefix(bytes.subarray(bytes.length - back)) ? back : 0;
  }
  return 0;
}

function isUtf8Prefix(bytes: Uint8Array): boolean {
  const [lead = 0, second] = bytes;
  if (second === undefined) return true;
  if (lead === 0xe0) return second >= 0xa0;
  if (lead === 0xed) return second < 0xa0;
  if (lead === 0xf0) return second >= 0x90;
  if (lead === 0xf4) return second < 0x90;
  return true;
}

function unfinishedUtf16(bytes: Uint8Array): number {
  const odd = bytes.length % 2;
  const high = bytes[bytes.length - odd - 1];
  const splitsPair = high !== undefined && high >= 0xd8 && high <= 0xdb && bytes.length - odd >= 2;
  return odd + (splitsPair ? 2 : 0);
}

/** Text of bytes that come in pieces; a character that is cut waits for the rest. */
class Decoder extends CallableRoot {
  readonly encoding: EncodingName;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(encoding?: unknown) {
    super();
    const name = encodingName(encoding ?? 'utf8');
    if (name === undefined)
      throw nodeError(TypeError, 'ERR_UNKNOWN_ENCODING', `Unknown encoding: ${encoding}`);
    this.encoding = name;
  }

  #unfinished(bytes: Uint8Array): number {
    if (this.encoding === 'utf8') return unfinishedUtf8(bytes);
    if (this.encoding === 'utf16le') return unfinishedUtf16(bytes);
    if (this.encoding === 'base64' || this.encoding === 'base64url') return bytes.length % 3;
    return 0;
  }

  write(chunk: unknown): string {
    if (typeof chunk === 'string') return chunk;
    if (!ArrayBuffer.isView(chunk)) throw invalidArgType('buf', ['Buffer', 'TypedArray', 'DataView'], chunk);
    const bytes = new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const all = this.#rest.length === 0 ? bytes : new Uint8Array(this.#rest.length + bytes.length);
    if (all !== bytes) {
      all.set(this.#rest);
      all.set(bytes, this.#rest.length);
    }
    const ready = all.length - this.#unfinished(all);
    this.#rest = all.slice(ready);
    return bytesToText(all.subarray(0, ready), this.encoding);
  }

  end(chunk?: unknown): string {
    const text = chunk === undefined ? '' : this.write(chunk);
    const rest = this.#rest;
    this.#rest = new Uint8Array(0);
    return text + bytesToText(rest, this.encoding);
  }

  get lastNeed(): number {
    const held = this.#rest.length;
    return held === 0 ? 0 : this.lastTotal - held;
  }

  get lastTotal(): number {
    const [lead] = this.#rest;
    if (lead === undefined) return 0;
    if (this.encoding === 'utf8') return lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    return this.encoding === 'utf16le' ? (this.#rest.length > 1 ? 4 : 2) : 3;
  }

  get lastChar(): Buffer {
    const bytes = Buffer.alloc(4);
    bytes.set(this.#rest);
    return bytes;
  }

  text(chunk: Uint8Array, offset: number): string {
    this.#rest = new Uint8Array(0);
    return this.write(chunk.subarray(offset));
  }
}

export const StringDecoder = callableClass(Decoder, 'StringDecoder');

export function createStringDecoder(): object {
  return { StringDecoder };
}
