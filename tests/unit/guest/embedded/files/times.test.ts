import { expect, test } from 'vitest';
import { VirtualClock } from '../../../../../src/guest/embedded/clock/index.ts';
import { FileClock } from '../../../../../src/guest/embedded/files/fileClock.ts';
import { requestTimes } from '../../../../../src/guest/embedded/files/requestTimes.ts';

test('a change happens when its request says, and what says nothing at the latest time heard of', () => {
  const clock = new FileClock(1000);
  expect(clock.now()).toBe(1000);
  expect(clock.during(5000, clock.now)).toBe(5000);
  expect(clock.during(3000, clock.now)).toBe(3000);
  expect([clock.now(), clock.during(undefined, clock.now)]).toEqual([5000, 5000]);
});

test('a time that no Date can have does not count, a failed change leaves none behind', () => {
  const clock = new FileClock(1000);
  for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, 8.64e15 + 2, '7', null, {}]) {
    expect(clock.during(bad, clock.now)).toBe(1000);
  }
  expect(() =>
    clock.during(2000, () => {
      throw new Error('full');
    }),
  ).toThrow('full');
  expect(clock.during(undefined, clock.now)).toBe(2000);
});

test('in real time requests carry none and the files have the real one', () => {
  expect(requestTimes(null)('writeFile', ['/f'])).toBeUndefined();
  const clock = new FileClock(null);
  const before = Date.now();
  expect(clock.during(5, clock.now)).toBeGreaterThanOrEqual(before);
});

test('only what changes files takes a time along', () => {
  const virtual = new VirtualClock(1000, 1);
  const timeOf = requestTimes(virtual);
  for (const asks of ['stat', 'readFile', 'readdir', 'chmod', 'read', 'close', 'walk', 'spawn']) {
    expect(timeOf(asks, ['/f'])).toBeUndefined();
  }
  expect(timeOf('open', ['/f', 0])).toBeUndefined();
  expect(virtual.nowMs).toBe(1000);
  const changes = ['writeFile', 'mkdir', 'rm', 'rename', 'utimes', 'put'].map((name) => timeOf(name, ['/f']));
  expect(changes).toEqual([1000, 1001, 1002, 1003, 1004, 1005]);
  expect(timeOf('open', ['/f', 0o1101])).toBe(1006);
  expect([timeOf('write', [3]), timeOf('write', [3]), timeOf('write', [4])]).toEqual([1007, 1007, 1008]);
});
