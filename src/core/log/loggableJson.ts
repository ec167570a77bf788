import type { JsonValue } from '../contract/index.ts';

/** Deepest and largest JSON value that a log may hold; a stored value may refer to itself, so both are bounded. */
const maxDepth = 64;
const maxNodes = 1_000_000;

/**
 * True where a log reads the value back. What comes from outside is asked here before it goes into an event,
 * since a log is not read past a value that it refuses. Not every parsed JSON text passes: `1e999` is an
 * infinite number, and a model may nest as deep as it likes.
 */
export function isLoggableJson(root: unknown): root is JsonValue {
  let nodes = 0;
  const check = (value: unknown, depth: number): boolean => {
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
    if (typeof value === 'number') return Number.isFinite(value);
    if (typeof value !== 'object' || depth === 0 || ++nodes > maxNodes) return false;
    // `undefined` is a property that is not there, as JSON writes it.
    return Array.isArray(value)
      ? value.every((item) => check(item, depth - 1))
      : Object.values(value).every((item) => item === undefined || check(item, depth - 1));
  };
  return check(root, maxDepth);
}
