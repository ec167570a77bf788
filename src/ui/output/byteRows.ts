import type { ByteSource } from './byteSource.ts';
import { loadBlock, type PaintOptions, type RowBlock } from './rowBlock.ts';
import { BLOCK_BYTES, RowIndex } from './rowIndex.ts';
import type { Row, RowSource } from './spans.ts';

/** Up to here the index is awaited before anything is painted: it takes less than a frame or two. */
const INDEX_FIRST_BYTES = 2 * 1024 * 1024;
const KEPT_BLOCKS = 24;

/** Rows of bytes that may be larger than memory: at most `KEPT_BLOCKS` blocks of 64 KiB are held. */
export class ByteRows implements RowSource {
  readonly #source: ByteSource;
  readonly #options: PaintOptions;
  readonly #index: RowIndex;
  readonly #blocks = new Map<number, RowBlock>();
  readonly #loading = new Map<number, Promise<RowBlock>>();
  readonly #listeners = new Set<() => void>();
  readonly #walked: Promise<void>;
  #disposed = false;

  constructor(source: ByteSource, options: PaintOptions) {
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
    return Math.max(3, String(this.totalRows + (this.#options.firstLine ?? 1) - 1).length);
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
      // Painted before the index had come so far: no line numbers, colours from a guess.
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
      const expected = this.#index.rowsBefore(block + 1) - this.#index.rowsBefore(block);
      if (!loaded) {
        void this.#load(block).then(
          () => this.#changed(),
          () => undefined,
        );
        for (let i = at; i < expected && out.length < count; i++) out.push(null);
      } else {
        // Where the index has not come yet, rows are placed by the share of the block, so that the end is the end.
        if (!this.#index.known(block + 1) && !this.exact && at > 0) {
          at = Math.floor((at / Math.max(expected, at + 1)) * loaded.rowCount);
        }
        for (; at < loaded.rowCount && out.length < count; at++) out.push(loaded.row(at));
      }
      at = 0;
      block++;
    }
    return out;
  }

  /** The last rows (at most `count`) and how many there are, once all is loaded; for what fits the kept blocks. */
  async lastRows(count: number): Promise<{ readonly rows: readonly Row[]; readonly total: number }> {
    await this.#walked;
    const wanted = Array.from({ length: this.#index.blockCount }, (_, block) => this.#load(block));
    await Promise.all(wanted);
    const total = this.totalRows;
    const rows = this.rows(Math.max(0, total - count), count);
    return { rows: rows.filter((row) => row !== null), total };
  }

  /** The row that holds the byte, exact as far as the index reaches. */
  async rowOfByte(byte: number): Promise<number> {
    const block = Math.floor(byte / BLOCK_BYTES);
    while (!this.#disposed && !this.#index.known(block) && (await this.#index.advance()));
    const loaded = await this.#load(block);
    return Math.max(0, this.#index.rowsBefore(block) + loaded.rowOfByte(byte));
  }

  /** First byte of a row. */
  async byteOfRow(row: number): Promise<number> {
    const block = this.#index.blockOfRow(row);
    const loaded = await this.#load(block);
    return loaded.startOf(row - this.#index.rowsBefore(block));
  }

  async *search(needle: string, signal: AbortSignal): AsyncIterable<readonly number[]> {
    const wanted = needle.toLowerCase();
    for (let block = 0; block < this.#index.blockCount && !signal.aborted && !this.#disposed; block++) {
      while (!this.#index.known(block) && (await this.#index.advance()));
      const loaded = this.#blocks.get(block) ?? (await this.#make(block));
      const before = this.#index.rowsBefore(block);
      yield loaded.find(wanted).map((at) => before + at);
    }
  }

  #load(block: number): Promise<RowBlock> {
    const kept = this.#blocks.get(block);
    if (kept) return Promise.resolve(kept);
    const running = this.#loading.get(block);
    if (running) return running;
    const loading = this.#make(block)
      .then((made) => {
        this.#blocks.set(block, made);
        for (const old of this.#blocks.keys()) {
          if (this.#blocks.size <= KEPT_BLOCKS) break;
          if (old !== block) this.#blocks.delete(old);
        }
        return made;
      })
      .finally(() => this.#loading.delete(block));
    this.#loading.set(block, loading);
    return loading;
  }

  async #make(block: number): Promise<RowBlock> {
    // Inside the walk itself (its last lines) the index is complete, so this never waits for its own end.
    if (!this.#index.complete && this.#source.size <= INDEX_FIRST_BYTES) await this.#walked;
    return loadBlock(this.#source, block, this.#index.known(block), this.#options);
  }
}
