import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Heartbeat } from '../../../../../src/guest/embedded/page/heartbeat.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Watches a guest that has started, unless it is `starting`. */
function beating(answer: (beat: Heartbeat) => void, state: 'ready' | 'starting' = 'ready') {
  const doubts: number[] = [];
  const silences: number[] = [];
  const heartbeat: Heartbeat = new Heartbeat({
    ping: () => answer(heartbeat),
    onDoubt: () => doubts.push(performance.now()),
    onDeath: (silentMs) => silences.push(silentMs),
  });
  if (state === 'ready') heartbeat.guestReady();
  return { heartbeat, doubts, silences };
}

test('a guest that answers each beat lives', () => {
  const { doubts, silences } = beating((beat) => {
    beat.guestAnswered();
    beat.pageAnswered();
  });
  vi.advanceTimersByTime(60_000);
  expect([doubts, silences]).toEqual([[], []]);
});

test('silence of 1.1 s is patience, the next beat is doubt, and three more of silence are death, reported once', () => {
  const { doubts, silences } = beating((beat) => beat.pageAnswered());
  vi.advanceTimersByTime(1100);
  expect(doubts).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(doubts.length).toBe(1);
  vi.advanceTimersByTime(300);
  expect(silences).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(silences).toEqual([1600]);
  vi.advanceTimersByTime(60_000);
  expect([doubts.length, silences]).toEqual([1, [1600]]);
});

test('a guest that was doubted and answers is watched on, and its next silence is doubted again', () => {
  const { heartbeat, doubts, silences } = beating((beat) => beat.pageAnswered());
  vi.advanceTimersByTime(1400);
  heartbeat.guestAnswered();
  vi.advanceTimersByTime(1000);
  expect([doubts.length, silences]).toEqual([1, []]);
  vi.advanceTimersByTime(200);
  expect([doubts.length, silences]).toEqual([2, []]);
});

/** Answers each beat after `lateMs`, in order, until told to stop. */
function lateAnswers(lateMs: (nth: number) => number) {
  let nth = 0;
  let lastMs = 0;
  const answering = { stopped: false };
  const watch = beating((beat) => {
    beat.pageAnswered();
    if (answering.stopped) return;
    lastMs = Math.max(lastMs, performance.now() + lateMs(nth++));
    setTimeout(() => beat.beatAnswered(), lastMs - performance.now());
  });
  return { ...watch, answering };
}

test('a guest that answers ever later on a starved machine is not taken for dead', () => {
  // Each answer may come half as late again as the one before, up to 5 s.
  const { silences } = lateAnswers((nth) => Math.min(5_000, 20 * 1.5 ** (nth / 5)));
  vi.advanceTimersByTime(120_000);
  expect(silences).toEqual([]);
});

test('a guest that has answered late gets more patience, for a while', () => {
  const slow = lateAnswers((nth) => (nth < 20 ? 1_000 : 5));
  vi.advanceTimersByTime(6_000);
  slow.answering.stopped = true;
  vi.advanceTimersByTime(3_000);
  expect(slow.silences).toEqual([]);
  vi.advanceTimersByTime(2_000);
  expect(slow.silences.length).toBe(1);

  const recovered = lateAnswers((nth) => (nth < 20 ? 1_000 : 5));
  vi.advanceTimersByTime(60_000);
  recovered.answering.stopped = true;
  vi.advanceTimersByTime(2_000);
  expect(recovered.silences.length).toBe(1);
});

test('no lateness makes the patience longer than that with a guest that starts', () => {
  const { answering, silences } = lateAnswers((nth) => Math.min(10_000, 20 * 1.5 ** (nth / 5)));
  vi.advanceTimersByTime(120_000);
  answering.stopped = true;
  // The last answers are still to come.
  vi.advanceTimersByTime(10_000 + 20_000);
  expect(silences).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(silences.length).toBe(1);
});

test('a guest that starts may be silent for 20 s, and has the patience of any other when it has started', () => {
  const { heartbeat, doubts, silences } = beating((beat) => beat.pageAnswered(), 'starting');
  vi.advanceTimersByTime(20_000);
  expect(doubts).toEqual([]);
  heartbeat.guestReady();
  // One that needed so long for its start is believed to answer late: half of that time is borne, and less with each answer.
  vi.advanceTimersByTime(9_000);
  expect(doubts).toEqual([]);
  for (let answers = 0; answers < 1_000; answers++) heartbeat.beatAnswered();
  vi.advanceTimersByTime(1000);
  expect(doubts).toEqual([]);
  vi.advanceTimersByTime(600);
  expect([doubts.length, silences]).toEqual([1, [1600]]);
});

test('a guest that ends before it has started is noticed, too', () => {
  const { silences } = beating((beat) => beat.pageAnswered(), 'starting');
  vi.advanceTimersByTime(21_000);
  expect(silences).toEqual([20_600]);
});

test('nothing counts while the page is silent too, and the rest of the patience is kept', () => {
  let isBusy = true;
  const { doubts } = beating((beat) => {
    if (!isBusy) beat.pageAnswered();
  });
  vi.advanceTimersByTime(60_000);
  expect(doubts).toEqual([]);
  isBusy = false;
  vi.advanceTimersByTime(1000);
  expect(doubts).toEqual([]);
  vi.advanceTimersByTime(200);
  expect(doubts.length).toBe(1);
});

test('a page that stood still for a minute does not take the guest for dead', () => {
  let isSilent = true;
  const { doubts } = beating((beat) => {
    beat.pageAnswered();
    if (!isSilent) beat.guestAnswered();
  });
  // A fake clock that jumps: the timer fires once, 60 s late, as in a tab that slept.
  vi.setSystemTime(Date.now());
  const now = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(now + 60_000);
  vi.advanceTimersToNextTimer();
  expect(doubts).toEqual([]);
  isSilent = false;
  vi.advanceTimersToNextTimer();
  expect(doubts).toEqual([]);
});

test('nothing is reported after dispose', () => {
  const { heartbeat, doubts } = beating((beat) => beat.pageAnswered());
  heartbeat.dispose();
  vi.advanceTimersByTime(60_000);
  expect(doubts).toEqual([]);
});
