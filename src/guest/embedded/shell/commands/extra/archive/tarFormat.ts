import { bytesFromText } from '../../../disk/bytes.ts';
import { joined } from '../../commandOutput.ts';

export const blockBytes = 512;

export interface TarEntry {
  readonly name: string;
  readonly type: 'file' | 'directory' | 'symlink' | 'hardlink' | 'other';
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly owner: string;
  readonly group: string;
  readonly size: number;
  /** Epoch seconds. */
  readonly mtime: number;
  /** Where a link leads. */
  readonly link: string;
}

export type TarFormat = 'gnu' | 'ustar' | 'pax' | 'v7';

const letters = { file: '0', hardlink: '1', symlink: '2', directory: '5', other: '0' } as const;

function octal(value: number, digits: number): Uint8Array {
  if (value >= 0 && value < 8 ** digits) return bytesFromText(`${value.toString(8).padStart(digits, '0')}\0`);
  // GNU's base 256 for what eleven digits do not hold.
  const bytes = new Uint8Array(digits + 1);
  let rest = value;
  for (let at = digits; at > 0; at--) {
    bytes[at] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  bytes[0] = 0x80;
  return bytes;
}

function padded(bytes: Uint8Array): Uint8Array {
  const rest = bytes.length % blockBytes;
  return rest === 0 ? bytes : joined([bytes, new Uint8Array(blockBytes - rest)]);
}

interface Block {
  readonly name: Uint8Array;
  readonly letter: string;
  readonly prefix?: Uint8Array;
  readonly link?: Uint8Array;
}

function headerBlock(entry: TarEntry, block: Block, format: TarFormat): Uint8Array {
  const bytes = new Uint8Array(blockBytes);
  const put = (part: Uint8Array | undefined, offset: number, length: number): void => {
    if (part) bytes.set(part.subarray(0, length), offset);
  };
  put(block.name, 0, 100);
  put(octal(entry.mode & 0o7777, 7), 100, 8);
  put(octal(entry.uid, 7), 108, 8);
  put(octal(entry.gid, 7), 116, 8);
  put(octal(entry.size, 11), 124, 12);
  put(octal(Math.max(0, Math.floor(entry.mtime)), 11), 136, 12);
  put(bytesFromText(' '.repeat(8)), 148, 8);
  put(bytesFromText(block.letter), 156, 1);
  put(block.link, 157, 100);
  if (format !== 'v7') {
    put(bytesFromText(format === 'gnu' ? 'ustar  \0' : 'ustar\x0000'), 257, 8);
    put(bytesFromText(entry.owner), 265, 31);
    put(bytesFromText(entry.group), 297, 31);
    if (format !== 'gnu') {
      put(octal(0, 7), 329, 8);
      put(octal(0, 7), 337, 8);
    }
    put(block.prefix, 345, 155);
  }
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  put(bytesFromText(`${sum.toString(8).padStart(6, '0')}\0 `), 148, 8);
  return bytes;
}

/** Where a long name may be cut into ustar's prefix and name; null where it cannot. */
function splitName(name: Uint8Array): { readonly prefix: Uint8Array; readonly name: Uint8Array } | null {
  for (let at = name.length - 2; at > 0; at--) {
    if (name[at] === 47 && at <= 155 && name.length - at - 1 <= 100)
      return { prefix: name.subarray(0, at), name: name.subarray(at + 1) };
  }
  return null;
}

function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  const bytes = bytesFromText(rest).length;
  let length = bytes + 1;
  while (String(length).length + bytes !== length) length = String(length).length + bytes;
  return `${length}${rest}`;
}

function extension(letter: string, name: string, data: Uint8Array, format: TarFormat): Uint8Array {
  const meta: TarEntry = {
    name,
    type: 'file',
    mode: 0o644,
    uid: 0,
    gid: 0,
    owner: format === 'gnu' ? 'root' : '',
    group: format === 'gnu' ? 'root' : '',
    size: data.length,
    mtime: 0,
    link: '',
  };
  return joined([headerBlock(meta, { name: bytesFromText(name), letter }, format), padded(data)]);
}

/** The header of one entry, with whatever must come before it for long names and large numbers. */
export function encodeHeader(entry: TarEntry, format: TarFormat): Uint8Array {
  const name = bytesFromText(entry.name);
  const link = bytesFromText(entry.link);
  const letter = letters[entry.type];
  const parts: Uint8Array[] = [];
  if (format === 'gnu') {
    const longName = '././@LongLink';
    if (link.length > 100) parts.push(extension('K', longName, joined([link, new Uint8Array(1)]), format));
    if (name.length > 100) parts.push(extension('L', longName, joined([name, new Uint8Array(1)]), format));
    parts.push(headerBlock(entry, { name, letter, link }, format));
    return joined(parts);
  }
  const split = name.length > 100 ? splitName(name) : { name, prefix: new Uint8Array(0) };
  if (format === 'pax') {
    const records = [
      split ? '' : paxRecord('path', entry.name),
      link.length > 100 ? paxRecord('linkpath', entry.link) : '',
      entry.size >= 8 ** 11 ? paxRecord('size', String(entry.size)) : '',
      entry.mtime % 1 === 0 ? '' : paxRecord('mtime', String(entry.mtime)),
    ].join('');
    const base = entry.name.slice(entry.name.lastIndexOf('/') + 1);
    if (records !== '')
      parts.push(extension('x', `PaxHeaders/${base}`.slice(0, 99), bytesFromText(records), format));
  }
  parts.push(headerBlock(entry, { name: split?.name ?? name, prefix: split?.prefix, letter, link }, format));
  return joined(parts);
}

const decoder = new TextDecoder();

function textAt(block: Uint8Array, offset: number, length: number): string {
  const field = block.subarray(offset, offset + length);
  const end = field.indexOf(0);
  return decoder.decode(end < 0 ? field : field.subarray(0, end));
}

function numberAt(block: Uint8Array, offset: number, length: number): number {
  if ((block[offset] ?? 0) & 0x80) {
    let value = (block[offset] ?? 0) & 0x7f;
    for (let at = offset + 1; at < offset + length; at++) value = value * 256 + (block[at] ?? 0);
    return value;
  }
  return Number.parseInt(textAt(block, offset, length).trim() || '0', 8);
}

/** An entry as its block has it, and the letter of its kind; null where the sum does not fit. */
export function decodeHeader(
  block: Uint8Array,
): { readonly entry: TarEntry; readonly letter: string } | null {
  let sum = 0;
  for (let at = 0; at < blockBytes; at++) sum += at >= 148 && at < 156 ? 32 : (block[at] ?? 0);
  if (numberAt(block, 148, 8) !== sum) return null;
  const letter = textAt(block, 156, 1) || '0';
  const isUstar = textAt(block, 257, 6) === 'ustar';
  const prefix = isUstar ? textAt(block, 345, 155) : '';
  const name = (prefix === '' ? '' : `${prefix}/`) + textAt(block, 0, 100);
  const kinds: Readonly<Record<string, TarEntry['type']>> = {
    0: 'file',
    7: 'file',
    1: 'hardlink',
    2: 'symlink',
    5: 'directory',
  };
  const type = kinds[letter] ?? 'other';
  const hasBody = type === 'file' || type === 'other';
  return {
    letter,
    entry: {
      name,
      type: type === 'file' && name.endsWith('/') ? 'directory' : type,
      mode: numberAt(block, 100, 8),
      uid: numberAt(block, 108, 8),
      gid: numberAt(block, 116, 8),
      size: hasBody ? numberAt(block, 124, 12) : 0,
      mtime: numberAt(block, 136, 12),
      link: textAt(block, 157, 100),
      owner: textAt(block, 265, 32),
      group: textAt(block, 297, 32),
    },
  };
}
