import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatSelection,
  NO_SELECTION,
  parseSelection,
  selectionOfCall,
} from '../../../../src/ui/app/selection.ts';

const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/);
const number = fc.integer({ min: 0, max: 999_999_999 });

test('a session, a step and a call each survive their address', () => {
  fc.assert(
    fc.property(id, number, number, number, (sessionId, turn, step, index) => {
      for (const selection of [
        { ...NO_SELECTION, sessionId },
        { sessionId, turn, step, call: null },
        selectionOfCall(sessionId, `${turn}.${step}.${index}`),
      ]) {
        expect(parseSelection(formatSelection(selection))).toEqual(selection);
      }
    }),
  );
});

test('anything else selects nothing', () => {
  const others = [
    '',
    '#',
    '#/',
    '#/s/',
    '#/s/a/b',
    '#/s/a/1',
    '#/s/a/1.2.3.4',
    '#/s/a/-1.2',
    '#/s/a b',
    '#/s/../x',
    `#/s/${'a'.repeat(65)}`,
  ];
  expect(others.map(parseSelection)).toEqual(others.map(() => NO_SELECTION));
});

test('an address never throws', () => {
  fc.assert(fc.property(fc.string(), (text) => void parseSelection(`#/s/${text}`)));
});
