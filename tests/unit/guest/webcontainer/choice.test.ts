import { expect, test } from 'vitest';
import { guestWish } from '../../../../src/guest/guestWish.ts';
import { whyNotAtOnce } from '../../../../src/guest/webcontainer/page/support.ts';

const real = { clockStartMs: null };

test('virtual time, then the session, the address and the setting decide which guest it is', () => {
  const choiceOf = (...wish: Parameters<typeof guestWish>) => guestWish(...wish).choice;
  expect(
    choiceOf({ clockStartMs: 0, kind: 'webcontainer' }, { choice: 'webcontainer' }, '?guest=webcontainer'),
  ).toBe('embedded');
  expect(choiceOf({ ...real, kind: 'webcontainer' }, { choice: 'embedded' }, '?guest=embedded')).toBe(
    'webcontainer',
  );
  expect(choiceOf(real, { choice: 'embedded' }, '?guest=webcontainer')).toBe('webcontainer');
  expect(choiceOf(real, { choice: 'embedded' }, '?guest=nonsense')).toBe('embedded');
  expect(choiceOf(real, { choice: 'auto' }, '')).toBe('auto');
});

const chrome = {
  isIsolated: true,
  isOnline: true,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36',
  touchPoints: 0,
  hasWaitAsync: true,
  isLocalHost: false,
};

test('what makes a WebContainer impossible is known at once and asks nobody', () => {
  const codeOf = (around: Partial<typeof chrome>) => whyNotAtOnce({ ...chrome, ...around })?.code ?? null;
  const mac =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.0 Safari/605.1.15';
  expect(codeOf({})).toBe(null);
  expect(codeOf({ isIsolated: false })).toBe('not-isolated');
  expect(codeOf({ isOnline: false })).toBe('offline');
  expect(codeOf({ isOnline: false, isLocalHost: true })).toBe(null);
  expect(codeOf({ userAgent: mac })).toBe(null);
  expect(codeOf({ userAgent: mac, touchPoints: 5 })).toBe('ask-first');
  expect(codeOf({ userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)' })).toBe('ask-first');
  expect(codeOf({ hasWaitAsync: false })).toBe('unsupported-browser');
  expect(codeOf({ hasWaitAsync: false, userAgent: 'Mozilla/5.0 (X11; rv:130.0) Firefox/130.0' })).toBe(null);
});
