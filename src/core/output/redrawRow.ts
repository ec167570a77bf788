import type { StreamName } from '../contract/index.ts';
import { charWidth } from './charWidth.ts';
import type { CursorMove } from './escapes.ts';
import { RowMarks } from './rowMarks.ts';
import { ROW_COLUMNS, type RowSink } from './rowSink.ts';

const BACKSPACE = 0x08;
const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const TAB_STOP = 8;
/** A column that belongs to the character before it. */
const CONTINUED = 0xffffffff;

/**
 * One line of a terminal: characters are put where the cursor stands, CR, backspace and the sequences that move
 * it within the line are followed, and what stands there at the line's end goes on. What a terminal would
 * not show of a redrawn line (an older, longer state that was drawn over) is gone; the rest of a longer state
 * that was not stays, as on the screen. CR before LF leaves nothing. Sequences that go up are not followed.
 */
export class RedrawRow {
  readonly #sink: RowSink;
  readonly #asksBytes: boolean;
  #chars = new Uint32Array(0);
  #froms = new Float64Array(0);
  #ends = new Float64Array(0);
  #isStderr = new Uint8Array(0);
  #ascii = new Uint8Array(0);
  #length = 0;
  #cursor = 0;
  /** The row holds one-column ASCII only: most rows, and they are put and given out in runs. */
  #isPlain = true;
  readonly #marks: RowMarks;
  /** Where the last character of each stream ended: controls since then belong to the next. */
  readonly #putEnd = { stdout: 0, stderr: 0 };

  /** `like` is a row to begin with a copy of. */
  constructor(sink: RowSink, like: RedrawRow | null = null) {
    this.#sink = sink;
    this.#asksBytes = sink.asciiRow === undefined;
    this.#marks = new RowMarks(like === null ? null : like.#marks);
    if (like === null) return;
    this.#chars = like.#chars.slice();
    this.#froms = like.#froms.slice();
    this.#ends = like.#ends.slice();
    this.#isStderr = like.#isStderr.slice();
    this.#length = like.#length;
    this.#cursor = like.#cursor;
    this.#isPlain = like.#isPlain;
    this.#putEnd = { ...like.#putEnd };
  }

  /** Nothing stands in it and the cursor is at its start: whole lines may pass it by. */
  get isEmpty(): boolean {
    return this.#length === 0 && this.#cursor === 0 && this.#marks.count === 0;
  }

  /** A run without CR and backspace. Its whole lines pass through without a step per character. */
  ascii(
    stream: StreamName,
    bytes: Uint8Array,
    from: number,
    to: number,
    newlines: number,
    startByte: number,
  ): void {
    const base = startByte - from;
    let at = from;
    if (newlines > 0) {
      let passed = newlines;
      if (!this.isEmpty) {
        const firstEnd = bytes.indexOf(LF, at) + 1;
        this.#putAll(stream, bytes, at, firstEnd, base);
        at = firstEnd;
        passed -= 1;
      }
      if (passed > 0) {
        const lastEnd = bytes.lastIndexOf(LF, to - 1) + 1;
        this.#sink.ascii(stream, bytes, at, lastEnd, passed, this.#putEnd[stream], base + at);
        this.#putEnd[stream] = base + lastEnd;
        at = lastEnd;
      }
    }
    this.#putAll(stream, bytes, at, to, base);
  }

  /** UTF-16 units without CR and backspace, for a sink that does not ask for bytes. */
  units(stream: StreamName, units: Uint16Array, from: number, to: number): void {
    for (let at = from; at < to; ) {
      const runEnd = this.#putPlain(stream, units, at, to, 0);
      if (runEnd > at) {
        at = runEnd;
        continue;
      }
      const unit = units[at]!;
      const isPair = unit >= 0xd800 && unit <= 0xdbff;
      const codePoint = isPair ? 0x10000 + ((unit & 0x3ff) << 10) + (units[at + 1]! & 0x3ff) : unit;
      this.char(stream, codePoint, 0);
      at += isPair ? 2 : 1;
    }
  }

  char(stream: StreamName, codePoint: number, endByte: number): void {
    if (codePoint === CR) {
      this.#cursor = 0;
      this.#marks.forget(-1);
    } else if (codePoint === BACKSPACE) this.#cursor = Math.max(0, this.#cursor - 1);
    else if (codePoint === LF) {
      this.flush();
      this.#sink.char(stream, LF, this.#putEnd[stream], endByte);
      this.#putEnd[stream] = endByte;
    } else if (codePoint === TAB) this.#tab(stream, endByte);
    else {
      const width = codePoint >= SPACE && codePoint < 0x7f ? 1 : charWidth(codePoint);
      if (width === 0) this.#mark(stream, codePoint, endByte);
      else this.#put(stream, codePoint, endByte, width);
    }
  }

  move(kind: CursorMove, count: number): void {
    if (kind === 'erase') this.#erase(count);
    else {
      const steps = Math.max(1, count);
      const to =
        kind === 'column' ? steps - 1 : kind === 'right' ? this.#cursor + steps : this.#cursor - steps;
      this.#cursor = Math.max(0, Math.min(to, ROW_COLUMNS - 1));
    }
  }

  /** Gives out what stands in the row and begins a new one. */
  flush(): void {
    if (this.#sink.asciiRow !== undefined && this.#isPlain && this.#marks.count === 0) {
      if (this.#length > 0) this.#sink.asciiRow(this.#asciiOfRow(), this.#length);
    } else this.#giveCharacters();
    this.#length = 0;
    this.#cursor = 0;
    this.#isPlain = true;
    this.#marks.clear();
  }

  /** The same memory each time: a progress bar gives out a row for each of its states. */
  #asciiOfRow(): Uint8Array {
    if (this.#ascii.length < this.#length) this.#ascii = new Uint8Array(this.#chars.length);
    for (let column = 0; column < this.#length; column++) this.#ascii[column] = this.#chars[column]!;
    return this.#ascii;
  }

  #giveCharacters(): void {
    this.#giveMarks(-1);
    for (let column = 0; column < this.#length; column++) {
      const codePoint = this.#chars[column]!;
      if (codePoint === CONTINUED) continue;
      const stream = this.#isStderr[column] === 1 ? 'stderr' : 'stdout';
      this.#sink.char(stream, codePoint, this.#froms[column]!, this.#ends[column]!);
      if (this.#marks.count > 0) this.#giveMarks(column);
    }
  }

  #putAll(stream: StreamName, bytes: Uint8Array, from: number, to: number, base: number): void {
    for (let at = from; at < to; ) {
      const runEnd = this.#putPlain(stream, bytes, at, to, base);
      if (runEnd > at) at = runEnd;
      else {
        this.char(stream, bytes[at]!, base + at + 1);
        at += 1;
      }
    }
  }

  /** Puts printable ASCII from `from` on as far as the row is plain and has room; gives where it stopped. */
  #putPlain(
    stream: StreamName,
    bytes: Uint8Array | Uint16Array,
    from: number,
    to: number,
    base: number,
  ): number {
    if (!this.#isPlain || this.#marks.count > 0 || this.#cursor > this.#length) return from;
    const end = Math.min(to, from + ROW_COLUMNS - this.#cursor);
    this.#reserve(this.#cursor + end - from);
    const chars = this.#chars;
    const first = this.#cursor - from;
    let at = from;
    for (; at < end; at++) {
      const byte = bytes[at]!;
      if (byte < SPACE || byte > 0x7e) break;
      chars[first + at] = byte;
    }
    if (this.#asksBytes && at > from) this.#noteBytes(stream, first + from, at - from, base + from);
    this.#cursor = first + at;
    if (this.#cursor > this.#length) this.#length = this.#cursor;
    return at;
  }

  /** Of `count` columns with a byte each. */
  #noteBytes(stream: StreamName, column: number, count: number, startByte: number): void {
    this.#isStderr.fill(stream === 'stderr' ? 1 : 0, column, column + count);
    let owned = this.#putEnd[stream];
    for (let k = 0; k < count; k++) {
      this.#froms[column + k] = owned;
      owned = startByte + k + 1;
      this.#ends[column + k] = owned;
    }
    this.#putEnd[stream] = owned;
  }

  #put(stream: StreamName, codePoint: number, endByte: number, width: number): void {
    if (this.#cursor + width > ROW_COLUMNS) this.flush();
    this.#reserve(this.#cursor + width);
    const end = this.#cursor + width;
    if (this.#cursor > this.#length) this.#blank(this.#length, this.#cursor);
    if (this.#cursor < this.#length) {
      this.#unjoin(this.#cursor);
      this.#unjoin(end);
      for (let column = this.#cursor; column < end; column++) this.#marks.forget(column);
    }
    if (width > 1 || codePoint > 0x7e) this.#isPlain = false;
    this.#chars[this.#cursor] = codePoint;
    this.#froms[this.#cursor] = this.#putEnd[stream];
    this.#ends[this.#cursor] = endByte;
    this.#isStderr[this.#cursor] = stream === 'stderr' ? 1 : 0;
    for (let column = this.#cursor + 1; column < end; column++) this.#chars[column] = CONTINUED;
    this.#putEnd[stream] = endByte;
    this.#cursor = end;
    this.#length = Math.max(this.#length, end);
  }

  /** A tab moves over what stands there; past the end of the row it is a character as wide as it moves. */
  #tab(stream: StreamName, endByte: number): void {
    if (this.#cursor === ROW_COLUMNS) this.flush();
    const stop = Math.min(this.#cursor + TAB_STOP - (this.#cursor % TAB_STOP), ROW_COLUMNS);
    if (this.#cursor < this.#length) this.#cursor = Math.min(stop, ROW_COLUMNS - 1);
    else this.#put(stream, TAB, endByte, stop - this.#cursor);
  }

  #mark(stream: StreamName, codePoint: number, endByte: number): void {
    if (this.#marks.count === ROW_COLUMNS) this.flush();
    let column = Math.min(this.#cursor, this.#length) - 1;
    while (column >= 0 && this.#chars[column] === CONTINUED) column -= 1;
    this.#marks.add(column, { stream, codePoint, ownedFrom: this.#putEnd[stream], endByte });
    this.#putEnd[stream] = endByte;
  }

  #erase(part: number): void {
    if (part === 2) this.#truncate(0);
    else if (part === 0) {
      this.#unjoin(this.#cursor);
      this.#truncate(Math.min(this.#length, this.#cursor));
    } else if (part === 1) {
      this.#unjoin(this.#cursor + 1);
      this.#blank(0, Math.min(this.#length, this.#cursor + 1));
    }
  }

  #truncate(length: number): void {
    this.#length = length;
    this.#marks.forgetFrom(length);
  }

  /** Where a column is the second half of a character, the whole character becomes blank, as on a screen. */
  #unjoin(column: number): void {
    if (column >= this.#length || this.#chars[column] !== CONTINUED) return;
    let head = column;
    while (this.#chars[head] === CONTINUED) head -= 1;
    let end = column;
    while (end < this.#length && this.#chars[end] === CONTINUED) end += 1;
    this.#blank(head, end);
  }

  #blank(from: number, to: number): void {
    for (let column = from; column < to; column++) {
      this.#chars[column] = SPACE;
      this.#froms[column] = 0;
      this.#ends[column] = 0;
      this.#isStderr[column] = 0;
      this.#marks.forget(column);
    }
  }

  #giveMarks(column: number): void {
    for (const mark of this.#marks.at(column)) {
      this.#sink.char(mark.stream, mark.codePoint, mark.ownedFrom, mark.endByte);
    }
  }

  #reserve(columns: number): void {
    if (columns <= this.#chars.length) return;
    const size = Math.min(ROW_COLUMNS, Math.max(columns, 128, this.#chars.length * 2));
    this.#chars = grown(new Uint32Array(size), this.#chars);
    this.#froms = grown(new Float64Array(size), this.#froms);
    this.#ends = grown(new Float64Array(size), this.#ends);
    this.#isStderr = grown(new Uint8Array(size), this.#isStderr);
  }
}

function grown<T extends Uint32Array | Float64Array | Uint8Array>(larger: T, old: T): T {
  larger.set(old);
  return larger;
}
