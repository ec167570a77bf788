/** A line of an output that holds the words. */
export interface LineHit {
  /** From 1; in bytes that no newline ends for long, the line that they belong to. */
  readonly line: number;
  /** Where the words begin; between escape sequences or broken characters a place in the same line before it. */
  readonly byte: number;
  readonly excerpt: Excerpt;
}

/** A hit with what stands around it. */
export interface Excerpt {
  readonly before: string;
  readonly match: string;
  readonly after: string;
}

const NEWLINE = 10;
const ESCAPE = 0x1b;
/** A line may be longer than memory: it is looked at in parts of this size. */
const LONGEST_PART_BYTES = 256 * 1024;
/** Escape sequences of colours and cursors (ECMA-48 CSI and OSC), which are no part of what is read. */
const escapes = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\))/g;
const controls = /[\u0000-\u001f\u007f]+/g;
const encoder = new TextEncoder();
const SHOWN_BEFORE = 40;
const SHOWN_AFTER = 120;

/** The words at `at` with a little of what stands around them, in one line. */
export function excerptOf(text: string, at: number, length: number): Excerpt {
  const clean = (part: string) => part.replace(controls, ' ');
  const from = Math.max(0, at - SHOWN_BEFORE);
  const to = at + length + SHOWN_AFTER;
  return {
    before: (from > 0 ? '…' : '') + clean(text.slice(from, at)),
    match: clean(text.slice(at, at + length)),
    after: clean(text.slice(at + length, to)) + (to < text.length ? '…' : ''),
  };
}

/**
 * Finds the lines of a stream of bytes that hold the words, whatever their case and whatever colours stand in
 * them. Holds one chunk and the unfinished line, at most `LONGEST_PART_BYTES` of it.
 */
export class LineSearch {
  readonly #needle: string;
  readonly #overlapBytes: number;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  #rest: Uint8Array = new Uint8Array(0);
  /** Where the rest begins in the stream. */
  #offset = 0;
  /** Newlines before the rest. */
  #lines = 0;
  #lastHitLine = 0;
  #count = 0;
  readonly #mostKept: number;
  #kept = 0;

  /** `mostKept`: so many hits are given, the others only counted. */
  constructor(words: string, mostKept: number) {
    this.#needle = words.toLowerCase();
    this.#mostKept = mostKept;
    // Words cut by the border of two parts are found in the second; four bytes a unit and room for escapes.
    this.#overlapBytes = 4 * words.length + 64;
  }

  /** Lines with hits so far. */
  get count(): number {
    return this.#count;
  }

  push(chunk: Uint8Array): readonly LineHit[] {
    const bytes = this.#joined(chunk);
    const hits: LineHit[] = [];
    let from = 0;
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    if (end > 0) {
      this.#look(bytes.subarray(0, end), hits);
      from = end;
    }
    while (bytes.length - from > LONGEST_PART_BYTES) {
      const partEnd = from + LONGEST_PART_BYTES;
      this.#look(bytes.subarray(from, partEnd), hits);
      from = partEnd - this.#overlapBytes;
      // Not within a character, which has at most three bytes behind its first.
      for (let back = 0; back < 3 && ((bytes[from] ?? 0) & 0xc0) === 0x80; back++) from--;
      this.#offset -= partEnd - from;
    }
    this.#rest = bytes.slice(from);
    return hits;
  }

  /** What stands behind the last newline. */
  finish(): readonly LineHit[] {
    const hits: LineHit[] = [];
    this.#look(this.#rest, hits);
    this.#rest = new Uint8Array(0);
    return hits;
  }

  #joined(chunk: Uint8Array): Uint8Array {
    if (this.#rest.length === 0) return chunk;
    const joined = new Uint8Array(this.#rest.length + chunk.length);
    joined.set(this.#rest);
    joined.set(chunk, this.#rest.length);
    return joined;
  }

  /** Looks at bytes that begin where the rest did, and counts their lines. */
  #look(bytes: Uint8Array, hits: LineHit[]): void {
    const text = this.#decoder.decode(bytes);
    const hasEscapes = bytes.includes(ESCAPE);
    // One byte is one character: a place in the text is a place in the bytes.
    const isPlain = !hasEscapes && text.length === bytes.length;
    const lower = (hasEscapes ? text.replace(escapes, '') : text).toLowerCase();
    if (!lower.includes(this.#needle)) this.#lines += newlinesIn(bytes, 0, bytes.length);
    else if (isPlain) this.#lookAtPlain(bytes, text, lower, hits);
    else this.#lookAtLines(bytes, hits);
    this.#offset += bytes.length;
  }

  #lookAtPlain(bytes: Uint8Array, text: string, lower: string, hits: LineHit[]): void {
    let counted = 0;
    for (let at = lower.indexOf(this.#needle); at >= 0; ) {
      const start = text.lastIndexOf('\n', at) + 1;
      const newline = text.indexOf('\n', at);
      const end = newline < 0 ? text.length : newline;
      this.#lines += newlinesIn(bytes, counted, start);
      counted = start;
      const place = at - start;
      this.#hit(at, hits, () => excerptOf(text.slice(start, end), place, this.#needle.length));
      at = newline < 0 ? -1 : lower.indexOf(this.#needle, newline);
    }
    this.#lines += newlinesIn(bytes, counted, bytes.length);
  }

  #lookAtLines(bytes: Uint8Array, hits: LineHit[]): void {
    for (let start = 0; start < bytes.length; ) {
      const newline = bytes.indexOf(NEWLINE, start);
      const end = newline < 0 ? bytes.length : newline;
      const line = this.#decoder.decode(bytes.subarray(start, end)).replace(escapes, '');
      const at = line.toLowerCase().indexOf(this.#needle);
      if (at >= 0) {
        const before = encoder.encode(line.slice(0, at)).length;
        this.#hit(Math.min(start + before, end), hits, () => excerptOf(line, at, this.#needle.length));
      }
      if (newline < 0) return;
      this.#lines++;
      start = newline + 1;
    }
  }

  #hit(place: number, hits: LineHit[], excerpt: () => Excerpt): void {
    const line = this.#lines + 1;
    if (line === this.#lastHitLine) return;
    this.#lastHitLine = line;
    this.#count++;
    if (this.#kept >= this.#mostKept) return;
    this.#kept++;
    hits.push({ line, byte: this.#offset + place, excerpt: excerpt() });
  }
}

function newlinesIn(bytes: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) if (bytes[at] === NEWLINE) count++;
  return count;
}
