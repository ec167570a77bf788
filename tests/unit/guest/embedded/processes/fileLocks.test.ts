import { expect, it } from 'vitest';
import { FileLocks } from '../../../../../src/guest/embedded/processes/fileLocks.ts';

const atOnce = { isShared: false, waitMs: 0 };
const shared = { isShared: true, waitMs: 0 };
const patient = { isShared: false, waitMs: null };

it('gives a file to one, or to any number that share it, and files apart from each other', async () => {
  const locks = new FileLocks();
  const first = await locks.take(3, '/a', shared);
  const second = await locks.take(5, '/a', shared);
  expect(await locks.take(7, '/a', atOnce)).toBe(null);
  expect(await locks.take(7, '/b', atOnce)).not.toBe(null);
  locks.release(3, first ?? 0);
  expect(await locks.take(7, '/a', atOnce)).toBe(null);
  locks.release(5, second ?? 0);
  expect(await locks.take(7, '/a', atOnce)).not.toBe(null);
});

it('hands a file on in the order in which it was asked for, and passes over those that ended', async () => {
  const locks = new FileLocks();
  const got: number[] = [];
  const held = await locks.take(3, '/a', patient);
  const take = async (pid: number) => {
    const id = await locks.take(pid, '/a', patient);
    got.push(pid);
    locks.release(pid, id ?? 0);
  };
  const takers = [take(5), take(9)];
  void take(7);
  takers.push(take(11));
  locks.ended(7);
  expect(got).toEqual([]);
  locks.release(3, held ?? 0);
  await Promise.all(takers);
  expect(got).toEqual([5, 9, 11]);
});

it('frees what an ended process held, and a lock is given back by its holder alone', async () => {
  const locks = new FileLocks();
  const held = await locks.take(3, '/a', atOnce);
  locks.release(5, held ?? 0);
  expect(await locks.take(5, '/a', atOnce)).toBe(null);
  locks.ended(3);
  expect(await locks.take(5, '/a', atOnce)).not.toBe(null);
});

it('lets nobody who may share overtake one that waits, until that gives up', async () => {
  const locks = new FileLocks();
  await locks.take(3, '/a', shared);
  const waits = locks.take(5, '/a', { isShared: false, waitMs: 20 });
  expect(await locks.take(7, '/a', shared)).toBe(null);
  const sharer = locks.take(9, '/a', { isShared: true, waitMs: null });
  expect(await waits).toBe(null);
  expect(await sharer).not.toBe(null);
});
