import { ansiSpans, type TextRun, visibleControls } from './ansiSpans.ts';
import type { ByteSource } from './byteSource.ts';
import { type ByteRange, labelledRuns } from './ranges.ts';
import { BLOCK_BYTES, RowIndex, sgrAfter } from './rowIndex.ts';
import { LOOK_BACK_BYTES, MAX_ROW_BYTES, visitRowStarts } from './rowSplit.ts';
import { PLAIN_SGR, type Sgr } from './sgr.ts';
import { plainText, type Row, type RowSource } from './spans.ts';

export interface ByteRowsOptions {
  /** `ansi` paints as a terminal would; `raw` shows the exact text with control characters made visible. */
  readonly paint: 'ansi' | 'raw';
  readonly stderr: readonly ByteRange[];
  readonly seen: readonly ByteRange[];
}

interface Block {
  /** Start of each row, and behind the last one its end. */
  readonly starts: readonly number[];
  readonly rows: readonly Row[];
  /** False where it was painted before the index had reached it: no line numbers, colours from a guess. */
  readonly indexed: boolean;
}

/** Up to here the index is awaited before anything is painted: it takes less than a frame or two. */
const INDEX_FIRST_BYTES = 2 * 1024 * 1024;
const KEPT_BLOCKS = 24;

/** Rows of bytes that may be larger than memory: at most `KEPT_BLOCKS` blocks of 64 KiB are held. */
export class ByteRows implements RowSource {
  readonly #source: ByteSource;
  readonly #options: ByteRowsOptions;
  readonly #index: RowIndex;
  readonly #blocks = new Map<number, Block>();
  readonly #loading = new Map<number, Promise<Block>>();
  readonly #listeners = new Set<() => void>();
  readonly #walked: Promise<void>;
  #disposed = false;

  constructor(source: ByteSource, options: ByteRowsOptions) {
    this.#source = source;
    this.#options = options;
    this.#index = new RowIndex(source);
    this.#walked = this.#walk();
  }

  get totalRows(): number {
    return this.#source.size === 0 ? 0 : this.#index.totalRows;
  }

  get exact(): boolean {
    return this.#index.complete;
  }

  get hasMarks(): boolean {
    return this.#options.stderr.length > 0;
  }

  get marginWidth(): number {
    return Math.max(3, String(this.totalRows).length);
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  dispose(): void {
    this.#disposed = true;
    this.#listeners.clear();
    this.#blocks.clear();
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Indexes to the end in the background, a stride at a time. */
  async #walk(): Promise<void> {
    try {
      while (!this.#disposed && (await this.#index.advance())) this.#changed();
    } catch {
      // The bytes went away under the view (session deleted, guest gone): what is shown stays an estimate.
    }
    for (const [block, made] of this.#blocks) {
      if (this.#disposed) return;
      if (!made.indexed) this.#blocks.set(block, await this.#make(block).catch(() => made));
    }
    if (!this.#disposed) this.#changed();
  }

  rows(first: number, count: number): readonly (Row | null)[] {
    const out: (Row | null)[] = [];
    let block = this.#index.blockOfRow(first);
    let at = first - this.#index.rowsBefore(block);
    while (out.length < count && block < this.#index.blockCount) {
      const loaded = this.#blocks.get(block);
      if (!loaded) {
        void this.#load(block).then(
          () => this.#changed(),
          () => undefined,
        );
        const upTo = this.#index.rowsBefore(block + 1) - this.#index.rowsBefore(block) - at;
        for (let i = 0; i < upTo && out.length < count; i++) out.push(null);
      } else {
        for (; at < loaded.rows.length && out.length < count; at++) out.push(loaded.rows[at] ?? null);
      }
      at = 0;
      block++;
    }
    return out;
  }

  /** Every row, once all are loaded; only for what fits the kept blocks. */
  async settled(): Promise<readonly Row[]> {
    await this.#walked;
    const blocks = await Promise.all(
      Array.from({ length: this.#index.blockCount }, (_, block) => this.#load(block)),
    );
    return blocks.flatMap((block) => block.rows);
  }

  /** The row that holds the byte, exact as far as the index reaches. */
  async rowOfByte(byte: number): Promise<number> {
    const block = Math.floor(byte / BLOCK_BYTES);
    while (!this.#disposed && !this.#index.known(block) && (await this.#index.advance()));
    const { starts } = await this.#load(block);
    let row = 0;
    while (row + 1 < starts.length - 1 && (starts[row + 1] ?? 0) <= byte) row++;
    const before = this.#index.rowsBefore(block);
    return starts.length > 0 && (starts[0] ?? 0) > byte ? Math.max(0, before - 1) : before + row;
  }

  /** First byte of a row. */
  async byteOfRow(row: number): Promise<number> {
    const block = this.#index.blockOfRow(row);
    const { starts } = await this.#load(block);
    return starts[Math.min(row - this.#index.rowsBefore(block), starts.length - 1)] ?? block * BLOCK_BYTES;
  }

  async *search(needle: string, signal: AbortSignal): AsyncIterable<readonly number[]> {
    const wanted = needle.toLowerCase();
    for (let block = 0; block < this.#index.blockCount && !signal.aborted && !this.#disposed; block++) {
      while (!this.#index.known(block) && (await this.#index.advance()));
      const { rows } = this.#blocks.get(block) ?? (await this.#make(block));
      const before = this.#index.rowsBefore(block);
      const found: number[] = [];
      rows.forEach((row, at) => {
        if (plainText(row.spans).toLowerCase().includes(wanted)) found.push(before + at);
      });
      yield found;
    }
  }

  #load(block: number): Promise<Block> {
    const kept = this.#blocks.get(block);
    if (kept) return Promise.resolve(kept);
    const running = this.#loading.get(block);
    if (running) return running;
    const loading = this.#make(block).then(
      (made) => {
        this.#loading.delete(block);
        this.#blocks.set(block, made);
        for (const old of this.#blocks.keys()) {
          if (this.#blocks.size <= KEPT_BLOCKS) break;
          if (old !== block) this.#blocks.delete(old);
        }
        return made;
      },
      (error: unknown) => {
        this.#loading.delete(block);
        throw error;
      },
    );
    this.#loading.set(block, loading);
    return loading;
  }

  async #make(block: number): Promise<Block> {
    // Inside the walk itself (its last lines) the index is complete, so this never waits for its own end.
    if (!this.#index.complete && this.#source.size <= INDEX_FIRST_BYTES) await this.#walked;
    const from = block * BLOCK_BYTES;
    const to = Math.min(this.#source.size, from + BLOCK_BYTES);
    const bufferStart = Math.max(0, from - LOOK_BACK_BYTES);
    const buffer = await this.#source.read(bufferStart, to + MAX_ROW_BYTES + 4 - bufferStart);
    const starts: number[] = [];
    const continued: boolean[] = [];
    let end = Math.min(this.#source.size, bufferStart + buffer.length);
    visitRowStarts(buffer, bufferStart, from, to + MAX_ROW_BYTES, (start, goesOn) => {
      if (start < to) {
        starts.push(start);
        continued.push(goesOn);
      } else if (start < end) end = start;
    });
    starts.push(end);
    const known = this.#index.known(block);
    let line = known?.lines ?? null;
    let sgr = known?.sgr ?? PLAIN_SGR;
    if (starts.length > 1) sgr = sgrAfter(buffer, from - bufferStart, (starts[0] ?? from) - bufferStart, sgr);
    const rows: Row[] = [];
    for (let at = 0; at + 1 < starts.length; at++) {
      if (!continued[at] && line !== null) line++;
      const painted = this.#paint(buffer, bufferStart, starts[at] ?? 0, starts[at + 1] ?? 0, sgr);
      sgr = painted.sgr;
      const margin = continued[at] ? '' : line === null ? '~' : String(line);
      rows.push({ ...painted.row, margin });
    }
    return { starts, rows, indexed: known !== null };
  }

  #paint(buffer: Uint8Array, bufferStart: number, start: number, end: number, sgr: Sgr) {
    let stop = end;
    if (buffer[stop - 1 - bufferStart] === 10) stop--;
    const newlineOnly = stop;
    if (this.#options.paint === 'ansi' && buffer[stop - 1 - bufferStart] === 13 && stop > start) stop--;
    const parts = labelledRuns(start, Math.max(stop, start), this.#options.stderr, this.#options.seen);
    // One decoder per stream: a character whose bytes another stream interrupts is decoded once, whole.
    const decoders = {
      out: new TextDecoder('utf-8', { ignoreBOM: true }),
      err: new TextDecoder('utf-8', { ignoreBOM: true }),
    };
    const runs: TextRun[] = parts.map((part) => ({
      text: decoders[part.stderr ? 'err' : 'out'].decode(
        buffer.subarray(part.start - bufferStart, part.end - bufferStart),
        { stream: true },
      ),
      className: [part.stderr ? 'stderr' : '', part.seen ? 'seen' : ''].filter(Boolean).join(' '),
    }));
    const rest = decoders.out.decode() + decoders.err.decode();
    if (rest !== '') runs.push({ text: rest, className: '' });
    const marks = labelledRuns(
      start,
      Math.max(newlineOnly, start + 1),
      this.#options.stderr,
      this.#options.seen,
    );
    const stderr = marks.some((part) => part.stderr);
    const seen = marks.some((part) => part.seen);
    const painted =
      this.#options.paint === 'ansi' ? ansiSpans(runs, sgr) : { spans: visibleControls(runs), sgr };
    return {
      sgr: painted.sgr,
      row: {
        margin: '',
        mark: stderr ? 'err' : '',
        className: [stderr ? 'row-stderr' : '', seen ? 'row-seen' : ''].filter(Boolean).join(' '),
        spans: painted.spans,
      },
    };
  }
}
