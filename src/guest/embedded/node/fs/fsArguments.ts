import { invalidArgType, invalidArgValue } from '../nodeErrors/argumentErrors.ts';

export type BufferClass = typeof import('node:buffer').Buffer;

/** A path as the program gave it, as text. Throws Node's errors for what is none. */
export function pathText(value: unknown, name: string, fromUrl: (url: URL) => string): string {
  let text: string;
  if (typeof value === 'string') text = value;
  else if (value instanceof Uint8Array) text = new TextDecoder().decode(value.slice());
  else if (isUrl(value)) text = fromUrl(value);
  else throw invalidArgType(name, ['string', 'Buffer', 'URL'], value);
  if (text.includes('\0')) {
    const shown = isUrl(value) ? text : value;
    throw invalidArgValue(name, shown, 'must be a string, Uint8Array, or URL without null bytes');
  }
  return text;
}

function isUrl(value: unknown): value is URL {
  return (
    typeof value === 'object' &&
    value !== null &&
    'href' in value &&
    'protocol' in value &&
    'pathname' in value
  );
}

/** Options that may be given as an encoding alone. */
export function optionsOf(options: unknown): Readonly<Record<string, unknown>> {
  if (options === undefined || options === null) return {};
  if (typeof options === 'string') {
    checkEncoding(options);
    return { encoding: options };
  }
  if (typeof options !== 'object') throw invalidArgType('options', ['string', 'Object'], options);
  const given = options as Readonly<Record<string, unknown>>;
  checkEncoding(given.encoding);
  return given;
}

const encodings = /^(utf-?8|ucs-?2|utf-?16le|latin1|binary|ascii|base64|base64url|hex|buffer)$/i;

function checkEncoding(encoding: unknown): void {
  if (encoding === undefined || encoding === null || encoding === false) return;
  if (typeof encoding === 'string' && encodings.test(encoding)) return;
  throw invalidArgValue('encoding', encoding, 'is invalid encoding');
}

/** A name or path in the encoding that was asked for. */
export function encoded(Buffer: BufferClass, text: string, encoding: unknown): unknown {
  if (encoding === 'buffer') return Buffer.from(text);
  if (typeof encoding !== 'string' || /^utf-?8$/i.test(encoding)) return text;
  return Buffer.from(text).toString(encoding as BufferEncoding);
}

/** Bytes to write. Throws ERR_INVALID_ARG_TYPE for what is neither text nor bytes. */
export function bytesFrom(Buffer: BufferClass, data: unknown, encoding: unknown, name = 'data'): Uint8Array {
  if (typeof data === 'string') {
    const isPlain = typeof encoding !== 'string' || /^(utf-?8|buffer)$/i.test(encoding);
    return isPlain ? new TextEncoder().encode(data) : Buffer.from(data, encoding as BufferEncoding);
  }
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  throw invalidArgType(name, ['string', 'Buffer', 'TypedArray', 'DataView'], data);
}

/** Seconds, a Date or a number in text as epoch milliseconds. A negative number is the present, as in Node. */
export function timeFrom(value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value < 0 ? Date.now() : value * 1000;
  if (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)))
    return Number(value) * 1000;
  if (value instanceof Date) return value.getTime();
  throw invalidArgType('time', ['Date', 'Time in seconds'], value);
}
