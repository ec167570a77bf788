import { bytesFromText } from '../disk/bytes.ts';
import { joined } from './commandOutput.ts';

type Chunks = AsyncIterable<Uint8Array>;

type GiveBack = (bytes: Uint8Array) => void;
const dropped: GiveBack = () => {};

export async function* firstBytes(
  chunks: Chunks,
  count: number,
  giveBack: GiveBack = dropped,
): AsyncGenerator<Uint8Array> {
  let left = count;
  if (left === 0) return;
  for await (const chunk of chunks) {
    if (chunk.length > left) giveBack(chunk.subarray(left));
    yield chunk.length > left ? chunk.subarray(0, left) : chunk;
    left -= chunk.length;
    if (left <= 0) return;
  }
}

/** Up to and with the `count`th line end. */
export async function* firstLines(
  chunks: Chunks,
  count: number,
  end: number,
  giveBack: GiveBack = dropped,
): AsyncGenerator<Uint8Array> {
  let left = count;
  if (left === 0) return;
  for await (const chunk of chunks) {
    let at = -1;
    while (left > 0) {
      const next = chunk.indexOf(end, at + 1);
      if (next < 0) break;
      at = next;
      left--;
    }
    if (left === 0) {
      giveBack(chunk.subarray(at + 1));
      yield chunk.subarray(0, at + 1);
      return;
    }
    yield chunk;
  }
}

export async function* afterBytes(chunks: Chunks, skip: number): AsyncGenerator<Uint8Array> {
  let left = skip;
  for await (const chunk of chunks) {
    if (left < chunk.length) yield left > 0 ? chunk.subarray(left) : chunk;
    left = Math.max(0, left - chunk.length);
  }
}

export async function* afterLines(chunks: Chunks, skip: number, end: number): AsyncGenerator<Uint8Array> {
  let left = skip;
  for await (const chunk of chunks) {
    let at = -1;
    while (left > 0) {
      const next = chunk.indexOf(end, at + 1);
      if (next < 0) break;
      at = next;
      left--;
    }
    if (left === 0 && at + 1 < chunk.length) yield chunk.subarray(at + 1);
  }
}

/** The same bytes in pieces that end with a line, but for the last. */
export async function* wholeLines(chunks: Chunks, end = 10): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  for await (const chunk of chunks) {
    const cut = chunk.lastIndexOf(end) + 1;
    if (cut === 0) {
      held.push(chunk);
      continue;
    }
    held.push(chunk.subarray(0, cut));
    yield joined(held);
    held = cut < chunk.length ? [chunk.subarray(cut)] : [];
  }
  if (held.length > 0) yield joined(held);
}

function countOf(chunk: Uint8Array, byte: number): number {
  let count = 0;
  for (let at = chunk.indexOf(byte); at >= 0; at = chunk.indexOf(byte, at + 1)) count++;
  return count;
}

/** A queue of chunks that knows how many units of its kind it holds. An unfinished last line is a line. */
class Held {
  readonly #unit: 'lines' | 'bytes';
  readonly #end: number;
  readonly #chunks: Uint8Array[] = [];
  readonly #sizes: number[] = [];
  #total = 0;

  constructor(unit: 'lines' | 'bytes', end: number) {
    this.#unit = unit;
    this.#end = end;
  }

  push(chunk: Uint8Array): void {
    const size = this.#unit === 'bytes' ? chunk.length : countOf(chunk, this.#end);
    this.#chunks.push(chunk);
    this.#sizes.push(size);
    this.#total += size;
  }

  /** Hands out whole chunks from the front while at least `keep` units remain behind each. */
  *surplus(keep: number): Generator<Uint8Array> {
    while (this.#chunks.length > 0 && this.#total - this.#sizes[0]! >= keep) {
      this.#total -= this.#sizes.shift()!;
      yield this.#chunks.shift()!;
    }
  }

  /** What is held, cut before its last `count` units: front and back. */
  split(count: number): { readonly front: Uint8Array; readonly back: Uint8Array } {
    const all = new Uint8Array(this.#chunks.reduce((sum, chunk) => sum + chunk.length, 0));
    let offset = 0;
    for (const chunk of this.#chunks) {
      all.set(chunk, offset);
      offset += chunk.length;
    }
    const at =
      this.#unit === 'bytes' ? Math.max(0, all.length - count) : startOfLastLines(all, count, this.#end);
    return { front: all.subarray(0, at), back: all.subarray(at) };
  }
}

/** Where the last `count` lines begin. */
function startOfLastLines(bytes: Uint8Array, count: number, end: number): number {
  if (count === 0) return bytes.length;
  let at = bytes.length - 1;
  if (bytes[at] === end) at--;
  for (let left = count; at >= 0; left--) {
    // A negative start would search from the end.
    at = bytes.lastIndexOf(end, at);
    if (at >= 0 && left === 1) return at + 1;
    at--;
  }
  return 0;
}

/** Everything but the last `count` units, passed on as soon as it is sure not to be among them. */
export async function* allBut(
  chunks: Chunks,
  count: number,
  unit: 'lines' | 'bytes',
  end: number,
): AsyncGenerator<Uint8Array> {
  const held = new Held(unit, end);
  for await (const chunk of chunks) {
    held.push(chunk);
    // One more than asked for: an unfinished last line counts as a line.
    yield* held.surplus(count + 1);
  }
  const { front } = held.split(count);
  if (front.length > 0) yield front;
}

/** The last `count` units of a stream, holding not much more than them. */
export async function lastOf(
  chunks: Chunks,
  count: number,
  unit: 'lines' | 'bytes',
  end: number,
): Promise<Uint8Array> {
  const held = new Held(unit, end);
  for await (const chunk of chunks) {
    held.push(chunk);
    for (const _dropped of held.surplus(count + 1));
  }
  return held.split(count).back;
}

/** The `==> name <==` lines of `head` and `tail`: between several files, or where asked for. */
export function headerFor(
  given: ReadonlyMap<string, string>,
  files: number,
): (name: string) => Uint8Array | null {
  const wanted = given.has('v') || (files > 1 && !given.has('q'));
  let printed = 0;
  return (name) => (wanted ? bytesFromText(`${printed++ > 0 ? '\n' : ''}==> ${name} <==\n`) : null);
}
