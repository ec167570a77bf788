/** So few are put in order one by one. */
const smallest = 8;

/** The numbers from 0 to `count`, sorted; equal ones stay as they are. In memory of 8 bytes for each. */
export function sortedOrder(count: number, compare: (a: number, b: number) => number): Uint32Array {
  let order = new Uint32Array(count);
  for (let index = 0; index < count; index++) order[index] = index;
  for (let from = 0; from < count; from += smallest)
    insertionSort(order, from, Math.min(from + smallest, count), compare);
  let merged = new Uint32Array(count);
  for (let width = smallest; width < count; width *= 2) {
    for (let from = 0; from < count; from += 2 * width) {
      const middle = Math.min(from + width, count);
      merge(order, merged, [from, middle, Math.min(middle + width, count)], compare);
    }
    [order, merged] = [merged, order];
  }
  return order;
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

function merge(
  order: Uint32Array,
  merged: Uint32Array,
  [from, middle, to]: readonly [number, number, number],
  compare: (a: number, b: number) => number,
): void {
  // What is in order already is only looked at where the halves meet.
  if (middle >= to || compare(order[middle - 1]!, order[middle]!) <= 0) {
    merged.set(order.subarray(from, to), from);
    return;
  }
  let left = from;
  let right = middle;
  for (let at = from; at < to; at++) {
    const takesLeft = right >= to || (left < middle && compare(order[left]!, order[right]!) <= 0);
    merged[at] = order[takesLeft ? left++ : right++]!;
  }
}
