import { jsonText } from './json.ts';
import {
  compare,
  fail,
  isArray,
  isObject,
  JqError,
  type JsonObject,
  type Path,
  typeOf,
  type Value,
} from './values.ts';

/** `type (value)`, the value cut as jq cuts it in its errors. */
export function shown(value: Value): string {
  const text = jsonText(value);
  return `${typeOf(value)} (${text.length > 11 ? `${text.slice(0, 10)}...` : text})`;
}

/** `.[key]`. */
export function indexed(value: Value, key: Value): Value {
  if (typeof key === 'string') {
    if (isObject(value)) return value.get(key) ?? null;
    if (value === null) return null;
    fail(`Cannot index ${typeOf(value)} with string "${key}"`);
  }
  if (typeof key === 'number') {
    if (value === null) return null;
    if (!isArray(value)) fail(`Cannot index ${typeOf(value)} with number`);
    const at = Math.floor(key);
    return value[at < 0 ? value.length + at : at] ?? null;
  }
  if (isObject(key)) return sliced(value, key.get('start') ?? null, key.get('end') ?? null);
  if (isArray(key) && isArray(value)) return positionsOf(value, key);
  if (value === null && key === null) return null;
  fail(`Cannot index ${typeOf(value)} with ${typeOf(key)}`);
}

export function positionsOf(value: readonly Value[], wanted: readonly Value[]): Value {
  if (wanted.length === 0) return null;
  const found: number[] = [];
  for (let at = 0; at + wanted.length <= value.length; at++) {
    if (wanted.every((item, index) => compare(value[at + index] ?? null, item) === 0)) found.push(at);
  }
  return found;
}

function bounds(length: number, from: Value, to: Value): readonly [number, number] {
  if ((from !== null && typeof from !== 'number') || (to !== null && typeof to !== 'number')) {
    fail('Start and end indices of an array slice must be numbers');
  }
  const at = (end: number) => Math.min(length, Math.max(0, end < 0 ? end + length : end));
  const start = at(Math.floor(from ?? 0));
  return [start, Math.max(start, at(Math.ceil(to ?? length)))];
}

export function sliced(value: Value, from: Value, to: Value): Value {
  if (value === null) return null;
  if (typeof value === 'string') {
    const points = [...value];
    return points.slice(...bounds(points.length, from, to)).join('');
  }
  if (isArray(value)) return value.slice(...bounds(value.length, from, to));
  fail(`Cannot index ${typeOf(value)} with object`);
}

export function valueAt(value: Value, path: Path): Value {
  let found = value;
  for (const key of path) {
    if (found === null) return null;
    found = indexed(found, key);
  }
  return found;
}

/** The value with another one at a path; what lacks on the way is made. */
export function withValueAt(value: Value, path: Path, change: (old: Value) => Value, at = 0): Value {
  if (at === path.length) return change(value);
  const key = path[at] ?? null;
  if (typeof key === 'string') {
    if (value !== null && !isObject(value)) fail(`Cannot index ${typeOf(value)} with string "${key}"`);
    const next = new Map<string, Value>(value);
    return next.set(key, withValueAt(value?.get(key) ?? null, path, change, at + 1));
  }
  if (typeof key === 'number') {
    if (value !== null && !isArray(value)) fail(`Cannot index ${typeOf(value)} with number`);
    const items: Value[] = [...(value ?? [])];
    const index = key < 0 ? items.length + Math.floor(key) : Math.floor(key);
    if (index < 0) fail('Out of bounds negative array index');
    if (index > 536_870_911) fail('Array index too large');
    while (items.length < index) items.push(null);
    items[index] = withValueAt(items[index] ?? null, path, change, at + 1);
    return items;
  }
  if (isObject(key)) {
    if (value !== null && !isArray(value)) fail(`Cannot update field at object index of ${typeOf(value)}`);
    const items = value ?? [];
    const [start, end] = bounds(items.length, key.get('start') ?? null, key.get('end') ?? null);
    const part = withValueAt(items.slice(start, end), path, change, at + 1);
    if (!isArray(part)) fail('A slice of an array can only be assigned another array');
    return [...items.slice(0, start), ...part, ...items.slice(end)];
  }
  fail(
    isArray(value) ? 'Cannot update field at array index of array' : `Invalid path component: ${typeOf(key)}`,
  );
}

/** The value without what stands at the paths. */
export function withoutPaths(value: Value, paths: readonly Path[]): Value {
  // From the back, so that no removal moves what is still to go.
  return [...paths]
    .sort(compare)
    .reverse()
    .reduce((left: Value, path) => withoutPath(left, path, 0), value);
}

function withoutPath(value: Value, path: Path, at: number): Value {
  if (value === null) return null;
  const key = path[at] ?? null;
  if (at === path.length) return null;
  if (at < path.length - 1) {
    const inner = indexed(value, key);
    if (inner === null) return value;
    return withValueAt(value, [key], () => withoutPath(inner, path, at + 1));
  }
  if (typeof key === 'string') {
    if (!isObject(value)) fail(`Cannot delete field at object index of ${typeOf(value)}`);
    const next = new Map(value as JsonObject);
    next.delete(key);
    return next;
  }
  if (!isArray(value)) fail(`Cannot delete field at array index of ${typeOf(value)}`);
  if (typeof key === 'number') {
    const index = key < 0 ? value.length + Math.floor(key) : Math.floor(key);
    return value.filter((_, position) => position !== index);
  }
  if (!isObject(key)) throw new JqError(`Cannot delete field at ${typeOf(key)} index of array`);
  const [start, end] = bounds(value.length, key.get('start') ?? null, key.get('end') ?? null);
  return [...value.slice(0, start), ...value.slice(end)];
}
