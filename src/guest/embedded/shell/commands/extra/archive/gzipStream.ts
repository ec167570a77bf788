import { Gunzip, Gzip } from 'fflate';
import { joined } from '../../commandOutput.ts';

type Chunks = AsyncIterable<Uint8Array>;
type Level = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/** A run of zeros grows a thousandfold: this much input makes at most about 16 MB at once. */
const inputStep = 16 * 1024;

const table = Uint32Array.from({ length: 256 }, (_each, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** CRC-32 (IEEE 802.3) of `bytes`, going on from that of what came before. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let crc = ~before;
  for (let index = 0; index < bytes.length; index++) crc = table[(crc ^ bytes[index]!) & 0xff]! ^ (crc >>> 8);
  return ~crc >>> 0;
}

interface Header {
  readonly level: number;
  /** Name and time of the file, epoch ms; null for what has none. */
  readonly file: { readonly name: string; readonly mtimeMs: number } | null;
}

export async function* gzipped(chunks: Chunks, header: Header): AsyncGenerator<Uint8Array> {
  let made: Uint8Array[] = [];
  const gzip = new Gzip(
    {
      level: header.level as Level,
      mtime: header.file ? new Date(header.file.mtimeMs) : 0,
      ...(header.file ? { filename: header.file.name } : {}),
    },
    (chunk) => made.push(chunk),
  );
  for await (const chunk of chunks) {
    gzip.push(chunk.slice());
    yield* made;
    made = [];
  }
  gzip.push(new Uint8Array(0), true);
  yield* made;
}

/** Bytes around the deflated data of a member that begins so: header and trailer. */
export function frameBytes(start: Uint8Array): number {
  // The file's name stands in the header, with a zero behind it.
  return 18 + ((start[3] ?? 0) & 8 ? Math.max(0, start.indexOf(0, 10) - 9) : 0);
}

/** Why a gzip stream could not be read to its end; `isWarning` where everything in it was. */
export class GzipDamage extends Error {
  readonly isWarning: boolean;

  constructor(message: string, isWarning = false) {
    super(message);
    this.isWarning = isWarning;
  }
}

/** Unpacks one or more members. Throws `GzipDamage` after what could be unpacked; the last member is checked. */
export async function* gunzipped(chunks: Chunks): AsyncGenerator<Uint8Array> {
  let made: Uint8Array[] = [];
  let crc = 0;
  let size = 0;
  let began = false;
  let tail: Uint8Array = new Uint8Array(0);
  const gunzip = new Gunzip((chunk) => {
    if (chunk.length === 0) return;
    made.push(chunk);
    crc = crc32(chunk, crc);
    size = (size + chunk.length) >>> 0;
  });
  gunzip.onmember = () => {
    crc = 0;
    size = 0;
  };
  const push = (bytes: Uint8Array, isLast: boolean): GzipDamage | null => {
    try {
      gunzip.push(bytes, isLast);
      began = true;
      return null;
    } catch (error) {
      began ||= made.length > 0;
      const code = error instanceof Error && 'code' in error ? error.code : null;
      if (code === 0) return new GzipDamage('unexpected end of file');
      if (code !== 6) return new GzipDamage('invalid compressed data--format violated');
      if (!began) return new GzipDamage('not in gzip format');
      return new GzipDamage('decompression OK, trailing garbage ignored', true);
    }
  };
  for await (const chunk of chunks) {
    if (tail.length + chunk.length > 0 && size === 0 && !began) {
      const start = joined([tail, chunk]);
      if ((start[0] ?? 31) !== 31 || (start[1] ?? 139) !== 139) throw new GzipDamage('not in gzip format');
    }
    tail = joined([tail, chunk.subarray(-8)]).slice(-8);
    for (let at = 0; at < chunk.length; at += inputStep) {
      const damage = push(chunk.slice(at, at + inputStep), false);
      yield* made;
      made = [];
      if (damage) throw damage;
    }
  }
  if (tail.length === 0) throw new GzipDamage('unexpected end of file');
  const damage = push(new Uint8Array(0), true);
  yield* made;
  if (damage) throw damage;
  const trailer = new DataView(tail.buffer, tail.byteOffset, tail.length);
  if (tail.length < 8) throw new GzipDamage('unexpected end of file');
  const wrong = [trailer.getUint32(0, true) !== crc, trailer.getUint32(4, true) !== size];
  // Where neither fits, the last eight bytes are no trailer: the stream was cut off inside of it.
  if (wrong[0] && wrong[1]) throw new GzipDamage('unexpected end of file');
  if (wrong[0]) throw new GzipDamage('invalid compressed data--crc error');
  if (wrong[1]) throw new GzipDamage('invalid compressed data--length error');
}

/** The stream again, and its first bytes, to see what kind it is. */
export async function peeked(
  chunks: Chunks,
): Promise<{ readonly start: Uint8Array; readonly chunks: Chunks }> {
  const reader = chunks[Symbol.asyncIterator]();
  const first = await reader.next();
  const start = first.done ? new Uint8Array(0) : first.value;
  async function* again(): AsyncGenerator<Uint8Array> {
    try {
      if (!first.done) yield first.value;
      for (let next = await reader.next(); !next.done; next = await reader.next()) yield next.value;
    } finally {
      await reader.return?.();
    }
  }
  return { start, chunks: again() };
}
