import { utilTypes as types } from './types.ts';

/**
 * Deep equality as `assert.deepEqual` (loose) and `assert.deepStrictEqual`, `util.isDeepStrictEqual` (strict) of
 * Node 20 have it.
 */

type Pairs = Map<object, Set<object>>;

export function isDeepEqual(left: unknown, right: unknown, strict: boolean): boolean {
  return compare(left, right, strict, new Map());
}

function compare(left: unknown, right: unknown, strict: boolean, seen: Pairs): boolean {
  if (left === right) return left !== 0 || !strict || Object.is(left, right);
  if (strict) {
    if (typeof left !== 'object')
      return typeof left === 'number' && Number.isNaN(left) && Number.isNaN(right);
    if (typeof right !== 'object' || left === null || right === null) return false;
    if (Object.getPrototypeOf(left) !== Object.getPrototypeOf(right)) return false;
  } else {
    if (left === null || typeof left !== 'object') {
      return (right === null || typeof right !== 'object') && looselyEqual(left, right);
    }
    if (right === null || typeof right !== 'object') return false;
  }
  return compareObjects(left, right, strict, seen);
}

function looselyEqual(left: unknown, right: unknown): boolean {
  // biome-ignore lint/suspicious/noDoubleEquals: the loose comparison is the point
  return left == right || (Number.isNaN(left) && Number.isNaN(right));
}

const tagOf = (value: object): string => Object.prototype.toString.call(value);

function compareObjects(left: object, right: object, strict: boolean, seen: Pairs): boolean {
  if (tagOf(left) !== tagOf(right)) return false;
  if (Array.isArray(left)) {
    if (!Array.isArray(right) || left.length !== right.length) return false;
    const keys = extraKeys(left, strict);
    return (
      keys.length === extraKeys(right, strict).length &&
      compareContents(left, right, strict, seen, keys, 'array')
    );
  }
  if (tagOf(left) === '[object Object]') return compareContents(left, right, strict, seen, null, 'plain');
  if (!sameInside(left, right, strict)) return false;
  if (ArrayBuffer.isView(left)) {
    const keys = extraKeys(left, strict);
    return (
      keys.length === extraKeys(right, strict).length &&
      compareContents(left, right, strict, seen, keys, 'plain')
    );
  }
  const kind = types.isMap?.(left) ? 'map' : types.isSet?.(left) ? 'set' : 'plain';
  return compareContents(left, right, strict, seen, null, kind);
}

/** What the object holds outside its properties. */
function sameInside(left: object, right: object, strict: boolean): boolean {
  const both = (test: ((value: unknown) => boolean) | undefined) => {
    const first = test?.(left) ?? false;
    return first === (test?.(right) ?? false) ? first : null;
  };
  const date = both(types.isDate);
  if (date === null) return false;
  if (date) return sameTime(left as Date, right as Date);
  const regExp = both(types.isRegExp);
  if (regExp === null) return false;
  if (regExp) {
    const [a, b] = [left as RegExp, right as RegExp];
    return a.source === b.source && a.flags === b.flags && a.lastIndex === b.lastIndex;
  }
  if (types.isNativeError?.(left) || left instanceof Error) {
    if (!(types.isNativeError?.(right) || right instanceof Error)) return false;
    return sameError(left as Error, right as Error);
  }
  if (ArrayBuffer.isView(left)) {
    if (!ArrayBuffer.isView(right)) return false;
    if (!strict && (types.isFloat32Array?.(left) || types.isFloat64Array?.(left))) {
      return sameNumbers(left as Float64Array, right as Float64Array);
    }
    return sameBytes(bytesOf(left), bytesOf(right));
  }
  for (const test of [types.isSet, types.isMap]) {
    const same = both(test);
    if (same === null) return false;
    if (same) return (left as Set<unknown>).size === (right as Set<unknown>).size;
  }
  if (types.isAnyArrayBuffer?.(left)) {
    return (
      types.isAnyArrayBuffer(right) &&
      sameBytes(new Uint8Array(left as ArrayBuffer), new Uint8Array(right as ArrayBuffer))
    );
  }
  const boxed = both(types.isBoxedPrimitive);
  if (boxed === null) return false;
  if (boxed) return sameBoxed(left, right);
  return !(types.isNativeError?.(right) || ArrayBuffer.isView(right) || types.isAnyArrayBuffer?.(right));
}

/** Two invalid dates are not the same. */
function sameTime(left: Date, right: Date): boolean {
  return Date.prototype.getTime.call(left) === Date.prototype.getTime.call(right);
}

/** Message and name are not enumerable, but count. */
function sameError(left: Error, right: Error): boolean {
  return left.message === right.message && left.name === right.name;
}

function sameNumbers(left: Float32Array | Float64Array, right: Float32Array | Float64Array): boolean {
  return left.length === right.length && left.every((value, index) => value === right[index]);
}

function bytesOf(view: ArrayBufferView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((value, index) => value === right[index]);
}

function sameBoxed(left: object, right: object): boolean {
  const kinds = [
    types.isNumberObject,
    types.isStringObject,
    types.isBooleanObject,
    types.isBigIntObject,
    types.isSymbolObject,
  ];
  const kind = kinds.find((test) => test?.(left));
  return kind?.(right) === true && Object.is(left.valueOf(), right.valueOf());
}

/** Own enumerable keys that are no indices; with symbols where the comparison is strict. */
function extraKeys(value: object, strict: boolean): PropertyKey[] {
  const names: PropertyKey[] = Object.keys(value).filter((key) => !/^(0|[1-9]\d*)$/.test(key));
  return strict ? [...names, ...enumerableSymbols(value)] : names;
}

function enumerableSymbols(value: object): symbol[] {
  return Object.getOwnPropertySymbols(value).filter((key) =>
    Object.prototype.propertyIsEnumerable.call(value, key),
  );
}

type Kind = 'plain' | 'array' | 'map' | 'set';

function compareContents(
  left: object,
  right: object,
  strict: boolean,
  seen: Pairs,
  knownKeys: readonly PropertyKey[] | null,
  kind: Kind,
): boolean {
  let keys: readonly PropertyKey[];
  if (knownKeys) keys = knownKeys;
  else {
    const names = Object.keys(left);
    if (names.length !== Object.keys(right).length) return false;
    const symbols = strict ? enumerableSymbols(left) : [];
    if (strict && symbols.length !== enumerableSymbols(right).length) return false;
    keys = [...names, ...symbols];
  }
  if (!keys.every((key) => Object.prototype.propertyIsEnumerable.call(right, key))) return false;
  if (!strict && knownKeys === null && !keys.every((key) => Object.hasOwn(right, key))) return false;
  // A pair that is being compared further up is taken to be equal: only what differs elsewhere counts.
  const partners = seen.get(left);
  if (partners?.has(right)) return true;
  if (partners) partners.add(right);
  else seen.set(left, new Set([right]));
  const equal = compareParts(left, right, strict, seen, keys, kind);
  seen.get(left)?.delete(right);
  return equal;
}

function compareParts(
  left: object,
  right: object,
  strict: boolean,
  seen: Pairs,
  keys: readonly PropertyKey[],
  kind: Kind,
): boolean {
  if (kind === 'set' && !sameMembers(left as Set<unknown>, right as Set<unknown>, strict, seen)) return false;
  if (
    kind === 'map' &&
    !sameEntries(left as Map<unknown, unknown>, right as Map<unknown, unknown>, strict, seen)
  ) {
    return false;
  }
  if (kind === 'array') {
    const [a, b] = [left as unknown[], right as unknown[]];
    for (let index = 0; index < a.length; index++) {
      if (Object.hasOwn(a, index) !== Object.hasOwn(b, index)) return false;
      if (!compare(a[index], b[index], strict, seen)) return false;
    }
  }
  return keys.every((key) => compare(Reflect.get(left, key), Reflect.get(right, key), strict, seen));
}

/** Members may stand in any order: each needs a partner of its own. */
function sameMembers(left: Set<unknown>, right: Set<unknown>, strict: boolean, seen: Pairs): boolean {
  const unmatched = new Set([...right].filter((member) => !left.has(member)));
  for (const member of left) {
    if (right.has(member)) continue;
    if (strict && (typeof member !== 'object' || member === null)) return false;
    const partner = [...unmatched].find((each) => compare(member, each, strict, seen));
    if (partner === undefined && !unmatched.has(undefined)) return false;
    unmatched.delete(partner);
  }
  return unmatched.size === 0;
}

function sameEntries(
  left: Map<unknown, unknown>,
  right: Map<unknown, unknown>,
  strict: boolean,
  seen: Pairs,
): boolean {
  const unmatched = new Set([...right.keys()].filter((key) => !left.has(key)));
  for (const [key, value] of left) {
    if (right.has(key)) {
      if (!compare(value, right.get(key), strict, seen)) return false;
      continue;
    }
    if (strict && (typeof key !== 'object' || key === null)) return false;
    const partner = [...unmatched].find(
      (each) => compare(key, each, strict, seen) && compare(value, right.get(each), strict, seen),
    );
    if (partner === undefined && !unmatched.has(undefined)) return false;
    unmatched.delete(partner);
  }
  return unmatched.size === 0;
}
