import type { ByteSource } from './byteSource.ts';
import { type ByteRange, covers } from './ranges.ts';
import type { Row, RowSource, Span } from './spans.ts';

export const HEX_ROW_BYTES = 16;
const BLOCK_BYTES = 16 * 1024;
const KEPT_BLOCKS = 24;

const hex = (byte: number) => byte.toString(16).padStart(2, '0');
const printable = (byte: number) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·');

/** Sixteen bytes as offset, hexadecimal and printable characters; seen bytes carry the class `seen`. */
export function hexRow(offset: number, bytes: Uint8Array, seen: readonly ByteRange[]): Row {
  const spans: Span[] = [];
  const push = (text: string, isSeen: boolean) => {
    const className = isSeen ? 'seen' : '';
    const last = spans.at(-1);
    if (last && last.className === className) spans[spans.length - 1] = { ...last, text: last.text + text };
    else spans.push({ text, className });
  };
  for (let at = 0; at < HEX_ROW_BYTES; at++) {
    const byte = bytes[at];
    const isSeen = byte !== undefined && covers(seen, offset + at);
    push(byte === undefined ? '  ' : hex(byte), isSeen);
    push(at === 7 ? '  ' : ' ', false);
  }
  push(' ', false);
  bytes.forEach((byte, at) => {
    push(printable(byte), covers(seen, offset + at));
  });
  return { margin: offset.toString(16).padStart(8, '0'), mark: '', className: '', spans };
}

/** A hex dump of bytes that may be larger than memory. */
export class HexRows implements RowSource {
  readonly exact = true;
  readonly marginWidth = 8;
  readonly hasMarks = false;
  readonly #source: ByteSource;
  readonly #seen: readonly ByteRange[];
  readonly #blocks = new Map<number, Uint8Array>();
  readonly #loading = new Set<number>();
  readonly #listeners = new Set<() => void>();

  constructor(source: ByteSource, seen: readonly ByteRange[]) {
    this.#source = source;
    this.#seen = seen;
  }

  get totalRows(): number {
    return Math.ceil(this.#source.size / HEX_ROW_BYTES);
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  dispose(): void {
    this.#listeners.clear();
    this.#blocks.clear();
  }

  rows(first: number, count: number): readonly (Row | null)[] {
    const out: (Row | null)[] = [];
    for (let row = first; row < Math.min(first + count, this.totalRows); row++) {
      const offset = row * HEX_ROW_BYTES;
      const block = Math.floor(offset / BLOCK_BYTES);
      const bytes = this.#blocks.get(block);
      if (!bytes) this.#load(block);
      const at = offset - block * BLOCK_BYTES;
      out.push(bytes ? hexRow(offset, bytes.subarray(at, at + HEX_ROW_BYTES), this.#seen) : null);
    }
    return out;
  }

  #load(block: number): void {
    if (this.#loading.has(block)) return;
    this.#loading.add(block);
    void this.#source
      .read(block * BLOCK_BYTES, BLOCK_BYTES)
      .then((bytes) => {
        this.#blocks.set(block, bytes);
        for (const old of this.#blocks.keys()) {
          if (this.#blocks.size <= KEPT_BLOCKS) break;
          if (old !== block) this.#blocks.delete(old);
        }
        for (const listener of this.#listeners) listener();
      })
      .catch(() => undefined)
      .finally(() => this.#loading.delete(block));
  }

  /** Looks for the needle's UTF-8 bytes, ASCII letters in either case. */
  async *search(needle: string, signal: AbortSignal): AsyncIterable<readonly number[]> {
    const lower = (byte: number) => (byte >= 65 && byte <= 90 ? byte + 32 : byte);
    const wanted = new TextEncoder().encode(needle).map(lower);
    const stride = 1024 * 1024;
    for (let from = 0; from < this.#source.size && !signal.aborted && wanted.length > 0; from += stride) {
      const bytes = (await this.#source.read(from, stride + wanted.length - 1)).map(lower);
      const found = new Set<number>();
      for (let at = bytes.indexOf(wanted[0] ?? 0); at >= 0; at = bytes.indexOf(wanted[0] ?? 0, at + 1)) {
        if (wanted.every((byte, offset) => bytes[at + offset] === byte))
          found.add(Math.floor((from + at) / HEX_ROW_BYTES));
      }
      yield [...found];
    }
  }
}
