import type { ByteSource } from './byteSource.ts';

/** What one call of `read` or one element of `mapfile` takes. */
interface RecordShape {
  /** The byte that ends it. */
  readonly end: number;
  /** A backslash takes the meaning of the byte behind it, also of the end. */
  readonly escapes: boolean;
  /** Most characters of UTF-8 to take, an escaped pair counted once; null for no limit. */
  readonly count: number | null;
  /** The end byte ends nothing: only the count does. */
  readonly exact: boolean;
}

const backslash = 92;

/** Where the record that starts `bytes` ends, or null where more is needed. */
function endOfRecord(bytes: Uint8Array, shape: RecordShape, from: number): number | null {
  if (shape.count === null) {
    for (let at = bytes.indexOf(shape.end, from); at >= 0; at = bytes.indexOf(shape.end, at + 1)) {
      if (!shape.escapes || !isEscaped(bytes, at)) return at + 1;
    }
    return null;
  }
  let counted = 0;
  let at = 0;
  while (counted < shape.count) {
    if (at >= bytes.length) return null;
    const byte = bytes[at]!;
    if (!shape.exact && byte === shape.end) return at + 1;
    if (shape.escapes && byte === backslash) {
      if (at + 1 >= bytes.length) return null;
      // A line goes on behind `\` and its end, which are no part of it.
      if (bytes[at + 1] !== shape.end) counted++;
      at += 2;
      continue;
    }
    counted++;
    at++;
    // The rest of a character.
    while (at < bytes.length && (bytes[at]! & 0xc0) === 0x80) at++;
    if (at === bytes.length && counted === shape.count && lacksBytes(bytes)) return null;
  }
  return at;
}

/** Whether the last character of `bytes` has not come whole. */
function lacksBytes(bytes: Uint8Array): boolean {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back]!;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte < 0xc2 || byte > 0xf4 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    return length > back;
  }
  return false;
}

function isEscaped(bytes: Uint8Array, at: number): boolean {
  let before = at;
  while (before > 0 && bytes[before - 1] === backslash) before--;
  return (at - before) % 2 === 1;
}

/** The bytes without the backslashes that escape, and without the line ends behind one. */
export function unescaped(bytes: Uint8Array): Uint8Array {
  const kept: number[] = [];
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === backslash && bytes[++at] === 10) continue;
    if (at < bytes.length) kept.push(bytes[at]!);
  }
  return Uint8Array.from(kept);
}

/** One record with its end, or what is left before the end of input: no byte more is taken from `source`. */
export async function readRecord(
  source: ByteSource,
  shape: RecordShape,
  stopped: () => boolean,
): Promise<Uint8Array> {
  let bytes = new Uint8Array(0);
  for (;;) {
    const known = bytes.length;
    const more = await source.read(stopped);
    if (more === null) return bytes;
    if (known === 0) bytes = more as Uint8Array<ArrayBuffer>;
    else {
      const both = new Uint8Array(known + more.length);
      both.set(bytes);
      both.set(more, known);
      bytes = both;
    }
    const end = endOfRecord(bytes, shape, known);
    if (end !== null) {
      source.unread(bytes.subarray(end));
      return bytes.subarray(0, end);
    }
  }
}

/** Everything up to `limit` bytes; `cut` tells whether there was more. */
export async function readAll(
  source: ByteSource,
  limit: number,
  stopped: () => boolean,
): Promise<{ readonly bytes: Uint8Array; readonly cut: boolean }> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  while (size <= limit) {
    const piece = await source.read(stopped);
    if (piece === null) break;
    pieces.push(piece);
    size += piece.length;
  }
  const bytes = new Uint8Array(Math.min(size, limit));
  let at = 0;
  for (const piece of pieces) {
    const kept = piece.subarray(0, limit - at);
    bytes.set(kept, at);
    at += kept.length;
  }
  return { bytes, cut: size > limit };
}
