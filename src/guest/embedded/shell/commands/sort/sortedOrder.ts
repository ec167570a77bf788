import type { LineTable } from './lineTable.ts';

/** So few are put in order one by one. */
const smallest = 8;

/** Lines that are in order up to a column, and how often that was looked at. */
interface Task {
  readonly from: number;
  readonly to: number;
  readonly column: number;
  readonly depth: number;
}

/**
 * The numbers of `count` lines of a table in their order; equal ones stay as they are. Lines are sorted by one number
 * each, which is quick, and only those whose numbers are equal by what comes next. In memory of 24 bytes for each.
 */
export function sortedOrder(table: LineTable, count: number): Uint32Array {
  const sorting = new Sorting(table, count);
  const tasks: Task[] = [{ from: 0, to: count, column: 0, depth: 0 }];
  for (let task = tasks.pop(); task; task = tasks.pop()) sorting.do(task, tasks);
  return sorting.order;
}

class Sorting {
  readonly #table: LineTable;
  readonly order: Uint32Array;
  readonly #keys: Float64Array;
  readonly #otherOrder: Uint32Array;
  readonly #otherKeys: Float64Array;

  constructor(table: LineTable, count: number) {
    this.#table = table;
    this.order = new Uint32Array(count);
    for (let index = 0; index < count; index++) this.order[index] = index;
    this.#keys = new Float64Array(count);
    this.#otherOrder = new Uint32Array(count);
    this.#otherKeys = new Float64Array(count);
  }

  /** Puts what is left to do into `tasks`. */
  do({ from, to, column, depth }: Task, tasks: Task[]): void {
    const table = this.#table;
    if (column >= table.columns) return;
    if (to - from <= smallest) {
      insertionSort(this.order, from, to, (a, b) => table.compare(a, b, column));
      return;
    }
    table.numbersInto(this.#keys, this.order, [from, to], column, depth);
    this.#sortByKeys(from, to);
    const keys = this.#keys;
    for (let first = from; first < to; ) {
      const key = keys[first]!;
      let next = first + 1;
      while (next < to && keys[next] === key) next++;
      if (next - first > 1) {
        const then = table.afterTie(this.order, [first, next], column, key);
        if (then === 'next') tasks.push({ from: first, to: next, column: column + 1, depth: 0 });
        else if (then === 'deeper') tasks.push({ from: first, to: next, column, depth: depth + 1 });
        else this.#sortClosely(first, next, column);
      }
      first = next;
    }
  }

  /** Where numbers do not tell: line by line. */
  #sortClosely(start: number, end: number, column: number): void {
    const { order } = this;
    const other = this.#otherOrder;
    const compare = (a: number, b: number): number => this.#table.compare(a, b, column);
    for (let from = start; from < end; from += smallest)
      insertionSort(order, from, Math.min(from + smallest, end), compare);
    for (let width = smallest; width < end - start; width *= 2) {
      for (let from = start; from < end; from += 2 * width) {
        const middle = Math.min(from + width, end);
        const to = Math.min(middle + width, end);
        if (middle >= to || compare(order[middle - 1]!, order[middle]!) <= 0) continue;
        for (let at = from; at < to; at++) other[at] = order[at]!;
        for (let at = from, left = from, right = middle; at < to; at++) {
          const takesLeft = right >= to || (left < middle && compare(other[left]!, other[right]!) <= 0);
          order[at] = other[takesLeft ? left++ : right++]!;
        }
      }
    }
  }

  /** Numbers move together with the lines that they are of, so that nothing is looked up. */
  #sortByKeys(start: number, end: number): void {
    const { order } = this;
    const keys = this.#keys;
    const [otherOrder, otherKeys] = [this.#otherOrder, this.#otherKeys];
    for (let from = start; from < end; from += smallest)
      insertionSortByKeys(keys, order, from, Math.min(from + smallest, end));
    for (let width = smallest; width < end - start; width *= 2) {
      for (let from = start; from + width < end; from += 2 * width) {
        const middle = from + width;
        const to = Math.min(middle + width, end);
        // What is in order already is only looked at where the halves meet.
        if (keys[middle - 1]! <= keys[middle]!) continue;
        // The first half waits elsewhere: what is written never reaches what is still to be read of the second.
        for (let at = from; at < middle; at++) {
          otherKeys[at] = keys[at]!;
          otherOrder[at] = order[at]!;
        }
        let right = middle;
        for (let at = from, left = from; left < middle; at++) {
          if (right >= to || otherKeys[left]! <= keys[right]!) {
            keys[at] = otherKeys[left]!;
            order[at] = otherOrder[left++]!;
          } else {
            keys[at] = keys[right]!;
            order[at] = order[right++]!;
          }
        }
      }
    }
  }
}

function insertionSort(
  order: Uint32Array,
  from: number,
  to: number,
  compare: (a: number, b: number) => number,
): void {
  for (let next = from + 1; next < to; next++) {
    const item = order[next]!;
    let at = next;
    for (; at > from && compare(order[at - 1]!, item) > 0; at--) order[at] = order[at - 1]!;
    order[at] = item;
  }
}

function insertionSortByKeys(keys: Float64Array, order: Uint32Array, from: number, to: number): void {
  for (let next = from + 1; next < to; next++) {
    const item = order[next]!;
    const key = keys[next]!;
    let at = next;
    for (; at > from && keys[at - 1]! > key; at--) {
      keys[at] = keys[at - 1]!;
      order[at] = order[at - 1]!;
    }
    keys[at] = key;
    order[at] = item;
  }
}
