import { invalidArgType, invalidArgValue, outOfRange } from '../../nodeErrors/argumentErrors.ts';
import { nodeError } from '../../nodeErrors/nodeError.ts';
import { type EncodingName, encodingName, textToBytes } from './encodings.ts';

/** Text into the bytes of a buffer, and the checks that all of Buffer shares. */

export const maxLength = 2 ** 32;

export function unknownEncoding(name: unknown): Error {
  return nodeError(TypeError, 'ERR_UNKNOWN_ENCODING', `Unknown encoding: ${String(name)}`);
}

export function encodingOf(name: unknown): EncodingName {
  const known = encodingName(name);
  if (known === undefined) throw unknownEncoding(name);
  return known;
}

/** An integer in a range, as Node checks offsets. */
export function checkOffset(value: unknown, name: string, min = 0, max = maxLength): asserts value is number {
  if (typeof value !== 'number') throw invalidArgType(name, 'number', value);
  if (!Number.isInteger(value)) throw outOfRange(name, 'an integer', value);
  if (value < min || value > max) throw outOfRange(name, `>= ${min} && <= ${max}`, value);
}

/** Whole characters only, as many as fit. */
export function writeText(
  bytes: Uint8Array,
  text: string,
  from: number,
  room: number,
  encoding: EncodingName,
): number {
  const target = bytes.subarray(from, from + room);
  if (encoding === 'utf8' && target.buffer instanceof ArrayBuffer) {
    return new TextEncoder().encodeInto(text, target).written;
  }
  let encoded: Uint8Array = textToBytes(text, encoding);
  let fits = Math.min(encoded.length, room);
  if (encoding === 'utf16le') fits -= fits % 2;
  encoded = encoded.subarray(0, fits);
  target.set(encoded);
  return fits;
}

export function fillBytes(
  bytes: Uint8Array,
  value: unknown,
  offset: unknown,
  end: unknown,
  encoding: unknown,
): void {
  let [from, to, name] = [offset, end, encoding];
  if (typeof value === 'string') {
    if (from === undefined || typeof from === 'string') [name, from, to] = [from, 0, undefined];
    else if (typeof to === 'string') [name, to] = [to, undefined];
    const known = encodingName(name);
    if (known === undefined) {
      if (typeof name === 'string') throw unknownEncoding(name);
      throw invalidArgType('encoding', 'string', name);
    }
  }
  if (from === undefined) from = 0;
  else checkOffset(from, 'offset');
  if (to === undefined) to = bytes.length;
  else checkOffset(to, 'end', 0, bytes.length);
  const target = bytes.subarray(from as number, to as number);
  if (target.length === 0) return;
  if (typeof value !== 'string' && !ArrayBuffer.isView(value)) {
    Uint8Array.prototype.fill.call(target, typeof value === 'boolean' ? Number(value) : Number(value) & 255);
    return;
  }
  const pattern =
    typeof value === 'string'
      ? textToBytes(value, encodingName(name) ?? 'utf8')
      : new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  if (pattern.length === 0) {
    if (value === '') Uint8Array.prototype.fill.call(target, 0);
    else throw invalidArgValue('value', value);
    return;
  }
  target.set(pattern.subarray(0, target.length));
  for (let filled = Math.min(pattern.length, target.length); filled < target.length; filled *= 2) {
    target.copyWithin(filled, 0, Math.min(filled, target.length - filled));
  }
}
