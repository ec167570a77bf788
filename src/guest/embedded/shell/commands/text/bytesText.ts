/**
 * Text that loses no byte: UTF-8, and each byte that is none stands as the lone surrogate U+DC00 + byte.
 * Text tools work on such strings, so that `sed` over a file in another encoding changes only what it is told to.
 */
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();
const escaped = 0xdc00;
const spreadLimit = 8192;

/** Length in bytes of the character that begins with `lead`; 0 where none can. */
function lengthOf(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

function decodeMixed(bytes: Uint8Array): string {
  const units: string[] = [];
  let from = 0;
  const flush = (to: number): void => {
    if (to > from) units.push(strict.decode(bytes.subarray(from, to)));
  };
  for (let at = 0; at < bytes.length; ) {
    const length = lengthOf(bytes[at]!);
    if (length === 1) {
      at++;
      continue;
    }
    if (length > 1 && at + length <= bytes.length && isCharacter(bytes.subarray(at, at + length))) {
      at += length;
      continue;
    }
    flush(at);
    units.push(String.fromCharCode(escaped + bytes[at]!));
    from = ++at;
  }
  flush(bytes.length);
  return units.join('');
}

function isCharacter(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

export function decodeText(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    return decodeMixed(bytes);
  }
}

export function encodeText(text: string): Uint8Array<ArrayBuffer> {
  // A lone surrogate can only be one of ours; pairs are looked at again below.
  if (!/[\udc80-\udcff]/.test(text)) return encoder.encode(text);
  const parts: Uint8Array[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 0xd800 && unit < 0xdc00) {
      at++;
      continue;
    }
    if (unit < 0xdc80 || unit > 0xdcff) continue;
    if (at > from) parts.push(encoder.encode(text.slice(from, at)));
    parts.push(Uint8Array.of(unit - escaped));
    from = at + 1;
  }
  if (from < text.length) parts.push(encoder.encode(text.slice(from)));
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return all;
}

/** The character, or the escaped byte, that stands for one byte: below 128 itself. */
export function textOfByte(byte: number): string {
  return String.fromCharCode(byte < 0x80 ? byte : escaped + byte);
}

/** Bytes given one per unit (as just-bash carries them), as lossless text. */
export function textFromLatin1(latin1: string): string {
  if (/^[\x00-\x7f]*$/.test(latin1)) return latin1;
  return decodeText(Uint8Array.from(latin1, (unit) => unit.charCodeAt(0)));
}

/** Lossless text as one unit per byte. */
export function latin1FromLossless(text: string): string {
  const bytes = encodeText(text);
  const parts: string[] = [];
  for (let offset = 0; offset < bytes.length; offset += spreadLimit) {
    parts.push(String.fromCharCode(...bytes.subarray(offset, offset + spreadLimit)));
  }
  return parts.join('');
}

/** Decodes pieces of a stream: a character cut in two waits for its rest. */
export class PieceDecoder {
  #held: Uint8Array = new Uint8Array(0);

  decode(piece: Uint8Array): string {
    let bytes = piece;
    if (this.#held.length > 0) {
      bytes = new Uint8Array(this.#held.length + piece.length);
      bytes.set(this.#held);
      bytes.set(piece, this.#held.length);
    }
    let cut = bytes.length;
    for (let back = 1; back <= 3 && back <= bytes.length; back++) {
      const byte = bytes[bytes.length - back]!;
      if ((byte & 0xc0) === 0x80) continue;
      if (lengthOf(byte) > back) cut = bytes.length - back;
      break;
    }
    this.#held = bytes.slice(cut);
    return decodeText(cut === bytes.length ? bytes : bytes.subarray(0, cut));
  }

  end(): string {
    const rest = decodeText(this.#held);
    this.#held = new Uint8Array(0);
    return rest;
  }
}
