import type { JsonValue } from '../contract/index.ts';

/**
 * The one text of a JSON value: keys sorted by UTF-16 units, no space, `undefined` left out, numbers and strings as
 * `JSON.stringify` writes them (RFC 8785's form). Two equal values give the same bytes, so a hash names the value.
 * @throws TypeError for a number that JSON cannot hold (NaN, Infinity).
 */
export function canonicalJson(value: JsonValue): string {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`JSON holds no ${value}.`);
    return JSON.stringify(value);
  }
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.keys(value)
    .sort()
    .flatMap((name) => {
      const member = value[name];
      return member === undefined ? [] : [`${JSON.stringify(name)}:${canonicalJson(member)}`];
    });
  return `{${members.join(',')}}`;
}

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);
