import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  boundedSpec,
  generate,
  generators,
  MOST_GENERATED_BYTES,
} from '../../../../src/ui/lab/input/generators.ts';

const text = (bytes: Uint8Array) => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);

test('exact sizes are exact at, one under and one over every size, in characters and bytes', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 60_000 }), (size) => {
      for (const count of [size - 1, size, size + 1]) {
        expect(generate({ id: 'exact-bytes', count, width: 1 }).length).toBe(count);
        expect(text(generate({ id: 'exact-units', count, width: 1 })).length).toBe(count);
      }
    }),
    { numRuns: 40 },
  );
});

test('an exact number of lines is that many lines, each ended by a newline', () => {
  for (const count of [1, 1_999, 2_000, 2_001]) {
    const made = text(generate({ id: 'exact-lines', count, width: 1 }));
    expect(made.endsWith('\n')).toBe(true);
    expect(made.split('\n').length - 1).toBe(count);
  }
});

test('every generator gives valid UTF-8, the same bytes each time, and something at its usual numbers', () => {
  for (const about of generators) {
    const spec = { ...about, count: Math.min(about.count, 50) };
    const once = generate(spec);
    expect(once.length, about.id).toBeGreaterThan(0);
    expect(text(once), about.id).toBe(text(generate(spec)));
  }
});

test('each generator has what its name says', () => {
  const of = (id: (typeof generators)[number]['id']) => text(generate({ id, count: 30, width: 12 }));
  expect(of('lines')).toMatch(/^(.{12}\n){30}$/);
  expect(of('crlf')).toMatch(/^(.{12}\r\n){30}$/);
  expect(of('one-line')).not.toContain('\n');
  expect(of('ansi')).toMatch(/^\x1b\[3\dm/);
  expect(of('progress').split('\r').length - 1).toBe(30);
  expect(JSON.parse(of('json')).records.length).toBe(30);
  expect(of('nul')).toContain('\0');
  expect(of('minified')).not.toContain('\n');
  expect(of('cjk')).toMatch(/[一-龥]/);
  expect(of('emoji')).toMatch(/\p{Extended_Pictographic}/u);
});

test('numbers that make no sense are made to make sense, and nothing is larger than the bound', () => {
  fc.assert(
    fc.property(fc.constantFrom(...generators), fc.double(), fc.double(), (about, count, width) => {
      const spec = boundedSpec({ id: about.id, count, width });
      expect(Number.isSafeInteger(spec.count) && spec.count >= 1).toBe(true);
      expect(Number.isSafeInteger(spec.width) && spec.width >= 1).toBe(true);
      expect(boundedSpec(spec)).toEqual(spec);
    }),
  );
  const largest = generate({ id: 'emoji', count: 1e12, width: 1e12 });
  expect(largest.length).toBeLessThanOrEqual(MOST_GENERATED_BYTES);
});
