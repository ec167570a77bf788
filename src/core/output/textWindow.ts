import type { WindowedText } from '../contract/index.ts';
import { BrokenUnits } from './brokenUnits.ts';
import { fromUnits } from './fromUnits.ts';
import type { TextRun } from './runDecoder.ts';

const NEWLINE = 0x0a;
/** Below this a loop beats `subarray` + `set`. */
const SMALL_RUN = 48;

const isHighSurrogate = (unit: number | undefined) => unit !== undefined && unit >= 0xd800 && unit <= 0xdbff;
const isLowSurrogate = (unit: number | undefined) => unit !== undefined && unit >= 0xdc00 && unit <= 0xdfff;

/**
 * Counts of a text and its two ends. The first `headUnits` units are kept in place; those after them go
 * round a ring of `tailUnits`, so memory is bounded and no unit is kept twice.
 */
export class TextWindow {
  readonly #headUnits: number;
  readonly #tailUnits: number;
  #units = 0;
  #codePoints = 0;
  #utf8Bytes = 0;
  #newlines = 0;
  #last = NEWLINE;
  #head = new Uint16Array(0);
  #headLength = 0;
  #ring = new Uint16Array(0);
  /** Where the next unit goes in the ring, and how many units ever went there. */
  #ringAt = 0;
  #ringTotal = 0;
  #headText: string | null = null;
  /** Null as long as there is nothing broken, as in most texts. */
  #broken: BrokenUnits | null = null;

  constructor(headUnits: number, tailUnits: number) {
    this.#headUnits = headUnits;
    this.#tailUnits = tailUnits;
  }

  copy(): TextWindow {
    const copy = new TextWindow(this.#headUnits, this.#tailUnits);
    copy.#units = this.#units;
    copy.#codePoints = this.#codePoints;
    copy.#utf8Bytes = this.#utf8Bytes;
    copy.#newlines = this.#newlines;
    copy.#last = this.#last;
    copy.#head = this.#head.slice();
    copy.#headLength = this.#headLength;
    copy.#ring = this.#ring.slice();
    copy.#ringAt = this.#ringAt;
    copy.#ringTotal = this.#ringTotal;
    copy.#broken = this.#broken?.copy() ?? null;
    return copy;
  }

  ascii(bytes: Uint8Array, from: number, to: number, newlines: number): void {
    this.#units += to - from;
    this.#codePoints += to - from;
    this.#utf8Bytes += to - from;
    this.#newlines += newlines;
    this.#last = bytes[to - 1]!;
    this.#keep(bytes, from, to);
  }

  text({ units, length, newlines, codePoints, utf8Bytes, broken }: TextRun): void {
    if (broken.length > 0) {
      this.#broken ??= new BrokenUnits(this.#headUnits, this.#tailUnits);
      this.#broken.add(broken, this.#units);
    }
    this.#units += length;
    this.#codePoints += codePoints;
    this.#utf8Bytes += utf8Bytes;
    this.#newlines += newlines;
    this.#last = units[length - 1]!;
    this.#keep(units, 0, length);
  }

  char(codePoint: number): void {
    if (codePoint === NEWLINE) this.#newlines += 1;
    this.#last = codePoint;
    this.#codePoints += 1;
    if (codePoint < 0x10000) {
      this.#utf8Bytes += codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : 3;
      this.#unit(codePoint);
    } else {
      this.#utf8Bytes += 4;
      this.#unit(0xd800 + ((codePoint - 0x10000) >> 10));
      this.#unit(0xdc00 + ((codePoint - 0x10000) & 0x3ff));
    }
  }

  read(): WindowedText {
    const broken = this.#broken?.read(this.#units) ?? [];
    return {
      units: this.#units,
      codePoints: this.#codePoints,
      utf8Bytes: this.#utf8Bytes,
      lines: this.#newlines + (this.#last === NEWLINE ? 0 : 1),
      head: this.#readHead(),
      tail: this.#readTail(),
      ...(broken.length === 0 ? {} : { broken }),
    };
  }

  #unit(unit: number): void {
    this.#units += 1;
    if (this.#headLength < this.#headUnits) {
      this.#reserveHead(this.#headLength + 1);
      this.#head[this.#headLength] = unit;
      this.#headLength += 1;
      return;
    }
    this.#ringTotal += 1;
    if (this.#tailUnits === 0) return;
    this.#reserveRing();
    this.#ring[this.#ringAt] = unit;
    this.#ringAt = this.#ringAt + 1 === this.#tailUnits ? 0 : this.#ringAt + 1;
  }

  #keep(units: Uint8Array | Uint16Array, from: number, to: number): void {
    let at = from;
    if (this.#headLength < this.#headUnits) {
      const taken = Math.min(to - at, this.#headUnits - this.#headLength);
      this.#reserveHead(this.#headLength + taken);
      copyUnits(units, at, at + taken, this.#head, this.#headLength);
      this.#headLength += taken;
      at += taken;
    }
    this.#ringTotal += to - at;
    if (at === to || this.#tailUnits === 0) return;
    this.#reserveRing();
    at = Math.max(at, to - this.#tailUnits);
    while (at < to) {
      const taken = Math.min(to - at, this.#tailUnits - this.#ringAt);
      copyUnits(units, at, at + taken, this.#ring, this.#ringAt);
      this.#ringAt = this.#ringAt + taken === this.#tailUnits ? 0 : this.#ringAt + taken;
      at += taken;
    }
  }

  #reserveHead(length: number): void {
    if (length <= this.#head.length) return;
    const grown = new Uint16Array(Math.min(this.#headUnits, Math.max(length, 256, this.#head.length * 2)));
    grown.set(this.#head.subarray(0, this.#headLength));
    this.#head = grown;
  }

  #reserveRing(): void {
    if (this.#ring.length === 0) this.#ring = new Uint16Array(this.#tailUnits);
  }

  #readHead(): string {
    if (this.#ringTotal === 0) return fromUnits(this.#head, 0, this.#headLength);
    // Past its size the head never changes again.
    this.#headText ??= fromUnits(
      this.#head,
      0,
      isHighSurrogate(this.#head[this.#headLength - 1]) ? this.#headLength - 1 : this.#headLength,
    );
    return this.#headText;
  }

  #readTail(): string {
    if (this.#ringTotal === 0 || this.#tailUnits === 0) return '';
    if (this.#ringTotal >= this.#tailUnits) {
      const start = isLowSurrogate(this.#ring[this.#ringAt]) ? this.#ringAt + 1 : this.#ringAt;
      return fromUnits(this.#ring, start, this.#tailUnits) + fromUnits(this.#ring, 0, this.#ringAt);
    }
    // The ring is not full yet: the rest of the tail is the end of the head.
    const fromHead = Math.max(0, this.#headLength - (this.#tailUnits - this.#ringTotal));
    const start = isLowSurrogate(this.#head[fromHead]) ? fromHead + 1 : fromHead;
    return fromUnits(this.#head, start, this.#headLength) + fromUnits(this.#ring, 0, this.#ringTotal);
  }
}

function copyUnits(
  units: Uint8Array | Uint16Array,
  from: number,
  to: number,
  target: Uint16Array,
  at: number,
): void {
  if (to - from >= SMALL_RUN) target.set(units.subarray(from, to), at);
  else for (let i = from, j = at; i < to; i++, j++) target[j] = units[i]!;
}
