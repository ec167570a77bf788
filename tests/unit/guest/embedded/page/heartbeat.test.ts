import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Heartbeat } from '../../../../../src/guest/embedded/page/heartbeat.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function beating(answer: (beat: Heartbeat) => void) {
  const silences: number[] = [];
  const heartbeat: Heartbeat = new Heartbeat(
    () => answer(heartbeat),
    (silentMs) => silences.push(silentMs),
  );
  return { heartbeat, silences };
}

test('a guest that answers each beat lives', () => {
  const { silences } = beating((beat) => beat.answered());
  vi.advanceTimersByTime(60_000);
  expect(silences).toEqual([]);
});

test('silence of 1.1 s is patience, the next beat is death, reported once', () => {
  const { silences } = beating(() => {});
  vi.advanceTimersByTime(1100);
  expect(silences).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(silences).toEqual([1200]);
  vi.advanceTimersByTime(60_000);
  expect(silences).toEqual([1200]);
});

test('a guest that was taken for silent and answers is watched on, and its next silence is reported again', () => {
  const { heartbeat, silences } = beating(() => {});
  vi.advanceTimersByTime(1200);
  heartbeat.answered();
  vi.advanceTimersByTime(1100);
  expect(silences).toEqual([1200]);
  vi.advanceTimersByTime(100);
  expect(silences).toEqual([1200, 1200]);
});

test('a page that stood still for a minute does not take the guest for dead', () => {
  let silent = true;
  const { silences } = beating((beat) => {
    if (!silent) beat.answered();
  });
  // A fake clock that jumps: the timer fires once, 60 s late, as in a tab that slept.
  vi.setSystemTime(Date.now());
  const now = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(now + 60_000);
  vi.advanceTimersToNextTimer();
  expect(silences).toEqual([]);
  silent = false;
  vi.advanceTimersToNextTimer();
  expect(silences).toEqual([]);
});

test('nothing is reported after dispose', () => {
  const { heartbeat, silences } = beating(() => {});
  heartbeat.dispose();
  vi.advanceTimersByTime(60_000);
  expect(silences).toEqual([]);
});
