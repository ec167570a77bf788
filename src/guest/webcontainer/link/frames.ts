import {
  base64Into,
  checksum,
  escapeInto,
  fromBase64Into,
  longestText,
  swapNewlines,
  unescapeInto,
} from './frameText.ts';

/**
 * Text frames between the page and the supervisor. They pass through a pseudo-terminal in both directions, which turns
 * newlines into `\r\n`, may be cut anywhere, and is shared with whatever else prints there. So a frame is one line of
 * printable ASCII with a mark, its number, its length and a checksum; every other line is noise. Where a sample of them
 * has come through unchanged, the other ASCII characters pass as they are too: that takes a quarter of the time.
 */

/** Bytes in one frame at most: 48 KiB of base64, and a whole number of words for the checksum. */
const mostBytes = 36 * 1024;
/** Room for a header before the text is known: `~`, kind, three numbers of at most 11 digits, `..:`; whole words. */
const headerRoom = 40;
/** What is received is looked at in steps of so many characters, which bounds the memory for them. */
const stepLength = 256 * 1024;
/** A line without an end that grows beyond this is none of ours. */
const longestLine = 1024 * 1024;

const mark = 0x7e;
const newline = 0x0a;
const carriageReturn = 0x0d;

/** Memory that is kept for the parts to come. */
const keptPartBytes = 4 * 1024 * 1024;

/**
 * A line of every ASCII character but newline, with what a terminal might answer or take for itself. It is no frame: a
 * reader that hears it unchanged, as noise, knows that its writer's frames may be `plain`.
 */
export const sampleLine = `plain? ${Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))
  .join('')
  .replace('\n', '')}\x1b[31m\x1b[6n\x1b]0;~\x07\x0b\r\t\t\r!`;

/** One part of a message: text without lone surrogates, or bytes. */
export type FramePart = string | Uint8Array;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Numbers frames and makes them. */
export class FrameWriter {
  /** The reader has heard `sampleLine`. */
  mayBePlain = false;
  readonly #scratch = new Uint8Array(headerRoom + longestText(mostBytes) + 4);
  #sequence = 0;

  /** The lines of one part, each with its newline. Their kind in upper case: more of this part follows. */
  lines(part: FramePart): Uint8Array<ArrayBuffer>[] {
    const isText = typeof part === 'string';
    const bytes = isText ? encoder.encode(part) : part;
    const lines: Uint8Array<ArrayBuffer>[] = [];
    for (let from = 0; from === 0 || from < bytes.length; from += mostBytes) {
      lines.push(this.#line(bytes, from, Math.min(bytes.length, from + mostBytes), isText));
    }
    return lines;
  }

  #line(bytes: Uint8Array, from: number, to: number, isText: boolean): Uint8Array<ArrayBuffer> {
    const out = this.#scratch;
    const plainSum = this.mayBePlain && !isText ? this.#plain(bytes, from, to) : -1;
    let kind = 'p';
    let end = headerRoom + to - from;
    if (plainSum < 0) {
      kind = isText ? 'j' : 'a';
      end = escapeInto(bytes, from, to, out, headerRoom);
    }
    if (end < 0) {
      kind = isText ? 'k' : 'b';
      end = base64Into(bytes, from, to, out, headerRoom);
    }
    this.#sequence += 1;
    const sum = plainSum < 0 ? checksum(bytes, from, to) : plainSum;
    const numbers = [this.#sequence, end - headerRoom, sum];
    const asIs = to === bytes.length ? kind : kind.toUpperCase();
    const header = `~${asIs}${numbers.map((each) => each.toString(36)).join('.')}:`;
    const start = headerRoom - header.length;
    encoder.encodeInto(header, out.subarray(start));
    out[end] = newline;
    return out.slice(start, end + 1);
  }

  /** Their checksum; -1 where they cannot be plain. */
  #plain(bytes: Uint8Array, from: number, to: number): number {
    this.#scratch.set(bytes.subarray(from, to), headerRoom);
    return swapNewlines(this.#scratch, headerRoom, headerRoom + to - from, 'to-line');
  }
}

interface Header {
  readonly kind: string;
  readonly sequence: number;
  readonly length: number;
  readonly sum: number;
  /** Where its text begins. */
  readonly end: number;
}

const headerForm = /^~([jkabpJKABP])([0-9a-z]{1,11})\.([0-9a-z]{1,11})\.([0-9a-z]{1,11}):/;

/** Reads frames out of whatever comes. Anything missing or damaged is an error: a stream of messages has no gaps. */
export class FrameReader {
  readonly #onPart: (part: FramePart) => void;
  readonly #onNoise: (line: string) => void;
  readonly #onDamage: (message: string) => void;
  /** What came and is not looked at yet is `#held[0, #end)`. */
  #held = new Uint8Array(8192);
  #end = 0;
  #sequence = 0;
  /** The part so far, in memory that serves all parts. */
  #part = new Uint8Array(8192);
  #partEnd = 0;

  constructor(listeners: {
    readonly onPart: (part: FramePart) => void;
    readonly onNoise: (line: string) => void;
    readonly onDamage: (message: string) => void;
  }) {
    this.#onPart = listeners.onPart;
    this.#onNoise = listeners.onNoise;
    this.#onDamage = listeners.onDamage;
  }

  receive(chunk: string): void {
    for (let from = 0; from < chunk.length; from += stepLength) {
      const step = chunk.length <= stepLength ? chunk : chunk.slice(from, from + stepLength);
      const known = this.#end;
      this.#hold(step);
      this.#lines(known);
    }
  }

  #hold(step: string): void {
    // Noise may be of characters that take more than one byte.
    for (let rest = step; rest !== ''; ) {
      // A character takes up to 3 bytes: without room for one, nothing would be taken for ever.
      this.#held = withRoom(this.#held, this.#end, rest.length + 3);
      const { read, written } = encoder.encodeInto(rest, this.#held.subarray(this.#end));
      this.#end += written;
      rest = rest.slice(read);
    }
  }

  /** `known`: no line ends before it. */
  #lines(known: number): void {
    const held = this.#held.subarray(0, this.#end);
    let from = 0;
    for (let end = held.indexOf(newline, known); end >= 0; end = held.indexOf(newline, from)) {
      this.#line(held, from, end);
      from = end + 1;
    }
    if (this.#end - from > longestLine) {
      this.#onNoise(decoder.decode(held.subarray(from)));
      from = this.#end;
    }
    this.#held.copyWithin(0, from, this.#end);
    this.#end -= from;
  }

  #line(held: Uint8Array, from: number, lineEnd: number): void {
    // What a terminal adds to a line's end; a frame's own text may end so too.
    const hasReturn = lineEnd > from && held[lineEnd - 1] === carriageReturn;
    const to = hasReturn ? lineEnd - 1 : lineEnd;
    // Noise without a newline may come before a frame.
    let start = held.indexOf(mark, from);
    let header: Header | null = null;
    for (; start >= 0 && start < to; start = held.indexOf(mark, start + 1)) {
      header = headerAt(held, start, to);
      if (header) break;
    }
    const noiseEnd = header ? start : to;
    if (!header || noiseEnd > from) this.#onNoise(decoder.decode(held.subarray(from, noiseEnd)));
    if (!header) return;
    this.#sequence += 1;
    const textEnd = header.length === lineEnd - header.end ? lineEnd : to;
    const isWhole =
      header.sequence === this.#sequence &&
      header.length === textEnd - header.end &&
      this.#take(header, held.subarray(header.end, textEnd));
    if (!isWhole) this.#onDamage(`frame ${this.#sequence} of the supervisor was lost or damaged on its way`);
  }

  /** False where its checksum says that it is not what was sent. */
  #take({ kind, sum }: Header, text: Uint8Array): boolean {
    const lower = kind.toLowerCase();
    const at = this.#partEnd;
    this.#part = withRoom(this.#part, at, text.length);
    let end = at + text.length;
    if (lower === 'p') {
      // Frames before it were full, so it begins at a word.
      this.#part.set(text, at);
      if (at % 4 !== 0 || swapNewlines(this.#part, at, end, 'from-line') !== sum) return false;
    } else {
      const read = lower === 'j' || lower === 'a' ? unescapeInto : fromBase64Into;
      end = read(text, 0, text.length, this.#part, at);
      if (end < at || checksum(this.#part, at, end) !== sum) return false;
    }
    this.#partEnd = end;
    if (kind !== lower) return true;
    const part = this.#part;
    this.#partEnd = 0;
    if (part.length > keptPartBytes) this.#part = new Uint8Array(8192);
    const isText = lower === 'j' || lower === 'k';
    this.#onPart(isText ? decoder.decode(part.subarray(0, end)) : part.slice(0, end));
    return true;
  }
}

function headerAt(held: Uint8Array, at: number, to: number): Header | null {
  const text = String.fromCharCode(...held.subarray(at, Math.min(to, at + headerRoom)));
  const [all, kind = '', ...numbers] = headerForm.exec(text) ?? [];
  if (all === undefined) return null;
  const [sequence = 0, length = 0, sum = 0] = numbers.map((each) => Number.parseInt(each, 36));
  return { kind, sequence, length, sum, end: at + all.length };
}

/** The same bytes up to `end`, with room for `coming` more: in memory twice as large where there is none. */
function withRoom(bytes: Uint8Array<ArrayBuffer>, end: number, coming: number): Uint8Array<ArrayBuffer> {
  if (end + coming <= bytes.length) return bytes;
  const larger = new Uint8Array(Math.max(end + coming, bytes.length * 2));
  larger.set(bytes.subarray(0, end));
  return larger;
}
