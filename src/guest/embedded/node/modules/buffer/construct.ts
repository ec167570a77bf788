import { checkNumber, invalidArgType, outOfRange } from '../../nodeErrors/argumentErrors.ts';
import { processDoor } from '../../nodeErrors/processDoor.ts';
import { BufferBytes, checkBytes, compareBytes } from './bufferClass.ts';
import { checkOffset, encodingOf, fillBytes, maxLength } from './bufferText.ts';
import { encodingName, textByteLength, textToBytes } from './encodings.ts';
import { outsideBuffer } from './numbers.ts';

/** `Buffer` itself: `Buffer.from` and the other ways to make one. */

function checkSize(size: unknown): asserts size is number {
  checkNumber(size, 'size');
  if (!(size >= 0 && size <= maxLength)) throw outOfRange('size', `>= 0 && <= ${maxLength}`, size);
}

const wrap = (bytes: Uint8Array<ArrayBufferLike>): BufferBytes =>
  new BufferBytes(bytes.buffer, bytes.byteOffset, bytes.length);

function notBufferable(value: unknown): Error {
  const kinds = ['string', 'Buffer', 'ArrayBuffer', 'Array', 'Array-like Object'];
  return invalidArgType('first argument', kinds, value);
}

function fromMemory(memory: ArrayBufferLike, byteOffset: unknown, length: unknown): BufferBytes {
  let from = 0;
  if (byteOffset !== undefined) from = Math.trunc(Number(byteOffset)) || 0;
  const most = memory.byteLength - from;
  if (most < 0) throw outsideBuffer('offset');
  if (length === undefined) return new BufferBytes(memory, from, most);
  const count = Math.max(0, Math.trunc(Number(length)) || 0);
  if (count > most) throw outsideBuffer('length');
  return new BufferBytes(memory, from, count);
}

function isMemory(value: object): value is ArrayBufferLike {
  return (
    value instanceof ArrayBuffer ||
    (typeof SharedArrayBuffer !== 'undefined' && value instanceof SharedArrayBuffer) ||
    /^\[object (Shared)?ArrayBuffer\]$/.test(Object.prototype.toString.call(value))
  );
}

function fromObject(value: object): BufferBytes | undefined {
  const like = value as { length?: unknown; buffer?: unknown; type?: unknown; data?: unknown };
  if (like.length !== undefined || (like.buffer && isMemory(like.buffer as object))) {
    if (typeof like.length !== 'number') return new BufferBytes(0);
    return wrap(Uint8Array.from(value as ArrayLike<number>));
  }
  if (like.type === 'Buffer' && Array.isArray(like.data)) return wrap(Uint8Array.from(like.data));
  return undefined;
}

function from(value: unknown, encodingOrOffset?: unknown, length?: unknown): BufferBytes {
  if (typeof value === 'string') {
    const hasName = typeof encodingOrOffset === 'string' && encodingOrOffset !== '';
    return wrap(textToBytes(value, hasName ? encodingOf(encodingOrOffset) : 'utf8'));
  }
  if (typeof value !== 'object' || value === null) throw notBufferable(value);
  if (isMemory(value)) return fromMemory(value, encodingOrOffset, length);
  const inner: unknown = value.valueOf?.();
  if (
    inner !== null &&
    inner !== undefined &&
    inner !== value &&
    (typeof inner === 'string' || typeof inner === 'object')
  ) {
    return from(inner, encodingOrOffset, length);
  }
  const made = fromObject(value);
  if (made) return made;
  const toPrimitive = (value as { [Symbol.toPrimitive]?: (hint: string) => unknown })[Symbol.toPrimitive];
  if (typeof toPrimitive === 'function') {
    const primitive = toPrimitive.call(value, 'string');
    if (typeof primitive === 'string') return from(primitive, encodingOrOffset);
  }
  throw notBufferable(value);
}

function concat(list: unknown, length?: unknown): BufferBytes {
  if (!Array.isArray(list)) throw invalidArgType('list', 'Array', list);
  if (list.length === 0) return new BufferBytes(0);
  let total = 0;
  if (length === undefined) for (const each of list) total += (each as { length: number }).length || 0;
  else {
    checkOffset(length, 'length');
    total = length;
  }
  const whole = new BufferBytes(total);
  let at = 0;
  for (const [index, each] of list.entries()) {
    checkBytes(each, `list[${index}]`);
    const piece = at + each.length > total ? each.subarray(0, Math.max(0, total - at)) : each;
    whole.set(piece, at);
    at += piece.length;
    if (at >= total) break;
  }
  return whole;
}

const statics = {
  poolSize: 8192,
  from,
  copyBytesFrom(view: unknown, offset?: unknown, length?: unknown) {
    if (!ArrayBuffer.isView(view) || view instanceof DataView)
      throw invalidArgType('view', 'TypedArray', view);
    const array = view as Uint8Array;
    let start = 0;
    let end = array.length;
    if (offset !== undefined) {
      checkOffset(offset, 'offset', 0, Number.MAX_SAFE_INTEGER);
      if (offset >= array.length) return new BufferBytes(0);
      start = offset;
    }
    if (length !== undefined) {
      checkOffset(length, 'length', 0, Number.MAX_SAFE_INTEGER);
      end = Math.min(end, start + length);
    }
    const copy = array.slice(start, end);
    return new BufferBytes(copy.buffer, copy.byteOffset, copy.byteLength);
  },
  of: (...values: number[]) => wrap(Uint8Array.from(values)),
  alloc(size: unknown, fill?: unknown, encoding?: unknown) {
    checkSize(size);
    const made = new BufferBytes(size);
    if (fill !== undefined && fill !== 0 && size > 0) {
      if (encoding !== undefined && typeof encoding !== 'string')
        throw invalidArgType('encoding', 'string', encoding);
      if (typeof fill === 'string') fillBytes(made, fill, encoding, undefined, undefined);
      else fillBytes(made, fill, 0, undefined, encoding);
    }
    return made;
  },
  allocUnsafe(size: unknown) {
    checkSize(size);
    return new BufferBytes(size);
  },
  allocUnsafeSlow(size: unknown) {
    checkSize(size);
    return new BufferBytes(size);
  },
  isBuffer: (value: unknown) => value instanceof BufferBytes,
  compare(left: unknown, right: unknown) {
    checkBytes(left, 'buf1');
    checkBytes(right, 'buf2');
    return compareBytes(left, right);
  },
  isEncoding: (name: unknown) => typeof name === 'string' && name !== '' && encodingName(name) !== undefined,
  concat,
  byteLength(value: unknown, encoding?: unknown): number {
    if (typeof value === 'string')
      return value === '' ? 0 : textByteLength(value, encodingName(encoding) ?? 'utf8');
    if (ArrayBuffer.isView(value) || (typeof value === 'object' && value !== null && isMemory(value)))
      return value.byteLength;
    throw invalidArgType('string', ['string', 'Buffer', 'ArrayBuffer'], value);
  },
};

let warned = false;

export const Buffer = ((value: unknown, encodingOrOffset?: unknown, length?: unknown): BufferBytes => {
  if (!warned) {
    warned = true;
    processDoor().emitWarning(
      'Buffer() is deprecated due to security and usability issues. Please use the Buffer.alloc(), Buffer.allocUnsafe(), or Buffer.from() methods instead.',
      'DeprecationWarning',
      'DEP0005',
    );
  }
  if (typeof value !== 'number') return from(value, encodingOrOffset, length);
  if (typeof encodingOrOffset === 'string') throw invalidArgType('string', 'string', value);
  return statics.alloc(value);
}) as unknown as typeof globalThis.Buffer;
for (const [name, value] of Object.entries(statics)) {
  Object.defineProperty(Buffer, name, { value, writable: true, configurable: true, enumerable: true });
}
Object.defineProperty(Buffer, 'name', { value: 'Buffer', configurable: true });
Object.defineProperty(Buffer, 'prototype', { value: BufferBytes.prototype, writable: false });
Object.defineProperty(Buffer, Symbol.species, { get: () => BufferBytes, configurable: true });
Object.setPrototypeOf(Buffer, Uint8Array);
Object.defineProperty(BufferBytes.prototype, 'constructor', {
  value: Buffer,
  writable: true,
  configurable: true,
});
