import { expect, it } from 'vitest';
import { LoadingTimes } from '../../../../../src/guest/embedded/kernel/loadingTimes.ts';

function loadingTimes() {
  const clock = { nowMs: 0 };
  const times = new LoadingTimes(() => clock.nowMs);
  const ask = (run: number) => {
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    times.follow(run, begun);
    return async (atMs: number) => {
      clock.nowMs = atMs;
      begin();
      await begun;
    };
  };
  return { clock, times, ask };
}

it('counts the spans in which at least one process of the run was loading, each moment once', async () => {
  const { clock, times, ask } = loadingTimes();
  clock.nowMs = 100;
  const first = ask(2);
  clock.nowMs = 150;
  const second = ask(2);
  expect(times.soFarMs(2)).toBe(50);
  await first(180);
  expect(times.soFarMs(2)).toBe(80);
  await second(200);
  clock.nowMs = 1000;
  expect(times.soFarMs(2)).toBe(100);
  const third = ask(2);
  await third(1010);
  expect(times.soFarMs(2)).toBe(110);
});

it('answers the settled time when the last of them has begun, and at once where none is loading', async () => {
  const { times, ask } = loadingTimes();
  expect(await times.settledMs(2)).toBe(0);
  const first = ask(2);
  const second = ask(2);
  const settled: number[] = [];
  const asked = times.settledMs(2).then((ms) => settled.push(ms));
  await first(30);
  expect(settled).toEqual([]);
  await second(70);
  await asked;
  expect(settled).toEqual([70]);
});

it('keeps runs apart and forgets one that is over', async () => {
  const { times, ask } = loadingTimes();
  const first = ask(2);
  const other = ask(4);
  await first(30);
  expect([times.soFarMs(2), times.soFarMs(4)]).toEqual([30, 30]);
  times.forget(2);
  expect(times.soFarMs(2)).toBe(0);
  await other(40);
  expect(times.soFarMs(4)).toBe(40);
});
