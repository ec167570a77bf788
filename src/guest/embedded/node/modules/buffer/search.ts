import { invalidArgType } from '../../nodeErrors/argumentErrors.ts';
import { nodeError } from '../../nodeErrors/nodeError.ts';
import { type EncodingName, encodingName, textToBytes } from './encodings.ts';

/** `indexOf`, `lastIndexOf` and `includes` of Buffer. */

/** The buffer's own methods come here. */
const { indexOf, lastIndexOf } = Uint8Array.prototype;

function firstFrom(bytes: Uint8Array, wanted: Uint8Array, from: number, step: number): number {
  const [lead = 0] = wanted;
  const last = bytes.length - wanted.length;
  for (
    let at = indexOf.call(bytes, lead, from);
    at !== -1 && at <= last;
    at = indexOf.call(bytes, lead, at + 1)
  ) {
    if ((at - from) % step === 0 && wanted.every((byte, index) => bytes[at + index] === byte)) return at;
  }
  return -1;
}

function lastBefore(bytes: Uint8Array, wanted: Uint8Array, from: number, step: number): number {
  for (let at = Math.min(from, bytes.length - wanted.length); at >= 0; at--) {
    if (at % step === 0 && wanted.every((byte, index) => bytes[at + index] === byte)) return at;
  }
  return -1;
}

/** A numeric offset as Node reads it: NaN is the whole buffer, negative counts from the end. */
function startOf(length: number, offset: unknown, forward: boolean): number {
  let from = +(offset as number);
  if (Number.isNaN(from)) from = forward ? 0 : length;
  from = Math.trunc(Math.max(-0x80000000, Math.min(0x7fffffff, from)));
  return from < 0 ? from + length : from;
}

export function searchBytes(
  bytes: Uint8Array,
  value: unknown,
  byteOffset: unknown,
  encoding: unknown,
  forward: boolean,
): number {
  let offset = byteOffset;
  let name = encoding;
  if (typeof offset === 'string') {
    name = offset;
    offset = undefined;
  }
  let from = startOf(bytes.length, offset, forward);
  if (typeof value === 'number') {
    if (from < 0) {
      if (!forward) return -1;
      from = 0;
    }
    const byte = value & 0xff;
    return forward ? indexOf.call(bytes, byte, from) : lastIndexOf.call(bytes, byte, from);
  }
  let kind: EncodingName = 'utf8';
  let wanted: Uint8Array;
  if (typeof value === 'string') {
    const known = encodingName(name);
    if (known === undefined) throw nodeError(TypeError, 'ERR_UNKNOWN_ENCODING', `Unknown encoding: ${name}`);
    kind = known;
    wanted = textToBytes(value, kind);
  } else if (value instanceof Uint8Array) {
    wanted = value;
    kind = encodingName(name) ?? 'utf8';
  } else throw invalidArgType('value', ['number', 'string', 'Buffer', 'Uint8Array'], value);

  if (wanted.length === 0)
    return typeof value === 'string' || forward ? emptyAt(bytes.length, from) : emptyAt(bytes.length, from);
  if (from < 0) {
    if (!forward) return -1;
    from = 0;
  }
  if (wanted.length > bytes.length || (forward && from > bytes.length - wanted.length)) return -1;
  const step = kind === 'utf16le' ? 2 : 1;
  return forward ? firstFrom(bytes, wanted, from, step) : lastBefore(bytes, wanted, from, step);
}

/** Nothing is found at the offset itself, or at the end where that lies behind it. */
function emptyAt(length: number, from: number): number {
  return Math.max(0, Math.min(from, length));
}
