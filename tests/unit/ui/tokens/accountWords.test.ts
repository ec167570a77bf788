import { expect, test } from 'vitest';
import { ACCOUNT_KINDS, emptySession, unitsOfText } from '../../../../src/core/index.ts';
import {
  accountCountedWith,
  formatDifference,
  formatShare,
  kindsIn,
  reportedSums,
} from '../../../../src/ui/tokens/accountWords.ts';
import { kinds } from '../../../../src/ui/words/tokens.ts';

const none = Object.fromEntries(ACCOUNT_KINDS.map((kind) => [kind, 0])) as Record<
  (typeof ACCOUNT_KINDS)[number],
  number
>;

test('every kind has a heading of its own, and a kind that nobody has gets no column', () => {
  expect(new Set(ACCOUNT_KINDS.map((kind) => kinds[kind].title)).size).toBe(ACCOUNT_KINDS.length);
  expect(kindsIn([none])).toEqual([]);
  expect(
    kindsIn([
      { ...none, reread: 3 },
      { ...none, system: 1 },
    ]),
  ).toEqual(['system', 'reread']);
  expect(unitsOfText({ parts: [{ kind: 'user', text: 'a😀' }], call: null, sha256: null })).toEqual([3]);
});

test('a difference has its sign, a share its percent', () => {
  expect([1204, -312, 0].map(formatDifference)).toEqual(['+1,204', '−312', '0']);
  expect([formatShare(1, 3), formatShare(1, 10_000), formatShare(0, 0)]).toEqual(['33.3%', '< 0.1%', '0%']);
});

test('what nobody reported is not a zero', () => {
  const usage = { inputTokens: 7, outputTokens: null, cachedInputTokens: null, reasoningTokens: null };
  expect(reportedSums([null, usage, usage])).toEqual({
    inputTokens: 14,
    cachedInputTokens: null,
    outputTokens: null,
  });
});

test('one model with another tokenizer is enough to say so', () => {
  expect(accountCountedWith({ ...emptySession, model: { provider: 'parrot', model: 'parrot' } })).toBe(
    'counted with o200k',
  );
  expect(accountCountedWith({ ...emptySession, model: { provider: 'anthropic', model: 'x' } })).toBe(
    "counted with o200k, not the model's own tokenizer",
  );
});
