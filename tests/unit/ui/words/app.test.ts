import { expect, test } from 'vitest';
import { windowTitle } from '../../../../src/ui/words/app.ts';

test('the window is named by the page, a session’s by the session, and by nothing while none is open', () => {
  expect(windowTitle('session', 'Demo')).toBe('Demo · Spillway');
  expect(windowTitle('session', null)).toBe('Spillway');
  expect(windowTitle('guest', 'Demo')).toBe('Guest check · Spillway');
});
