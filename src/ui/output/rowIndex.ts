import type { ByteSource } from './byteSource.ts';
import { LOOK_BACK_BYTES, visitRowStarts } from './rowSplit.ts';
import { applySgr, PLAIN_SGR, type Sgr } from './sgr.ts';

/** Bytes whose rows are kept, loaded and forgotten together. A multiple of the row splitter's unit. */
export const BLOCK_BYTES = 64 * 1024;
const STRIDE_BYTES = 1024 * 1024;
const ESCAPE = 0x1b;
/** Before anything is known; most logs lie between 40 and 100. */
const GUESSED_ROW_BYTES = 64;

/** What is known at the start of a block: one entry per 64 KiB, so 100 MB cost 1,600 entries. */
export interface BlockStart {
  readonly rows: number;
  readonly lines: number;
  readonly sgr: Sgr;
}

/** The ANSI state after the bytes [from, to) of the buffer. */
export function sgrAfter(buffer: Uint8Array, from: number, to: number, start: Sgr): Sgr {
  let sgr = start;
  // Bounded by a view, else a part without an escape would be searched to the buffer's end for each row.
  const part = buffer.subarray(0, to);
  for (let at = part.indexOf(ESCAPE, from); at >= 0; at = part.indexOf(ESCAPE, at + 1)) {
    if (buffer[at + 1] !== 0x5b) continue;
    let end = at + 2;
    while (end < buffer.length && end < at + 64 && (buffer[end] ?? 0) >= 0x30 && (buffer[end] ?? 0) <= 0x3b)
      end++;
    if (buffer[end] === 0x6d) sgr = applySgr(sgr, String.fromCharCode(...buffer.subarray(at + 2, end)));
  }
  return sgr;
}

/**
 * Rows before each block. Exact for the blocks that have been walked over once, from the front; an estimate
 * by bytes behind them, so that scrolling to the end of anything works at once.
 */
export class RowIndex {
  readonly #source: ByteSource;
  readonly #blocks: BlockStart[] = [{ rows: 0, lines: 0, sgr: PLAIN_SGR }];
  /** Bytes walked over. */
  #indexed = 0;
  #rows = 0;
  #lines = 0;

  constructor(source: ByteSource) {
    this.#source = source;
  }

  get complete(): boolean {
    return this.#indexed >= this.#source.size;
  }

  get totalRows(): number {
    return this.complete ? this.#rows : this.#rows + this.#estimate(this.#source.size - this.#indexed);
  }

  #estimate(bytes: number): number {
    const rowBytes = this.#rows > 0 ? this.#indexed / this.#rows : GUESSED_ROW_BYTES;
    return Math.max(1, Math.round(bytes / rowBytes));
  }

  get blockCount(): number {
    return Math.ceil(this.#source.size / BLOCK_BYTES);
  }

  /** Null where the block has not been reached. */
  known(block: number): BlockStart | null {
    return this.#blocks[block] ?? null;
  }

  rowsBefore(block: number): number {
    const known = this.#blocks[block];
    if (known) return known.rows;
    return this.#rows + this.#estimate(block * BLOCK_BYTES - this.#indexed);
  }

  /** The last block that begins at or before the row. */
  blockOfRow(row: number): number {
    let low = 0;
    let high = Math.max(0, this.blockCount - 1);
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.rowsBefore(middle) <= row) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Walks one stride further; false when the end has been reached. */
  async advance(): Promise<boolean> {
    if (this.complete) return false;
    const from = this.#indexed;
    const to = Math.min(this.#source.size, from + STRIDE_BYTES);
    const bufferStart = Math.max(0, from - LOOK_BACK_BYTES);
    const buffer = await this.#source.read(bufferStart, to - bufferStart + 4);
    if (this.#indexed !== from) return true;
    let sgr = this.#blocks[from / BLOCK_BYTES]?.sgr ?? PLAIN_SGR;
    for (let start = from; start < to; start += BLOCK_BYTES) {
      const end = Math.min(to, start + BLOCK_BYTES);
      visitRowStarts(buffer, bufferStart, start, end, (_at, continued) => {
        this.#rows++;
        if (!continued) this.#lines++;
      });
      sgr = sgrAfter(buffer, start - bufferStart, end - bufferStart, sgr);
      if (end < this.#source.size) this.#blocks.push({ rows: this.#rows, lines: this.#lines, sgr });
    }
    this.#indexed = to;
    return !this.complete;
  }
}
