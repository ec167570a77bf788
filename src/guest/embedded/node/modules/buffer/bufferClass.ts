import { invalidArgType, outOfRange } from '../../nodeErrors/argumentErrors.ts';
import { nodeError } from '../../nodeErrors/nodeError.ts';
import { inspect } from '../util/inspect.ts';
import { checkOffset, encodingOf, fillBytes, maxLength, unknownEncoding, writeText } from './bufferText.ts';
import { bytesToText } from './encodings.ts';
import { numberMethods } from './numbers.ts';
import { searchBytes } from './search.ts';

/** `Buffer`: a `Uint8Array` with the methods of Node 20. Every buffer has memory of its own: there is no pool. */

export const inspection = { maxBytes: 50 };

function checkBytes(value: unknown, name: string): asserts value is Uint8Array {
  if (!(value instanceof Uint8Array)) throw invalidArgType(name, ['Buffer', 'Uint8Array'], value);
}

export function compareBytes(left: Uint8Array, right: Uint8Array): -1 | 0 | 1 {
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference < 0 ? -1 : 1;
  }
  return left.length === right.length ? 0 : left.length < right.length ? -1 : 1;
}

/** What an offset of `copy` counts: rounded down, anything that is no number of that size as 0. */
function toInteger(value: unknown): number {
  const number = Number(value);
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? Math.floor(number) : 0;
}

/** Carries the methods; the public `Buffer` is a function in front of it that old code calls without `new`. */
export class BufferBytes extends Uint8Array<ArrayBufferLike> {
  /** `memory` is a size where it is a number. */
  constructor(memory: ArrayBufferLike | number, byteOffset?: number, length?: number) {
    super(memory as ArrayBufferLike, byteOffset, length);
  }

  get parent(): ArrayBufferLike | undefined {
    return this instanceof BufferBytes ? this.buffer : undefined;
  }

  get offset(): number | undefined {
    return this instanceof BufferBytes ? this.byteOffset : undefined;
  }

  copy(target: unknown, targetStart?: unknown, sourceStart?: unknown, sourceEnd?: unknown): number {
    checkBytes(target, 'target');
    const to = toInteger(targetStart);
    if (to < 0) throw outOfRange('targetStart', '>= 0', to);
    const from = toInteger(sourceStart);
    if (from < 0 || from > this.length) throw outOfRange('sourceStart', `>= 0 && <= ${this.length}`, from);
    const end = sourceEnd === undefined ? this.length : toInteger(sourceEnd);
    if (end < 0) throw outOfRange('sourceEnd', '>= 0', end);
    if (to >= target.length || from >= end) return 0;
    const count = Math.min(end - from, target.length - to, this.length - from);
    target.set(this.subarray(from, from + count), to);
    return count;
  }

  override toString(encoding?: unknown, start?: unknown, end?: unknown): string {
    if (encoding === undefined && start === undefined && end === undefined) return bytesToText(this, 'utf8');
    const from = Math.max(0, Math.trunc(Number(start)) || 0);
    const to = end === undefined ? this.length : Math.min(this.length, Math.trunc(Number(end)) || 0);
    if (from >= this.length || to <= from) return '';
    const bytes = from === 0 && to === this.length ? this : this.subarray(from, to);
    if (encoding === '') throw unknownEncoding(encoding);
    return bytesToText(bytes, encoding === undefined ? 'utf8' : encodingOf(encoding));
  }

  equals(other: unknown): boolean {
    checkBytes(other, 'otherBuffer');
    return this === other || (this.byteLength === other.byteLength && compareBytes(this, other) === 0);
  }

  compare(target: unknown, ...range: unknown[]): number {
    checkBytes(target, 'target');
    const limits = [maxLength, target.length, maxLength, this.length];
    const names = ['targetStart', 'targetEnd', 'sourceStart', 'sourceEnd'];
    const places = [0, target.length, 0, this.length];
    for (const [index, value] of range.slice(0, 4).entries()) {
      if (value === undefined) continue;
      checkOffset(value, names[index] ?? '', 0, limits[index]);
      places[index] = value;
    }
    const [targetStart = 0, targetEnd = 0, start = 0, end = 0] = places;
    if (start >= end) return targetStart >= targetEnd ? 0 : -1;
    if (targetStart >= targetEnd) return 1;
    return compareBytes(this.subarray(start, end), target.subarray(targetStart, targetEnd));
  }

  override indexOf(value: unknown, byteOffset?: unknown, encoding?: unknown): number {
    return searchBytes(this, value, byteOffset, encoding, true);
  }

  override lastIndexOf(value: unknown, byteOffset?: unknown, encoding?: unknown): number {
    return searchBytes(this, value, byteOffset, encoding, false);
  }

  override includes(value: unknown, byteOffset?: unknown, encoding?: unknown): boolean {
    return this.indexOf(value, byteOffset, encoding) !== -1;
  }

  override fill(value: unknown, offset?: unknown, end?: unknown, encoding?: unknown): this {
    fillBytes(this, value, offset, end, encoding);
    return this;
  }

  write(text: unknown, ...rest: unknown[]): number {
    let [offset, length, encoding] = rest;
    // Without an offset, Node looks at nothing that follows.
    if (offset === undefined) [length, encoding] = [undefined, undefined];
    else if (length === undefined && typeof offset === 'string') [encoding, offset] = [offset, undefined];
    else if (typeof length === 'string') [encoding, length] = [length, undefined];
    let from = 0;
    if (offset !== undefined) {
      checkOffset(offset, 'offset', 0, this.length);
      from = offset;
    }
    let room = this.length - from;
    if (length !== undefined) {
      checkOffset(length, 'length', 0, this.length);
      room = Math.min(room, length);
    }
    if (typeof text !== 'string')
      throw nodeError(TypeError, 'ERR_INVALID_ARG_TYPE', 'argument must be a string');
    const name = encoding ? encodingOf(encoding) : 'utf8';
    return writeText(this, text, from, room, name);
  }

  toJSON(): { type: 'Buffer'; data: number[] } {
    return { type: 'Buffer', data: [...this] };
  }

  /** Shares its memory, unlike the one of Uint8Array. */
  override slice(start?: number, end?: number): Uint8Array<ArrayBuffer> {
    return this.subarray(start, end) as Uint8Array<ArrayBuffer>;
  }

  override toLocaleString(encoding?: unknown, start?: unknown, end?: unknown): string {
    return this.toString(encoding, start, end);
  }

  swap16(): this {
    return swap(this, 2);
  }
  swap32(): this {
    return swap(this, 4);
  }
  swap64(): this {
    return swap(this, 8);
  }

  inspect(depth: unknown, options?: { readonly showHidden?: boolean }): string {
    return this[inspect.custom](depth, options);
  }

  [inspect.custom](_depth: unknown, options: { readonly showHidden?: boolean } = {}): string {
    const shown = bytesToText(this.subarray(0, inspection.maxBytes), 'hex');
    const more = this.length - inspection.maxBytes;
    let text = shown.replace(/(.{2})(?=.)/g, '$1 ');
    if (more > 0) text += ` ... ${more} more byte${more > 1 ? 's' : ''}`;
    const extras = Object.getOwnPropertyNames(this).filter((key) => !/^\d+$/.test(key));
    const symbols = Object.getOwnPropertySymbols(this);
    const keys = [...extras, ...symbols].filter(
      (key) => options.showHidden || Object.prototype.propertyIsEnumerable.call(this, key),
    );
    if (keys.length > 0) {
      if (this.length > 0) text += ', ';
      const properties = Object.fromEntries(keys.map((key) => [key, Reflect.get(this, key)]));
      text += inspect(properties, { ...options, breakLength: Infinity, compact: true }).slice(2, -2);
    }
    return `<${this.constructor.name} ${text}>`;
  }
}

function swap(bytes: BufferBytes, width: number): BufferBytes & never {
  if (bytes.length % width !== 0) {
    throw nodeError(
      RangeError,
      'ERR_INVALID_BUFFER_SIZE',
      `Buffer size must be a multiple of ${width * 8}-bits`,
    );
  }
  for (let at = 0; at < bytes.length; at += width) bytes.subarray(at, at + width).reverse();
  return bytes as BufferBytes & never;
}

Object.defineProperties(
  BufferBytes.prototype,
  Object.fromEntries(
    Object.entries(numberMethods()).map(([name, value]) => [
      name,
      { value, writable: true, configurable: true },
    ]),
  ),
);

/** `utf8Slice`, `hexWrite` and so on, which packages call to save a look-up. */
for (const [name, encoding] of Object.entries({
  ascii: 'ascii',
  base64: 'base64',
  base64url: 'base64url',
  latin1: 'latin1',
  hex: 'hex',
  ucs2: 'utf16le',
  utf8: 'utf8',
} as const)) {
  Object.defineProperties(BufferBytes.prototype, {
    [`${name}Slice`]: {
      value(this: BufferBytes, start = 0, end = this.length) {
        return bytesToText(this.subarray(start, end), encoding);
      },
      writable: true,
      configurable: true,
    },
    [`${name}Write`]: {
      value(this: BufferBytes, text: string, offset = 0, length = this.length - offset) {
        return writeText(this, text, offset, length, encoding);
      },
      writable: true,
      configurable: true,
    },
  });
}

export { checkBytes };
