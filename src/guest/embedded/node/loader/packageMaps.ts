/** The `exports` and `imports` maps of packages, by Node's published algorithm. */

/** What a target leads to; undefined where the map says nothing, null where it forbids. */
export type MapTarget = string | null | undefined;

/** The target that the first matching condition gives. `star` is what a pattern matched. */
export function pickTarget(target: unknown, conditions: ReadonlySet<string>, star: string | null): MapTarget {
  if (typeof target === 'string') return star === null ? target : target.replaceAll('*', star);
  if (target === null) return null;
  if (Array.isArray(target)) {
    let last: MapTarget;
    for (const each of target) {
      last = pickTarget(each, conditions, star);
      if (typeof last === 'string') return last;
    }
    return last;
  }
  if (typeof target !== 'object') return undefined;
  for (const [condition, value] of Object.entries(target)) {
    if (condition !== 'default' && !conditions.has(condition)) continue;
    const found = pickTarget(value, conditions, star);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Looks `key` up: exactly, else by the longest pattern with a `*`. */
export function lookUp(
  map: Readonly<Record<string, unknown>>,
  key: string,
  conditions: ReadonlySet<string>,
): MapTarget {
  if (Object.hasOwn(map, key) && !key.includes('*') && !key.endsWith('/')) {
    return pickTarget(map[key], conditions, null);
  }
  const patterns = Object.keys(map).filter((pattern) => matches(pattern, key));
  patterns.sort((a, b) => b.indexOf('*') - a.indexOf('*') || b.length - a.length);
  const [best] = patterns;
  if (best === undefined) return undefined;
  const [before = '', after = ''] = best.split('*');
  return pickTarget(map[best], conditions, key.slice(before.length, key.length - after.length));
}

/** `exports` as a map of subpaths: a bare target or a set of conditions is that of `.`. */
export function exportsMap(exports: unknown): Readonly<Record<string, unknown>> {
  const isMap =
    typeof exports === 'object' &&
    exports !== null &&
    !Array.isArray(exports) &&
    Object.keys(exports).some((key) => key.startsWith('.'));
  return isMap ? (exports as Record<string, unknown>) : { '.': exports };
}

function matches(pattern: string, key: string): boolean {
  const star = pattern.indexOf('*');
  if (star < 0) return false;
  const before = pattern.slice(0, star);
  const after = pattern.slice(star + 1);
  return key !== before && key.startsWith(before) && key.endsWith(after) && key.length >= pattern.length;
}
