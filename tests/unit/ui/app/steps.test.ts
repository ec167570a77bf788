import { expect, test } from 'vitest';
import { emptySession } from '../../../../src/core/index.ts';
import { neighbourCall, newestResult } from '../../../../src/ui/app/steps.ts';
import { longSession } from '../../../hosts/fakes/uiFixture.ts';

const state = longSession(2, 2);

test('the next and the previous call are found across turns, and the ends hold', () => {
  expect([
    neighbourCall(state, null, 1),
    neighbourCall(state, null, -1),
    neighbourCall(state, '1.2.0', 1),
    neighbourCall(state, '2.1.0', -1),
    neighbourCall(state, '2.2.0', 1),
    neighbourCall(state, '1.1.0', -1),
    neighbourCall(state, '9.9.9', 1),
  ]).toEqual(['1.1.0', '2.2.0', '2.1.0', '1.2.0', '2.2.0', '1.1.0', '1.1.0']);
  expect(neighbourCall(emptySession, null, 1)).toBe(null);
});

test('the newest result is shown, but one that was cut stays until the next that was', () => {
  expect(newestResult(state)?.key).toBe('2.2.0');
  const [first, second] = state.turns;
  const [cut, rest] = second?.steps ?? [];
  const call = cut?.calls[0];
  if (!first || !second || !cut || !rest || !call?.sent)
    throw new Error('the fixture has two turns of two steps');
  const sent = { ...call.sent, account: { ...call.sent.account, whole: false } };
  const steps = [{ ...cut, calls: [{ ...call, sent }] }, rest];
  expect(newestResult({ ...state, turns: [first, { ...second, steps }] })?.key).toBe('2.1.0');
  expect(newestResult(emptySession)).toBe(null);
});
