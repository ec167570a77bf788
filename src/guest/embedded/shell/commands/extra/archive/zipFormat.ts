import { deflateSync, inflateSync } from 'fflate';
import { bytesFromText } from '../../../disk/bytes.ts';
import { joined } from '../../commandOutput.ts';
import { crc32 } from './gzipStream.ts';

/** One member of a zip, with its packed bytes as they stand in the archive. */
export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly size: number;
  readonly packed: Uint8Array;
  /** Unix mode with the bits of its kind; 0 where the maker was no Unix. */
  readonly mode: number;
  /** Epoch seconds. */
  readonly mtime: number;
  readonly isText: boolean;
}

const kindBits = { file: 0o100000, directory: 0o040000, symlink: 0o120000 } as const;

export function isSymlink(entry: ZipEntry): boolean {
  return (entry.mode & 0o170000) === kindBits.symlink;
}

/** Zip's guess: text has no control bytes other than blanks of all kinds. */
function looksLikeText(data: Uint8Array): boolean {
  return data.length > 0 && !data.some((byte) => byte < 7 || (byte > 13 && byte < 32 && byte !== 27));
}

export interface Source {
  readonly name: string;
  readonly kind: keyof typeof kindBits;
  readonly mode: number;
  readonly mtimeMs: number;
}

export function packEntry(source: Source, data: Uint8Array, level: number): ZipEntry {
  const deflated = level > 0 && data.length > 0 ? deflateSync(data, { level: level as 6 }) : data;
  const shrinks = deflated.length < data.length;
  return {
    name: source.name,
    method: shrinks ? 8 : 0,
    crc: crc32(data),
    size: data.length,
    packed: shrinks ? deflated : data.slice(),
    mode: (source.mode & 0o7777) | kindBits[source.kind],
    mtime: Math.floor(source.mtimeMs / 1000),
    isText: looksLikeText(data),
  };
}

/** The member's own bytes; the words of what is wrong with it otherwise. */
export function unpackEntry(entry: ZipEntry): Uint8Array | string {
  if (entry.method !== 0 && entry.method !== 8) return `unsupported compression method ${entry.method}`;
  try {
    const data =
      entry.method === 8 ? inflateSync(entry.packed, { out: new Uint8Array(entry.size) }) : entry.packed;
    const crc = crc32(data);
    if (crc === entry.crc) return data;
    const hex = (value: number): string => value.toString(16).padStart(8, '0');
    return `bad CRC ${hex(crc)}  (should be ${hex(entry.crc)})`;
  } catch {
    return 'invalid compressed data to inflate';
  }
}

function dosTime(mtime: number): number {
  const date = new Date(Math.max(mtime, 315_532_800) * 1000);
  const day =
    ((date.getUTCFullYear() - 1980) << 25) | ((date.getUTCMonth() + 1) << 21) | (date.getUTCDate() << 16);
  return (day | (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1)) >>> 0;
}

function fromDosTime(value: number): number {
  const [year, month, day] = [(value >>> 25) + 1980, (value >>> 21) & 15, (value >>> 16) & 31];
  return Date.UTC(year, month - 1, day, (value >>> 11) & 31, (value >>> 5) & 63, (value & 31) * 2) / 1000;
}

/** Little-endian fields: `[value, bytes]` each. */
function fields(...list: readonly (readonly [value: number, bytes: number])[]): Uint8Array {
  const bytes: number[] = [];
  for (const [value, count] of list)
    for (let at = 0; at < count; at++) bytes.push(Math.floor(value / 256 ** at) & 0xff);
  return Uint8Array.from(bytes);
}

const noTime = 0xffff_ffff;

export function encodeZip(entries: readonly ZipEntry[]): Uint8Array {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = bytesFromText(entry.name);
    const isAscii = name.length === entry.name.length;
    const common = fields(
      [entry.method === 8 || entry.name.endsWith('/') || isSymlink(entry) ? 20 : 10, 2],
      [isAscii ? 0 : 0x800, 2],
      [entry.method, 2],
      [dosTime(entry.mtime), 4],
      [entry.crc, 4],
      [entry.packed.length, 4],
      [entry.size, 4],
      [name.length, 2],
    );
    const owner = fields([0x7875, 2], [11, 2], [1, 1], [4, 1], [1000, 4], [4, 1], [1000, 4]);
    const times = fields([0x5455, 2], [9, 2], [3, 1], [entry.mtime & noTime, 4], [entry.mtime & noTime, 4]);
    const local = joined([
      fields([0x04034b50, 4]),
      common,
      fields([times.length + owner.length, 2]),
      name,
      times,
      owner,
    ]);
    const shortTimes = fields([0x5455, 2], [5, 2], [3, 1], [entry.mtime & noTime, 4]);
    directory.push(
      fields([0x02014b50, 4], [0x031e, 2]),
      common,
      fields([shortTimes.length + owner.length, 2], [0, 2], [0, 2], [entry.isText ? 1 : 0, 2]),
      fields([entry.mode * 65_536 + (entry.name.endsWith('/') ? 16 : 0), 4], [offset, 4]),
      name,
      shortTimes,
      owner,
    );
    parts.push(local, entry.packed);
    offset += local.length + entry.packed.length;
  }
  const central = joined(directory);
  const end = fields(
    [0x06054b50, 4],
    [0, 4],
    [entries.length, 2],
    [entries.length, 2],
    [central.length, 4],
    [offset, 4],
    [0, 2],
  );
  return joined([...parts, central, end]);
}

/** The members in the order of the directory; null where there is no directory. */
export function decodeZip(bytes: Uint8Array): ZipEntry[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let end = bytes.length - 22;
  const last = Math.max(0, end - 65_535);
  while (end >= last && view.getUint32(end, true) !== 0x06054b50) end--;
  if (end < last || end < 0) return null;
  const count = view.getUint16(end + 10, true);
  const start = view.getUint32(end + 16, true);
  // What stands before the archive, as in a self-extracting one, shifts all its offsets.
  const shift = end - view.getUint32(end + 12, true) - start;
  const entries: ZipEntry[] = [];
  let at = start + shift;
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014b50) return null;
    const lengths = [28, 30, 32].map((field) => view.getUint16(at + field, true)) as [number, number, number];
    const nameBytes = bytes.subarray(at + 46, at + 46 + lengths[0]);
    const extra = bytes.subarray(at + 46 + lengths[0], at + 46 + lengths[0] + lengths[1]);
    const local = view.getUint32(at + 42, true) + shift;
    if (local + 30 > bytes.length) return null;
    const dataAt = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const isUnix = view.getUint8(at + 5) === 3;
    entries.push({
      name: new TextDecoder().decode(nameBytes),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      size: view.getUint32(at + 24, true),
      packed: bytes.subarray(dataAt, dataAt + view.getUint32(at + 20, true)),
      mode: isUnix ? view.getUint32(at + 38, true) >>> 16 : 0,
      mtime: unixTime(extra) ?? fromDosTime(view.getUint32(at + 12, true)),
      isText: (view.getUint16(at + 36, true) & 1) === 1,
    });
    at += 46 + lengths[0] + lengths[1] + lengths[2];
  }
  return entries;
}

function unixTime(extra: Uint8Array): number | null {
  const view = new DataView(extra.buffer, extra.byteOffset, extra.length);
  for (let at = 0; at + 4 <= extra.length; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) === 0x5455 && at + 9 <= extra.length && view.getUint8(at + 4) & 1)
      return view.getInt32(at + 5, true);
  }
  return null;
}

/** Whole percent by which packing made it smaller. */
export function percentSaved(size: number, packed: number): number {
  return size === 0 ? 0 : Math.round(((size - packed) * 100) / size - 1e-9);
}
