import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../../../src/core/recording/index.ts';

describe('canonical JSON', () => {
  test('sorts keys by UTF-16 units at every depth, leaves out undefined, and writes no space', () => {
    expect(
      canonicalJson({ b: [1, { d: null, c: 'é' }], a: undefined, A: -0, '10': true, '9': 1.5e300 }),
    ).toBe('{"10":true,"9":1.5e+300,"A":0,"b":[1,{"c":"é","d":null}]}');
  });

  test('is one text for every order in which an object was made, and reads back as the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ depthSize: 'medium' }), (value) => {
        const json = JSON.parse(JSON.stringify(value));
        const shuffled = reversedKeys(json);
        expect(canonicalJson(shuffled)).toBe(canonicalJson(json));
        expect(JSON.parse(canonicalJson(json))).toEqual(json);
      }),
    );
  });

  test('refuses a number that JSON cannot hold', () => {
    expect(() => canonicalJson({ a: Number.NaN })).toThrow(new TypeError('JSON holds no NaN.'));
    expect(() => canonicalJson([Number.POSITIVE_INFINITY])).toThrow(new TypeError('JSON holds no Infinity.'));
  });
});

function reversedKeys(value: unknown): never {
  if (Array.isArray(value)) return value.map(reversedKeys) as never;
  if (typeof value !== 'object' || value === null) return value as never;
  const members = Object.entries(value)
    .reverse()
    .map(([name, member]) => [name, reversedKeys(member)]);
  return Object.fromEntries(members) as never;
}
