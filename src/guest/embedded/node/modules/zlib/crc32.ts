import { invalidArgType } from '../../nodeErrors/argumentErrors.ts';

const table = new Uint32Array(256);

function fillTable(): void {
  for (let index = 0; index < 256; index++) {
    let value = index;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
    table[index] = value;
  }
}

/** Of a text's UTF-8 or of bytes, beginning with the checksum of what came before. */
export function crc32(data: unknown, before = 0): number {
  if (table[1] === 0) fillTable();
  const isText = typeof data === 'string';
  if (!isText && !ArrayBuffer.isView(data)) {
    throw invalidArgType('data', ['Buffer', 'TypedArray', 'DataView', 'string'], data);
  }
  const bytes = isText
    ? new TextEncoder().encode(data)
    : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  let value = ~before;
  for (const byte of bytes) value = (table[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return ~value >>> 0;
}
