import fc from 'fast-check';
import { expect, it } from 'vitest';
import { flagsOf, parseKey } from '../../../../../../src/guest/embedded/shell/commands/sort/keys.ts';
import type { SortRules } from '../../../../../../src/guest/embedded/shell/commands/sort/lineTable.ts';
import {
  firstDisorder,
  sortedInputs,
} from '../../../../../../src/guest/embedded/shell/commands/sort/sortedInputs.ts';

const newline = 10;
const byBytes = (a: string, b: string): number =>
  Buffer.compare(Buffer.from(a, 'latin1'), Buffer.from(b, 'latin1'));
const numberOf = (text: string): number => Number(/^[ \t]*(-?\d*\.?\d*)/.exec(text)?.[1]) || 0;
const byNumber = (a: string, b: string): number => numberOf(a) - numberOf(b);

/** Ways to sort, and what each compares. */
const ways: readonly {
  readonly key: string | null;
  readonly reverse: boolean;
  readonly stable: boolean;
  readonly model: (a: string, b: string) => number;
}[] = [
  { key: null, reverse: false, stable: false, model: byBytes },
  { key: null, reverse: true, stable: false, model: (a, b) => byBytes(b, a) },
  { key: '1n', reverse: false, stable: false, model: (a, b) => byNumber(a, b) || byBytes(a, b) },
  { key: '1n', reverse: false, stable: true, model: byNumber },
  { key: '1.2,1.3r', reverse: false, stable: true, model: (a, b) => byBytes(b.slice(1, 3), a.slice(1, 3)) },
];

function rulesOf({ key, reverse, stable }: (typeof ways)[number], unique: boolean): SortRules {
  const made = key === null ? [] : [parseKey(key, '')];
  const keys = made.flatMap((each) => ('error' in each ? [] : [each]));
  return {
    keys,
    reverse: flagsOf(reverse ? 'r' : '').reverse,
    lastResort: !stable && !unique,
    separator: 9,
    salt: [],
  };
}

async function* inPieces(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length]!;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

const line = fc.oneof(
  { weight: 3, arbitrary: fc.stringMatching(/^[0-9]{0,3}$/) },
  // Alike for longer than is looked at at once.
  { weight: 2, arbitrary: fc.stringMatching(/^a{5,14}b?$/) },
  fc.string({
    unit: fc.integer({ min: 11, max: 255 }).map((byte) => String.fromCharCode(byte)),
    maxLength: 12,
  }),
);

it('sorts the same however its input comes and into however many runs it is cut, each kind of order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(line, { maxLength: 30 }), { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 }),
      fc.record({ lines: fc.integer({ min: 1, max: 12 }), bytes: fc.integer({ min: 1, max: 60 }) }),
      fc.constantFrom(...ways),
      fc.boolean(),
      async (files, endsLast, sizes, limits, way, unique) => {
        const inputs = files.map((lines) => {
          const text = lines.join('\n') + (endsLast && lines.length > 0 ? '\n' : '');
          return Buffer.from(text, 'latin1');
        });
        const all = inputs.flatMap((input) => {
          const lines = input.toString('latin1').split('\n');
          return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
        });
        const compare = unique && way.key !== null && !way.stable ? byNumber : way.model;
        const sorted = all.toSorted(compare);
        const expected = unique
          ? sorted.filter((each, at) => at === 0 || compare(sorted[at - 1]!, each) !== 0)
          : sorted;
        const rules = rulesOf(way, unique);
        const options = { rules, end: newline, unique, merges: false };
        const pieces = await sortedInputs(
          inputs.map((input) => inPieces(input, sizes)),
          options,
          limits,
        );
        const text = Buffer.concat([...pieces]).toString('latin1');
        expect(text).toBe(expected.map((each) => `${each}\n`).join(''));
        const check = { rules, end: newline, unique };
        expect(await firstDisorder(inPieces(Buffer.from(text, 'latin1'), sizes), check)).toBeNull();
      },
    ),
  );
});
