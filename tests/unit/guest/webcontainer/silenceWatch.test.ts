import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  askEveryMs,
  mostInVain,
  SilenceWatch,
} from '../../../../src/guest/webcontainer/page/silenceWatch.ts';

/** A container that is no more says nothing; one that is busy, or a page that slept, is not taken for it. */

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watching(answers: () => boolean) {
  const silences: number[] = [];
  const watch = new SilenceWatch({
    ask: () => {
      if (answers()) watch.heard();
    },
    onSilence: (silentMs) => silences.push(silentMs),
  });
  return { watch, silences };
}

test('who answers is waited for as long as it likes, and silence is told once, at its limit', () => {
  let answers = true;
  const { silences } = watching(() => answers);
  vi.advanceTimersByTime(100 * askEveryMs);
  expect(silences).toEqual([]);
  answers = false;
  vi.advanceTimersByTime(mostInVain * askEveryMs);
  expect(silences).toEqual([]);
  vi.advanceTimersByTime(askEveryMs);
  expect(silences).toEqual([mostInVain * askEveryMs]);
  vi.advanceTimersByTime(100 * askEveryMs);
  expect(silences).toHaveLength(1);
});

test('what is on its way there gives it time, and one word of it starts the count anew', () => {
  const { watch, silences } = watching(() => false);
  watch.sent(3 * 1024 * 1024);
  vi.advanceTimersByTime((mostInVain + 3) * askEveryMs);
  watch.heard();
  vi.advanceTimersByTime(mostInVain * askEveryMs);
  expect(silences).toEqual([]);
  vi.advanceTimersByTime(askEveryMs);
  expect(silences).toHaveLength(1);
});

test('a watch that was disposed of asks nobody', () => {
  const asked = vi.fn(() => false);
  const { watch, silences } = watching(asked);
  watch.dispose();
  vi.advanceTimersByTime(100 * askEveryMs);
  expect([asked.mock.calls, silences]).toEqual([[], []]);
});
