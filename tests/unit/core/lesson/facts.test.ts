import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  allHold,
  type Condition,
  fillFacts,
  holds,
  judge,
  numberIn,
  readFactName,
} from '../../../../src/core/lesson/index.ts';

const facts = new Map<string, string | number | boolean | null>([
  ['a.seen', 100],
  ['a.view', 'one two'],
  ['a.whole', false],
  ['a.path', null],
  ['b.seen', 100.5],
]);

describe('a condition', () => {
  test.each<readonly [Condition, boolean]>([
    [{ fact: 'a.seen', is: 100 }, true],
    [{ fact: 'a.seen', is: 101 }, false],
    [{ fact: 'a.seen', not: 100 }, false],
    [{ fact: 'a.path', is: null }, true],
    [{ fact: 'a.path', not: null }, false],
    [{ fact: 'a.whole', is: false }, true],
    [{ fact: 'a.view', has: 'two' }, true],
    [{ fact: 'a.view', lacks: 'two' }, false],
    [{ fact: 'a.view', lacks: 'three' }, true],
    [{ fact: 'a.seen', has: '1' }, false],
    [{ fact: 'a.seen', atLeast: 100 }, true],
    [{ fact: 'a.seen', atLeast: 101 }, false],
    [{ fact: 'a.seen', atMost: 100 }, true],
    [{ fact: 'a.seen', atMost: 99 }, false],
    [{ fact: 'a.seen', atMost: { fact: 'b.seen' } }, true],
    [{ fact: 'b.seen', atMost: { fact: 'a.seen' } }, false],
    [{ fact: 'a.seen', atLeast: { fact: 'nobody.seen' } }, false],
    [{ fact: 'a.seen', atLeast: 1, atMost: 99 }, false],
    [{ fact: 'a.seen' }, true],
  ])('%j holds: %s', (condition, expected) => {
    expect(holds(condition, facts)).toBe(expected);
  });

  test('never holds of a fact that is not known, whatever it asks', () => {
    for (const ask of [{}, { is: null }, { not: 1 }, { lacks: 'x' }, { atMost: 1e9 }]) {
      expect(holds({ fact: 'nobody.seen', ...ask }, facts)).toBe(false);
    }
    expect(allHold([{ fact: 'a.seen', is: 100 }, { fact: 'x' }], facts)).toBe(false);
  });
});

test('the name of a fact says whose it is and through which profile', () => {
  expect(readFactName('a.seen')).toEqual({ label: 'a', profile: null, field: 'seen' });
  expect(readFactName('a@pi.sees-error')).toEqual({ label: 'a', profile: 'pi', field: 'sees-error' });
  expect(readFactName('session@none.sent.all')).toEqual({
    label: 'session',
    profile: 'none',
    field: 'sent.all',
  });
  expect(readFactName('viewTokens')).toEqual({ label: null, profile: null, field: 'viewTokens' });
  expect(readFactName('viewTokens@mine')).toEqual({ label: null, profile: 'mine', field: 'viewTokens' });
});

test('facts are put into a text, and a script’s own {{match:…}} is left alone', () => {
  expect(fillFacts('{{a.seen}} {{match:x(.*)}} {{a}}', (name) => `<${name}>`)).toBe(
    '<a.seen> {{match:x(.*)}} <a>',
  );
});

describe('a prediction is judged by the run', () => {
  test('a number is right at its tolerance and wrong one beyond', () => {
    const predict = { kind: 'number', question: '', fact: 'a.seen', unit: '', within: 0.1 } as const;
    for (const [answer, right] of [
      ['90', true],
      ['110', true],
      ['89', false],
      ['111', false],
      ['nothing', false],
    ] as const) {
      expect(judge(predict, answer, facts), answer).toEqual({ right, truth: 100 });
    }
    expect(judge({ ...predict, within: 0 }, '100', facts).right).toBe(true);
    expect(judge({ ...predict, fact: 'a.none' }, '100', facts)).toEqual({ right: false, truth: null });
  });

  test('a choice is right where its conditions hold', () => {
    const choices = [
      { label: 'yes', when: [{ fact: 'a.whole', is: true }] },
      { label: 'no', when: [{ fact: 'a.whole', is: false }] },
    ];
    const choice = { kind: 'choice', question: '', choices } as const;
    expect(judge(choice, 'yes', facts)).toEqual({ right: false, truth: 'no' });
    expect(judge(choice, 'no', facts)).toEqual({ right: true, truth: 'no' });
  });

  test('numbers are read as people type them', () => {
    fc.assert(
      fc.property(fc.nat(), (value) => {
        expect(numberIn(value.toLocaleString('en-US'))).toBe(value);
        expect(numberIn(` ${value} tokens`)).toBe(value);
      }),
    );
    expect(['', 'many', '-3'].map(numberIn)).toEqual([null, null, null]);
  });
});
