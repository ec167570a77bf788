import { joined } from '../../commandOutput.ts';
import { blockBytes, decodeHeader, type TarEntry } from './tarFormat.ts';

/** Takes exact amounts out of a stream of pieces. */
class Source {
  readonly #reader: AsyncIterator<Uint8Array>;
  #held: Uint8Array = new Uint8Array(0);

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#reader = chunks[Symbol.asyncIterator]();
  }

  /** `length` bytes, or fewer at the end. */
  async exact(length: number): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    for await (const part of this.pieces(length)) parts.push(part);
    return joined(parts);
  }

  async *pieces(length: number): AsyncGenerator<Uint8Array> {
    let left = length;
    while (left > 0) {
      if (this.#held.length === 0) {
        const next = await this.#reader.next();
        if (next.done) return;
        this.#held = next.value;
        continue;
      }
      const part = this.#held.subarray(0, left);
      this.#held = this.#held.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }

  async close(): Promise<void> {
    await this.#reader.return?.();
  }
}

export interface TarMember {
  readonly entry: TarEntry;
  /** Read at most once, and before the next member is asked for; what is left is passed over. */
  readonly body: AsyncIterable<Uint8Array>;
}

export type TarFault = 'not a tar archive' | 'skipped' | 'unexpected end';

function paxValues(bytes: Uint8Array): Map<string, string> {
  const values = new Map<string, string>();
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(32, at);
    const length = Number(new TextDecoder().decode(bytes.subarray(at, space)));
    if (space < 0 || !(length > 0)) break;
    const record = new TextDecoder().decode(bytes.subarray(space + 1, at + length - 1));
    const equals = record.indexOf('=');
    values.set(record.slice(0, equals), record.slice(equals + 1));
    at += length;
  }
  return values;
}

function withPax(entry: TarEntry, values: ReadonlyMap<string, string>): TarEntry {
  const size = values.get('size');
  const mtime = values.get('mtime');
  return {
    ...entry,
    name: values.get('path') ?? entry.name,
    link: values.get('linkpath') ?? entry.link,
    owner: values.get('uname') ?? entry.owner,
    group: values.get('gname') ?? entry.group,
    size: size === undefined || entry.type !== 'file' ? entry.size : Number(size),
    mtime: mtime === undefined ? entry.mtime : Number(mtime),
  };
}

function cString(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
}

/** The members of an archive in their order: ustar, pax, and GNU's long names. `onFault` hears what is broken. */
export async function* tarMembers(
  chunks: AsyncIterable<Uint8Array>,
  onFault: (fault: TarFault) => void,
): AsyncGenerator<TarMember> {
  const source = new Source(chunks);
  const shared = new Map<string, string>();
  let own = new Map<string, string>();
  let seen = 0;
  let skipping = false;
  try {
    for (;;) {
      const block = await source.exact(blockBytes);
      if (block.length === 0) return;
      if (block.length < blockBytes) {
        onFault(seen === 0 ? 'not a tar archive' : 'unexpected end');
        return;
      }
      if (block.every((byte) => byte === 0)) {
        // The rest is read, so that the writer before us in a pipe can end.
        for await (const _rest of source.pieces(Number.POSITIVE_INFINITY));
        return;
      }
      const header = decodeHeader(block);
      if (!header) {
        if (seen === 0 && !skipping) onFault('not a tar archive');
        if (!skipping) onFault('skipped');
        skipping = true;
        continue;
      }
      skipping = false;
      seen++;
      const padding = (size: number): number => (blockBytes - (size % blockBytes)) % blockBytes;
      const { letter } = header;
      if ('LKxg'.includes(letter)) {
        const data = await source.exact(header.entry.size);
        await source.exact(padding(header.entry.size));
        if (letter === 'L') own.set('path', cString(data));
        else if (letter === 'K') own.set('linkpath', cString(data));
        else for (const [key, value] of paxValues(data)) (letter === 'g' ? shared : own).set(key, value);
        continue;
      }
      const named = withPax(header.entry, new Map([...shared, ...own]));
      own = new Map();
      const isFolder = named.type === 'directory' || (named.type === 'file' && named.name.endsWith('/'));
      const entry: TarEntry = isFolder ? { ...named, type: 'directory' } : named;
      let read = 0;
      const body = async function* (): AsyncGenerator<Uint8Array> {
        for await (const part of source.pieces(entry.size - read)) {
          read += part.length;
          yield part;
        }
      };
      yield { entry, body: body() };
      for await (const part of source.pieces(entry.size - read)) read += part.length;
      const gap = await source.exact(padding(entry.size));
      if (read < entry.size || gap.length < padding(entry.size)) {
        onFault('unexpected end');
        return;
      }
    }
  } finally {
    await source.close();
  }
}
