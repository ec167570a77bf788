import { describe, expect, test } from 'vitest';
import { Film, type FilmOptions } from '../../../../src/ui/film/film.svelte.ts';

/** A film of entries that stay 1,000 ms, with a clock that the test moves. */
function filmOf(length: number, options: Partial<FilmOptions> = {}) {
  let due: { readonly ms: number; readonly action: () => void } | null = null;
  const film = new Film({
    times: () => Array.from({ length }, () => 1_000),
    timer: (ms, action) => {
      due = { ms, action };
      return () => {
        due = null;
      };
    },
    ...options,
  });
  /** How long the film waits now, null where it does not. */
  const waits = () => due?.ms ?? null;
  /** Lets that time pass. */
  const pass = async () => {
    const now = due;
    due = null;
    now?.action();
    await settled();
  };
  return { film, waits, pass };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test('off, everything is shown; played, one entry after the other to the end', async () => {
  const { film, waits, pass } = filmOf(3);
  expect([film.isOn, film.shown]).toEqual([false, 3]);
  film.play();
  await settled();
  expect([film.isOn, film.shown, waits()]).toEqual([true, 1, 1_000]);
  await pass();
  await pass();
  expect([film.shown, film.isPlaying, waits()]).toEqual([3, false, null]);
  film.play();
  await settled();
  expect(film.shown).toBe(1);
});

test.each([
  [0.5, 2_000],
  [1, 1_000],
  [2, 500],
  [4, 250],
] as const)(
  'at %s× an entry of 1,000 ms stays %i ms, also where the speed changes while it waits',
  async (speed, ms) => {
    const { film, waits } = filmOf(3);
    film.play();
    await settled();
    film.setSpeed(speed);
    expect(waits()).toBe(ms);
  },
);

test('at once shows the rest and waits for nothing', async () => {
  const { film, waits } = filmOf(50);
  film.setSpeed('instant');
  film.play();
  await settled();
  expect([film.shown, film.isPlaying, waits()]).toEqual([50, false, null]);
});

test('paused, it stays where it is; stepped and jumped it goes there, within its ends', async () => {
  const { film, waits, pass } = filmOf(5);
  film.play();
  await settled();
  await pass();
  film.pause();
  expect([film.shown, waits()]).toEqual([2, null]);
  film.step(1);
  expect(film.shown).toBe(3);
  film.step(-1);
  film.step(-1);
  film.step(-1);
  expect(film.shown).toBe(1);
  film.jump(99);
  expect([film.shown, film.isPlaying]).toEqual([5, false]);
  film.close();
  expect([film.isOn, film.shown]).toEqual([false, 5]);
});

test('a jump while it plays goes on from there', async () => {
  const { film, waits } = filmOf(9);
  film.play();
  await settled();
  film.jump(4);
  expect([film.shown, film.isPlaying, waits()]).toEqual([4, true, 1_000]);
});

describe('with something to be done before each entry', () => {
  test('it is done in order, and a jump does what lies between', async () => {
    const asked: number[] = [];
    const before = async (index: number) => {
      asked.push(index);
      return true;
    };
    const { film } = filmOf(6, { before });
    film.jump(3);
    await settled();
    film.step(1);
    await settled();
    film.step(-1);
    await settled();
    expect([asked, film.shown]).toEqual([[0, 1, 2, 3], 3]);
  });

  test('a film that may not go on shows what was found, and pauses', async () => {
    const { film, waits } = filmOf(6, { before: async (index) => index !== 2 });
    film.setSpeed('instant');
    film.play();
    await settled();
    expect([film.shown, film.isPlaying, waits()]).toEqual([3, false, null]);
  });

  test('a pause leaves what is being done', async () => {
    let finish: (may: boolean) => void = () => undefined;
    const { film } = filmOf(3, { before: () => new Promise((resolve) => (finish = resolve)) });
    film.play();
    expect(film.isWaiting).toBe(true);
    film.pause();
    finish(true);
    await settled();
    expect([film.shown, film.isWaiting]).toEqual([0, false]);
  });
});
