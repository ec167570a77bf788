import { ansiSpans, type TextRun, visibleControls } from './ansiSpans.ts';
import type { ByteSource } from './byteSource.ts';
import { type ByteRange, labelledRuns } from './ranges.ts';
import { BLOCK_BYTES, type BlockStart, sgrAfter } from './rowIndex.ts';
import { LOOK_BACK_BYTES, MAX_ROW_BYTES, visitRowStarts } from './rowSplit.ts';
import { PLAIN_SGR, type Sgr } from './sgr.ts';
import { plainText, type Row } from './spans.ts';

export interface PaintOptions {
  /** Number of the first line, 1 unless the bytes are a page of a file. */
  readonly firstLine?: number;
  /** `ansi` paints as a terminal would; `raw` shows the exact text with control characters made visible. */
  readonly paint: 'ansi' | 'raw';
  readonly stderr: readonly ByteRange[];
  readonly seen: readonly ByteRange[];
}

const NEWLINE = 10;
const RETURN = 13;
const ESCAPE = 0x1b;
/** Bytes that make what is seen differ from what is written. */
const repainting = [ESCAPE, RETURN, 0x08];

/** Reads a block and finds its rows. `known` is null where the index has not reached it. */
export async function loadBlock(
  source: ByteSource,
  block: number,
  known: BlockStart | null,
  options: PaintOptions,
): Promise<RowBlock> {
  const from = block * BLOCK_BYTES;
  const to = Math.min(source.size, from + BLOCK_BYTES);
  const bufferStart = Math.max(0, from - LOOK_BACK_BYTES);
  const buffer = await source.read(bufferStart, to + MAX_ROW_BYTES + 4 - bufferStart);
  const starts: number[] = [];
  const continued: boolean[] = [];
  let end = Math.min(source.size, bufferStart + buffer.length);
  visitRowStarts(buffer, bufferStart, from, to + MAX_ROW_BYTES, (start, goesOn) => {
    if (start < to) {
      starts.push(start);
      continued.push(goesOn);
    } else if (start < end) end = start;
  });
  starts.push(end);
  return new RowBlock(buffer, bufferStart, from, starts, continued, known, options);
}

/** The rows of 64 KiB. They are painted when they are asked for: a block may hold 60,000 and show 50. */
export class RowBlock {
  readonly indexed: boolean;
  readonly #painted = new Map<number, Row>();
  /** Line number of each row where it begins a line, filled as far as asked. */
  readonly #lines: Uint32Array;
  #states: readonly Sgr[] | null = null;

  /** `starts` has one entry more than there are rows: the end of the last. */
  constructor(
    private readonly buffer: Uint8Array,
    private readonly bufferStart: number,
    private readonly from: number,
    private readonly starts: readonly number[],
    private readonly continued: readonly boolean[],
    private readonly known: BlockStart | null,
    private readonly options: PaintOptions,
  ) {
    this.indexed = known !== null;
    this.#lines = new Uint32Array(continued.length);
    let line = known?.lines ?? 0;
    continued.forEach((goesOn, at) => {
      if (!goesOn) line++;
      this.#lines[at] = line;
    });
  }

  get rowCount(): number {
    return this.continued.length;
  }

  startOf(at: number): number {
    return this.starts[Math.max(0, Math.min(at, this.starts.length - 1))] ?? this.from;
  }

  /** The row that holds the byte; -1 where that row began in the block before. */
  rowOfByte(byte: number): number {
    let low = -1;
    let high = this.rowCount - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.startOf(middle) <= byte) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  row(at: number): Row {
    const known = this.#painted.get(at);
    if (known) return known;
    const row = this.#paint(at);
    this.#painted.set(at, row);
    return row;
  }

  /** Rows whose shown text holds the words (lower case). */
  find(wanted: string): readonly number[] {
    const first = this.startOf(0) - this.bufferStart;
    const bytes = this.buffer.subarray(first, this.startOf(this.rowCount) - this.bufferStart);
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).toLowerCase();
    const isPlain = text.length === bytes.length && repainting.every((byte) => !bytes.includes(byte));
    const found: number[] = [];
    if (isPlain) {
      // One byte is one character here, so a place in the text is a place in the bytes.
      for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
        const row = this.rowOfByte(this.startOf(0) + at);
        if (found.at(-1) !== row) found.push(row);
      }
      return found;
    }
    for (let at = 0; at < this.rowCount; at++) {
      if (plainText(this.#paint(at).spans).toLowerCase().includes(wanted)) found.push(at);
    }
    return found;
  }

  #paint(at: number): Row {
    const { buffer, bufferStart, options } = this;
    const start = this.startOf(at);
    const end = this.startOf(at + 1);
    let stop = end;
    if (buffer[stop - 1 - bufferStart] === NEWLINE) stop--;
    if (options.paint === 'ansi' && stop > start && buffer[stop - 1 - bufferStart] === RETURN) stop--;
    const isAnsi = options.paint === 'ansi';
    const runs = this.#runs(start, stop);
    const marks = labelledRuns(start, Math.max(stop, start + 1), options.stderr, options.seen);
    const stderr = marks.some((part) => part.stderr);
    const seen = marks.some((part) => part.seen);
    return {
      margin: this.#margin(at),
      mark: stderr ? 'err' : '',
      className: [stderr ? 'row-stderr' : '', seen ? 'row-seen' : ''].filter(Boolean).join(' '),
      spans: isAnsi ? ansiSpans(runs, this.#sgrAt(at)).spans : visibleControls(runs),
    };
  }

  /** The line's number; `~` while nobody has counted that far. */
  #margin(at: number): string {
    if (this.continued[at]) return '';
    const line = this.indexed ? this.#lines[at] : undefined;
    return line === undefined ? '~' : String(line + (this.options.firstLine ?? 1) - 1);
  }

  /** The ANSI state that a row begins in; found for all rows in one pass over the block, where it can differ. */
  #sgrAt(at: number): Sgr {
    if (!this.#states) {
      let sgr = this.known?.sgr ?? PLAIN_SGR;
      let from = this.from - this.bufferStart;
      const isPlain = this.buffer.indexOf(ESCAPE, from) < 0;
      this.#states = isPlain
        ? [sgr]
        : this.continued.map((_, row) => {
            const to = this.startOf(row) - this.bufferStart;
            sgr = sgrAfter(this.buffer, from, to, sgr);
            from = to;
            return sgr;
          });
    }
    return this.#states[at] ?? this.#states[0] ?? PLAIN_SGR;
  }

  /** The text of [start, stop), cut where the stream or "seen by the model" changes. */
  #runs(start: number, stop: number): readonly TextRun[] {
    // One decoder per stream: a character whose bytes another stream interrupts is decoded once, whole.
    const decoders = {
      out: new TextDecoder('utf-8', { ignoreBOM: true }),
      err: new TextDecoder('utf-8', { ignoreBOM: true }),
    };
    const runs: TextRun[] = labelledRuns(start, stop, this.options.stderr, this.options.seen).map((part) => ({
      text: decoders[part.stderr ? 'err' : 'out'].decode(
        this.buffer.subarray(part.start - this.bufferStart, part.end - this.bufferStart),
        { stream: true },
      ),
      className: [part.stderr ? 'stderr' : '', part.seen ? 'seen' : ''].filter(Boolean).join(' '),
    }));
    const rest = decoders.out.decode() + decoders.err.decode();
    return rest === '' ? runs : [...runs, { text: rest, className: '' }];
  }
}
