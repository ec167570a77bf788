import { afterEach, expect, test, vi } from 'vitest';
import { createDeadlines } from '../../../../src/agent/timers.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('a deadline comes in time though the page has no timers, once, and not when it was taken back', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const after = createDeadlines();
  const fired: string[] = [];
  after(1_000, () => fired.push('taken back'))();
  const fromMs = performance.now();
  await new Promise<void>((resolve) => {
    after(1_100, () => fired.push('first'));
    after(1_300, resolve);
  });
  expect(fired).toEqual(['first']);
  expect(performance.now() - fromMs).toBeGreaterThanOrEqual(1_290);
});

test('what is shorter than a second is a timer of the page', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const after = createDeadlines();
  const fired: string[] = [];
  after(999, () => fired.push('short'));
  vi.advanceTimersByTime(998);
  expect(fired).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(fired).toEqual(['short']);
});
