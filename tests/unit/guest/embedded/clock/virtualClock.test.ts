import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noteOrder, settledMs, VirtualClock } from '../../../../../src/guest/embedded/clock/index.ts';

test('a clock moves by its step at each look and by nothing else', () => {
  const clock = new VirtualClock(1000, 0.05);
  expect([clock.nowMs, clock.nowMs, clock.elapsedMs]).toEqual([1000, 1000, 0]);
  expect([clock.look(), clock.look(), clock.lookElapsed()]).toEqual([1000.05, 1000.1, 0.15]);
  expect(clock.nowMs).toBe(1000.15);
});

test('a thousand looks add up exactly, also at a time of today', () => {
  const clock = new VirtualClock(1_935_817_689_000, 0.05);
  for (let looks = 0; looks < 1000; looks++) clock.look();
  expect([clock.nowMs, clock.elapsedMs]).toEqual([1_935_817_689_050, 50]);
});

test('what was waited for is reached and never undone; nothing to wait for changes nothing', () => {
  const clock = new VirtualClock(1000, 1);
  clock.reach(1500);
  expect(clock.nowMs).toBe(1500);
  clock.reach(1499);
  clock.reach(null);
  clock.reach(undefined);
  expect(clock.nowMs).toBe(1500);
});

test('changes have whole milliseconds, each later than all changes and looks before it', () => {
  const act = fc.oneof(
    fc.constant<'look'>('look'),
    fc.record({ target: fc.constantFrom('a', 'b'), continues: fc.boolean() }),
    fc.nat(50),
  );
  fc.assert(
    fc.property(fc.array(act), fc.constantFrom(0.05, 1), (acts, step) => {
      const clock = new VirtualClock(1000, step);
      let seenMs = 1000;
      let last = { target: '', ms: 0 };
      for (const each of acts) {
        if (each === 'look') {
          expect(clock.look()).toBeGreaterThanOrEqual(seenMs);
          seenMs = clock.nowMs;
          last = { target: '', ms: last.ms };
        } else if (typeof each === 'number') {
          clock.reach(clock.nowMs + each);
          if (each > 0) last = { target: '', ms: last.ms };
        } else {
          const ms = clock.stamp(each.target, each.continues);
          expect(Number.isInteger(ms)).toBe(true);
          if (last.target === each.target && each.continues) expect(ms).toBe(last.ms);
          else expect(ms).toBeGreaterThanOrEqual(Math.max(seenMs, last.ms + 1));
          last = { target: each.target, ms };
          expect(clock.nowMs).toBeGreaterThanOrEqual(ms + 1);
        }
      }
    }),
  );
});

test('what is written on to a file has one time into however many pieces it falls, until somebody looks', () => {
  const clock = new VirtualClock(1000, 1);
  expect([1, 2, 3].map(() => clock.stamp('f', true))).toEqual([1000, 1000, 1000]);
  expect(clock.stamp('g', true)).toBe(1001);
  expect(clock.stamp('f', true)).toBe(1002);
  clock.look();
  expect(clock.stamp('f', true)).toBe(1004);
});

test('a fork begins at the same time and goes its own way, and can be set to another clock again', () => {
  const clock = new VirtualClock(1000, 1);
  const fork = clock.fork();
  clock.look();
  expect([fork.look(), fork.look(), clock.nowMs]).toEqual([1001, 1002, 1001]);
  fork.follow(clock);
  expect(fork.nowMs).toBe(1001);
});

test('after a run whose order is chance the time is that of the next whole second, after any other its own', () => {
  const notes = [{ code: 'not-streamed', detail: '' }];
  expect(settledMs(1234.5, notes)).toBe(1234.5);
  noteOrder(notes);
  noteOrder(notes);
  expect(notes.map(({ code }) => code)).toEqual(['not-streamed', 'order-not-promised']);
  expect([1000, 1000.05, 1234.5, 2000].map((ms) => settledMs(ms, notes))).toEqual([1000, 2000, 2000, 2000]);
});
