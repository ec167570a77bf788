import type { LineBlock } from './lineBlocks.ts';
import { LineTable, type SortRules } from './lineTable.ts';
import { sortedOrder } from './sortedOrder.ts';

/** Whole lines one behind the other, each with its end. */
export type Piece = Uint8Array<ArrayBuffer>;

/** More at once would be waited for by whoever reads on. */
const pieceBytes = 256 << 10;

/** The lines of a block in their order; of equal ones only the first where they are to be unique. */
export function* sortedPieces(block: LineBlock, rules: SortRules, onlyFirst: boolean): Generator<Piece> {
  const { bytes, starts, count } = block;
  const table = new LineTable(rules, count);
  for (let line = 0; line < count; line++) table.put(line, bytes, starts[line]!, starts[line + 1]! - 1);
  const order = sortedOrder(table, count);
  const isKept = (at: number): boolean =>
    !onlyFirst || at === 0 || table.compare(order[at - 1]!, order[at]!) !== 0;
  for (let first = 0; first < count; ) {
    let size = 0;
    let next = first;
    for (; next < count && (size === 0 || size < pieceBytes); next++)
      if (isKept(next)) size += starts[order[next]! + 1]! - starts[order[next]!]!;
    const piece = new Uint8Array(size);
    let filled = 0;
    for (let at = first; at < next; at++) {
      const line = order[at]!;
      if (isKept(at)) filled = copyInto(piece, filled, bytes, starts[line]!, starts[line + 1]!);
    }
    if (size > 0) yield piece;
    first = next;
  }
}

/** The lines of a block as they come. */
export function piecesOf({ bytes, starts, count }: LineBlock): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let first = 0; first < count; ) {
    let next = first + 1;
    while (next < count && starts[next]! - starts[first]! < pieceBytes) next++;
    pieces.push(new Uint8Array(bytes.subarray(starts[first], starts[next])));
    first = next;
  }
  return pieces;
}

/** Lines one after another out of pieces, which are let go as they are read. */
class RunReader {
  readonly #pieces: Piece[];
  readonly #end: number;
  piece: Piece = new Uint8Array(0);
  start = 0;
  /** After the line's end. */
  next = 0;

  constructor(pieces: readonly Piece[], end: number) {
    this.#pieces = [...pieces].reverse();
    this.#end = end;
  }

  advance(): boolean {
    this.start = this.next;
    if (this.start >= this.piece.length) {
      const piece = this.#pieces.pop();
      if (!piece) return false;
      this.piece = piece;
      this.start = 0;
    }
    this.next = this.piece.indexOf(this.#end, this.start) + 1;
    return true;
  }
}

/** Merges runs that are in order; of equal lines that of the earlier run comes first, or alone. */
export function* mergedPieces(
  runs: readonly (readonly Piece[])[],
  rules: SortRules,
  { end, onlyFirst }: { readonly end: number; readonly onlyFirst: boolean },
): Generator<Piece> {
  // One more, for the line that was written last.
  const written = runs.length;
  const table = new LineTable(rules, runs.length + 1);
  const readers = runs.map((pieces) => new RunReader(pieces, end));
  const advance = (run: number): boolean => {
    const reader = readers[run]!;
    if (!reader.advance()) return false;
    table.put(run, reader.piece, reader.start, reader.next - 1);
    return true;
  };
  const heads = new Heads((a, b) => table.compare(a, b) || a - b);
  for (let run = 0; run < runs.length; run++) if (advance(run)) heads.add(run);
  let piece = new Uint8Array(pieceBytes);
  let filled = 0;
  let hasWritten = false;
  for (let run = heads.first; run !== undefined; run = heads.first) {
    const { piece: source, start, next } = readers[run]!;
    if (!onlyFirst || !hasWritten || table.compare(written, run) !== 0) {
      if (filled > 0 && filled + next - start > piece.length) {
        yield piece.slice(0, filled);
        filled = 0;
      }
      if (next - start > piece.length) piece = new Uint8Array(next - start);
      filled = copyInto(piece, filled, source, start, next);
      if (onlyFirst) table.copy(run, written);
      hasWritten = true;
    }
    if (advance(run)) heads.sinkFirst();
    else heads.removeFirst();
  }
  if (filled > 0) yield piece.slice(0, filled);
}

/** A heap: the least of a few is at hand while they change. */
class Heads {
  readonly #compare: (a: number, b: number) => number;
  readonly #heap: number[] = [];

  constructor(compare: (a: number, b: number) => number) {
    this.#compare = compare;
  }

  get first(): number | undefined {
    return this.#heap[0];
  }

  add(head: number): void {
    const heap = this.#heap;
    let at = heap.push(head) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (this.#compare(heap[above]!, head) <= 0) break;
      heap[at] = heap[above]!;
      at = above;
    }
    heap[at] = head;
  }

  removeFirst(): void {
    const last = this.#heap.pop();
    if (last === undefined || this.#heap.length === 0) return;
    this.#heap[0] = last;
    this.sinkFirst();
  }

  /** After the first one changed. */
  sinkFirst(): void {
    const heap = this.#heap;
    const head = heap[0]!;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= heap.length) break;
      if (below + 1 < heap.length && this.#compare(heap[below + 1]!, heap[below]!) < 0) below++;
      if (this.#compare(head, heap[below]!) <= 0) break;
      heap[at] = heap[below]!;
      at = below;
    }
    heap[at] = head;
  }
}

/** A line is mostly shorter than what a call to the engine's own copy costs. */
const shortBytes = 64;

function copyInto(target: Uint8Array, at: number, source: Uint8Array, from: number, to: number): number {
  if (to - from > shortBytes) target.set(source.subarray(from, to), at);
  else for (let offset = 0; offset < to - from; offset++) target[at + offset] = source[from + offset]!;
  return at + to - from;
}
