import type { IFileSystem } from 'just-bash/browser';

/** just-bash's byte string: each UTF-16 unit is one byte. Not exported by it by name. */
export type ByteString = Awaited<ReturnType<NonNullable<IFileSystem['readFileBytes']>>>;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** `String.fromCharCode(...65536 bytes)` overflows a worker's stack; 8192 do not. */
const spreadLimit = 8192;

/** Whether no byte has its high bit set. Reads four at a time. */
function isAscii(bytes: Uint8Array): boolean {
  if (bytes.length < 8) return bytes.every((byte) => byte < 0x80);
  const lead = (4 - (bytes.byteOffset & 3)) & 3;
  const count = (bytes.length - lead) >> 2;
  // A view may begin nowhere but at a whole word, not even an empty one.
  const words =
    count === 0 ? new Uint32Array(0) : new Uint32Array(bytes.buffer, bytes.byteOffset + lead, count);
  let seen = 0;
  for (let index = 0; index < words.length; index++) seen |= words[index]!;
  if (seen & 0x80808080) return false;
  for (let index = 0; index < lead; index++) if (bytes[index]! & 0x80) return false;
  for (let index = lead + words.length * 4; index < bytes.length; index++) {
    if (bytes[index]! & 0x80) return false;
  }
  return true;
}

/** One unit per byte. ASCII, by far the most common, goes through the native decoder: 3.5 times as fast. */
export function latin1FromBytes(bytes: Uint8Array): string {
  if (isAscii(bytes)) return decoder.decode(bytes);
  const parts: string[] = [];
  for (let offset = 0; offset < bytes.length; offset += spreadLimit) {
    const piece = bytes.subarray(offset, offset + spreadLimit);
    // Not spread: a quarter of the time. The types want a list, which it need not be.
    parts.push(String.fromCharCode.apply(null, piece as unknown as number[]));
  }
  return parts.join('');
}

export function asByteString(latin1: string): ByteString {
  // The brand exists in types only; just-bash makes it the same way.
  return latin1 as unknown as ByteString;
}

export function latin1Of(bytes: ByteString): string {
  return bytes as unknown as string;
}

/**
 * Bytes of a string that claims to hold one byte per unit. just-bash decides that claim by the first 8 KB,
 * so a unit above 255 later on means that the string was text all along: then it is encoded as UTF-8.
 */
export function bytesFromLatin1(text: string): Uint8Array<ArrayBuffer> {
  const encoded = encoder.encode(text);
  if (encoded.length === text.length) return encoded;
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit > 255) return encoded;
    bytes[index] = unit;
  }
  return bytes;
}

export function bytesFromText(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

/** UTF-8, and where the bytes are not that, one unit per byte, so that a binary file survives a text tool. */
export function textFromBytes(bytes: Uint8Array): string {
  try {
    return strictDecoder.decode(bytes);
  } catch {
    return latin1FromBytes(bytes);
  }
}
