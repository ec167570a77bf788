import { invalidArgType } from '../../nodeErrors/argumentErrors.ts';
import { Buffer } from '../buffer/construct.ts';
import { KeyObject } from './keys.ts';

/** The bytes of an argument that may be text; `encoding` of the text. */
export function dataBytes(value: unknown, name: string, encoding?: unknown): Uint8Array {
  if (typeof value === 'string') {
    const known =
      typeof encoding === 'string' && encoding !== 'buffer' ? (encoding as BufferEncoding) : 'utf8';
    return Buffer.from(value, known);
  }
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  throw invalidArgType(name, ['string', 'Buffer', 'TypedArray', 'DataView'], value);
}

const keyKinds = ['string', 'ArrayBuffer', 'Buffer', 'TypedArray', 'DataView', 'KeyObject', 'CryptoKey'];

/** The same, where an ArrayBuffer or a key is taken too. */
export function keyBytes(
  value: unknown,
  name: string,
  encoding?: unknown,
  kinds: readonly string[] = keyKinds,
): Uint8Array {
  if (value instanceof KeyObject) return value.export();
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (typeof value !== 'string' && !ArrayBuffer.isView(value)) throw invalidArgType(name, kinds, value);
  return dataBytes(value, name, encoding);
}

/** As `digest('hex')` gives it; a Buffer where no encoding is named. */
export function encoded(bytes: Uint8Array, encoding?: unknown): Buffer | string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (encoding === undefined || encoding === null || encoding === 'buffer') return buffer;
  return Buffer.isEncoding(String(encoding))
    ? buffer.toString(encoding as BufferEncoding)
    : buffer.toString();
}
