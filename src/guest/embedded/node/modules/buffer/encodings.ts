/** Text and bytes in the encodings of `Buffer`. */

export type EncodingName = 'utf8' | 'utf16le' | 'latin1' | 'ascii' | 'base64' | 'base64url' | 'hex';

const names: Readonly<Record<string, EncodingName>> = {
  utf8: 'utf8',
  'utf-8': 'utf8',
  ucs2: 'utf16le',
  'ucs-2': 'utf16le',
  utf16le: 'utf16le',
  'utf-16le': 'utf16le',
  latin1: 'latin1',
  binary: 'latin1',
  ascii: 'ascii',
  base64: 'base64',
  base64url: 'base64url',
  hex: 'hex',
};

/** The one name of an encoding, undefined where there is none. */
export function encodingName(encoding: unknown): EncodingName | undefined {
  if (encoding === undefined || encoding === null || encoding === '') return 'utf8';
  const known = names[encoding as string];
  return known ?? names[String(encoding).toLowerCase()];
}

const utf8Encoder = new TextEncoder();
const utf8Decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** `TextDecoder` and the arguments of a function have limits; pieces of this are below them. */
const pieceUnits = 0x2000;

function fromCodes(codes: Uint8Array | Uint16Array): string {
  if (codes.length <= pieceUnits) return String.fromCharCode(...codes);
  const parts: string[] = [];
  for (let at = 0; at < codes.length; at += pieceUnits) {
    parts.push(String.fromCharCode(...codes.subarray(at, at + pieceUnits)));
  }
  return parts.join('');
}

/** A decoder does not take shared memory. */
function unshared(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
}

const isAscii = (bytes: Uint8Array): boolean => bytes.every((byte) => byte < 0x80);

function decodeUtf16(bytes: Uint8Array): string {
  const units = new Uint16Array(bytes.length >> 1);
  for (let at = 0; at < units.length; at++)
    units[at] = (bytes[at * 2] ?? 0) | ((bytes[at * 2 + 1] ?? 0) << 8);
  return fromCodes(units);
}

const base64Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const sextets = new Int8Array(256).fill(-1);
for (const [value, character] of [...base64Alphabet].entries()) sextets[character.charCodeAt(0)] = value;
sextets['-'.charCodeAt(0)] = 62;
sextets['_'.charCodeAt(0)] = 63;

type NativeBase64 = Uint8Array & { toBase64?: (options?: object) => string; toHex?: () => string };

function encodeBase64(bytes: Uint8Array, forUrl: boolean): string {
  const native = unshared(bytes) as NativeBase64;
  const toBase64 = (Uint8Array.prototype as NativeBase64).toBase64;
  if (toBase64) return toBase64.call(native, forUrl ? { alphabet: 'base64url', omitPadding: true } : {});
  const parts: string[] = [];
  // A multiple of three bytes, so that only the last piece is padded.
  const piece = 0x2001 - (0x2001 % 3);
  for (let at = 0; at < bytes.length; at += piece)
    parts.push(btoa(fromCodes(bytes.subarray(at, at + piece))));
  const text = parts.join('');
  return forUrl ? text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') : text;
}

/** As Node reads it: both alphabets, what is neither skipped, nothing after the padding. */
function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const end = text.indexOf('=') === -1 ? text.length : text.indexOf('=');
  const bytes = new Uint8Array(Math.ceil((end * 3) / 4));
  let length = 0;
  let bits = 0;
  let held = 0;
  for (let at = 0; at < end; at++) {
    const value = sextets[text.charCodeAt(at) & 0xff] ?? -1;
    if (value === -1) continue;
    held = ((held << 6) | value) & 0xffffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[length++] = (held >> bits) & 0xff;
    }
  }
  return bytes.subarray(0, length);
}

function encodeHex(bytes: Uint8Array): string {
  const toHex = (Uint8Array.prototype as NativeBase64).toHex;
  if (toHex) return toHex.call(bytes);
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
}

function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const lower = code | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

/** Up to the first pair that is none. */
function decodeHex(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length >> 1);
  for (let at = 0; at < bytes.length; at++) {
    const [high, low] = [hexDigit(text.charCodeAt(at * 2)), hexDigit(text.charCodeAt(at * 2 + 1))];
    if (high < 0 || low < 0) return bytes.subarray(0, at);
    bytes[at] = high * 16 + low;
  }
  return bytes;
}

/** Each character's low byte. */
function encodeLatin1(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

function encodeUtf16(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length * 2);
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    bytes[at * 2] = unit;
    bytes[at * 2 + 1] = unit >> 8;
  }
  return bytes;
}

export function textToBytes(text: string, encoding: EncodingName): Uint8Array<ArrayBuffer> {
  switch (encoding) {
    case 'utf8':
      return utf8Encoder.encode(text);
    case 'utf16le':
      return encodeUtf16(text);
    case 'latin1':
    case 'ascii':
      return encodeLatin1(text);
    case 'base64':
    case 'base64url':
      return decodeBase64(text);
    case 'hex':
      return decodeHex(text);
  }
}

export function bytesToText(bytes: Uint8Array, encoding: EncodingName): string {
  switch (encoding) {
    case 'utf8':
      // Short plain text is the common case, where the decoder's own cost shows.
      return bytes.length <= 24 && isAscii(bytes) ? fromCodes(bytes) : utf8Decoder.decode(unshared(bytes));
    case 'utf16le':
      return decodeUtf16(bytes);
    case 'latin1':
      return fromCodes(bytes);
    case 'ascii':
      return fromCodes(bytes.map((byte) => byte & 0x7f));
    case 'base64':
      return encodeBase64(bytes, false);
    case 'base64url':
      return encodeBase64(bytes, true);
    case 'hex':
      return encodeHex(bytes);
  }
}

/** `Buffer.byteLength`: for base64 and hex what the length of the text lets expect, not what it decodes to. */
export function textByteLength(text: string, encoding: EncodingName): number {
  switch (encoding) {
    case 'utf8':
      return utf8Length(text);
    case 'utf16le':
      return text.length * 2;
    case 'latin1':
    case 'ascii':
      return text.length;
    case 'hex':
      return text.length >>> 1;
    default: {
      const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
      return ((text.length - (text.length > 1 ? padding : 0)) * 3) >>> 2;
    }
  }
}

function utf8Length(text: string): number {
  let length = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    length += unit < 0x800 ? 1 : 2;
    const next = text.charCodeAt(at + 1);
    if (unit >= 0xd800 && unit < 0xdc00 && next >= 0xdc00 && next < 0xe000) at++;
  }
  return length;
}
