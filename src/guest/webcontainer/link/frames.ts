/**
 * Text frames between the page and the supervisor. They pass through a pseudo-terminal in both directions, which turns
 * newlines into `\r\n`, may be cut anywhere, and is shared with whatever else prints there. So a frame is one line of
 * printable ASCII with a mark, its number, its length and a checksum; every other line is noise.
 */

/** Characters of one frame's text at most. */
const largestText = 48 * 1024;
const mark = '~';

/** One part of a message: text (JSON) or bytes. */
export type FramePart = string | Uint8Array;

const bytesAsText = /^[\x20-\x7e\n\t\r\x1b]*$/;
const escapes: readonly (readonly [raw: string, escaped: string])[] = [
  ['~', '~e'],
  ['\n', '~n'],
  ['\t', '~t'],
  ['\r', '~r'],
  ['\x1b', '~x'],
];

const encoder = new TextEncoder();
/** What is not ASCII becomes something that `bytesAsText` refuses. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function checksum(text: string): number {
  let sum = text.length | 0;
  for (let index = 0; index < text.length; index++) sum = (Math.imul(sum, 31) + text.charCodeAt(index)) | 0;
  return sum >>> 0;
}

/** Output of commands is mostly ASCII text, which passes as it is; anything else costs a third more as base64. */
function textOf(bytes: Uint8Array): { readonly kind: 'a' | 'b'; readonly text: string } {
  const raw = decoder.decode(bytes);
  if (bytesAsText.test(raw)) {
    return { kind: 'a', text: escapes.reduce((text, [from, to]) => text.replaceAll(from, to), raw) };
  }
  return { kind: 'b', text: base64Of(bytes) };
}

function base64Of(bytes: Uint8Array): string {
  let latin1 = '';
  // A call takes only so many arguments.
  for (let from = 0; from < bytes.length; from += 8192) {
    latin1 += String.fromCharCode(...bytes.subarray(from, from + 8192));
  }
  return btoa(latin1);
}

function bytesOf(kind: string, text: string): Uint8Array<ArrayBuffer> {
  if (kind === 'a') {
    let raw = text;
    // The escape of the mark itself last: what it stands for must not be read as another's beginning.
    for (const [from, to] of [...escapes].reverse()) raw = raw.replaceAll(to, from);
    return encoder.encode(raw);
  }
  const latin1 = atob(text);
  const bytes = new Uint8Array(latin1.length);
  for (let index = 0; index < latin1.length; index++) bytes[index] = latin1.charCodeAt(index);
  return bytes;
}

/** Numbers frames and writes them. */
export class FrameWriter {
  #sequence = 0;

  /** The lines of one part. Upper case: more of this part follows. */
  lines(part: FramePart): string {
    if (typeof part === 'string') return this.#split('j', part);
    if (part.length === 0) return this.#line('a', '');
    let lines = '';
    const step = largestText / 2;
    for (let from = 0; from < part.length; from += step) {
      const { kind, text } = textOf(part.subarray(from, from + step));
      lines += this.#line(from + step < part.length ? kind.toUpperCase() : kind, text);
    }
    return lines;
  }

  #split(kind: string, text: string): string {
    let lines = '';
    for (let from = 0; from === 0 || from < text.length; from += largestText) {
      const isLast = from + largestText >= text.length;
      lines += this.#line(isLast ? kind : kind.toUpperCase(), text.slice(from, from + largestText));
    }
    return lines;
  }

  #line(kind: string, text: string): string {
    this.#sequence += 1;
    const head = [this.#sequence, text.length, checksum(text)].map((each) => each.toString(36)).join('.');
    return `${mark}${kind}${head}:${text}\n`;
  }
}

const frameLine = /^~([jabJAB])([0-9a-z]+)\.([0-9a-z]+)\.([0-9a-z]+):/;

/** Reads frames out of whatever comes. Anything missing or damaged is an error: a stream of messages has no gaps. */
export class FrameReader {
  readonly #onPart: (part: FramePart) => void;
  readonly #onNoise: (line: string) => void;
  readonly #onDamage: (message: string) => void;
  #held: string[] = [];
  #sequence = 0;
  #text = '';
  #bytes: Uint8Array<ArrayBuffer>[] = [];

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
    let from = 0;
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', from)) {
      this.#held.push(chunk.slice(from, end));
      const line = this.#held.length === 1 ? (this.#held[0] ?? '') : this.#held.join('');
      this.#held = [];
      from = end + 1;
      this.#line(line);
    }
    if (from < chunk.length) this.#held.push(chunk.slice(from));
  }

  #line(given: string): void {
    // What a terminal adds to a line's end, and noise without a newline before a frame.
    const start = frameLine.test(given) ? 0 : given.search(/~[jabJAB][0-9a-z]+\.[0-9a-z]+\.[0-9a-z]+:/);
    const end = given.endsWith('\r') ? given.length - 1 : given.length;
    if (start < 0) {
      this.#onNoise(given.slice(0, end));
      return;
    }
    if (start > 0) this.#onNoise(given.slice(0, start));
    const line = start > 0 || end < given.length ? given.slice(start, end) : given;
    const [head = '', kind = '', sequence = '', length = '', sum = ''] = frameLine.exec(line) ?? [];
    const text = line.slice(head.length);
    this.#sequence += 1;
    const isWhole =
      Number.parseInt(sequence, 36) === this.#sequence &&
      Number.parseInt(length, 36) === text.length &&
      Number.parseInt(sum, 36) === checksum(text);
    if (!isWhole) {
      this.#onDamage(`frame ${this.#sequence} of the supervisor was lost or damaged on its way`);
      return;
    }
    this.#take(kind, text);
  }

  #take(kind: string, text: string): void {
    const lower = kind.toLowerCase();
    const isLast = kind === lower;
    if (lower === 'j') {
      this.#text += text;
      if (!isLast) return;
      const whole = this.#text;
      this.#text = '';
      this.#onPart(whole);
      return;
    }
    this.#bytes.push(bytesOf(lower, text));
    if (!isLast) return;
    const parts = this.#bytes;
    this.#bytes = [];
    this.#onPart(joined(parts));
  }
}

function joined(parts: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const [only] = parts;
  if (parts.length === 1 && only && only.byteLength === only.buffer.byteLength) return only;
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
