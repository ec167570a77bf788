/** A JSON value. Objects are maps: a key like `2` must stay where it was written, which no object of JavaScript does. */
export type Value = null | boolean | number | string | readonly Value[] | ReadonlyMap<string, Value>;
export type JsonObject = ReadonlyMap<string, Value>;
/** Keys, indexes, and slices as objects with `start` and `end`. */
export type Path = readonly Value[];

/** What `error` raises; `value` is what `catch` is given. */
export class JqError extends Error {
  readonly value: Value;

  constructor(value: Value) {
    super(typeof value === 'string' ? value : 'an error with a value that is not a string');
    this.value = value;
  }
}

export function fail(text: string): never {
  throw new JqError(text);
}

export function isObject(value: Value): value is JsonObject {
  return value instanceof Map;
}

export function isArray(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

export function typeOf(value: Value): string {
  if (value === null) return 'null';
  if (isArray(value)) return 'array';
  return typeof value === 'object' ? 'object' : typeof value;
}

export function isTrue(value: Value): boolean {
  return value !== null && value !== false;
}

function rank(value: Value): number {
  if (value === null) return 0;
  if (value === false) return 1;
  if (value === true) return 2;
  if (typeof value === 'number') return 3;
  if (typeof value === 'string') return 4;
  return isArray(value) ? 5 : 6;
}

/** By code points, as jq compares the bytes of UTF-8. */
export function compareText(left: string, right: string): number {
  const end = Math.min(left.length, right.length);
  for (let at = 0; at < end; at++) {
    const [a, b] = [left.charCodeAt(at), right.charCodeAt(at)];
    if (a === b) continue;
    const surrogates = Number(a >= 0xd800 && a < 0xe000) - Number(b >= 0xd800 && b < 0xe000);
    return surrogates || a - b;
  }
  return left.length - right.length;
}

export function sortedKeys(object: JsonObject): string[] {
  return [...object.keys()].sort(compareText);
}

/** jq's order: null, false, true, numbers, strings, arrays, objects (by their keys, then by their values). */
export function compare(left: Value, right: Value): number {
  const byRank = rank(left) - rank(right);
  if (byRank !== 0) return byRank;
  if (typeof left === 'number' && typeof right === 'number')
    return Number.isNaN(left) || left < right ? -1 : left > right ? 1 : 0;
  if (typeof left === 'string' && typeof right === 'string') return compareText(left, right);
  if (isArray(left) && isArray(right)) return compareLists(left, right);
  if (isObject(left) && isObject(right)) {
    const keys = sortedKeys(left);
    const byKeys = compareLists(keys, sortedKeys(right));
    if (byKeys !== 0) return byKeys;
    for (const key of keys) {
      const order = compare(left.get(key) ?? null, right.get(key) ?? null);
      if (order !== 0) return order;
    }
  }
  return 0;
}

function compareLists(left: readonly Value[], right: readonly Value[]): number {
  const end = Math.min(left.length, right.length);
  for (let at = 0; at < end; at++) {
    const order = compare(left[at] ?? null, right[at] ?? null);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

export function sorted(values: readonly Value[]): Value[] {
  return [...values].sort(compare);
}
