import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  clearTail,
  readTail,
  TailBuffer,
  tailBytes,
} from '../../../../../src/guest/embedded/kernel/tailBuffer.ts';

test('another thread reads exactly what was gathered since the last advance, whatever came before', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.boolean(), fc.uint8Array({ minLength: 1, maxLength: 300 })), { maxLength: 30 }),
      fc.integer({ min: 0, max: 2 ** 44 }),
      (steps, before) => {
        const shared = new SharedArrayBuffer(TailBuffer.bufferBytes);
        const tail = new TailBuffer(shared);
        tail.advanceTo(before);
        let gathered: number[] = [];
        let start = before;
        for (const [advance, bytes] of steps) {
          if (advance) {
            start += gathered.length;
            gathered = [];
            tail.advanceTo(start);
          }
          tail.append('stderr', bytes);
          gathered.push(...bytes);
          const snapshot = readTail(shared);
          expect([snapshot.start, snapshot.stream, [...snapshot.bytes]]).toEqual([start, 'stderr', gathered]);
        }
      },
    ),
  );
});

test('another thread reads whether output is withheld; the next run starts with a clean slate', () => {
  const shared = new SharedArrayBuffer(TailBuffer.bufferBytes);
  const tail = new TailBuffer(shared);
  expect(readTail(shared).withholds).toBe(false);
  tail.withhold(true);
  expect(readTail(shared).withholds).toBe(true);
  clearTail(shared);
  expect(readTail(shared).withholds).toBe(false);
});

test('64 KiB fit exactly, one byte more or another stream does not', () => {
  const tail = new TailBuffer(new SharedArrayBuffer(TailBuffer.bufferBytes));
  tail.append('stdout', new Uint8Array(tailBytes - 1));
  expect([tail.fits('stdout', 1), tail.fits('stdout', 2), tail.fits('stderr', 1)]).toEqual([
    true,
    false,
    false,
  ]);
  tail.append('stdout', Uint8Array.of(9));
  expect([tail.length, tail.copy()[tailBytes - 1]]).toEqual([tailBytes, 9]);
});

test('a cleared tail says nothing of the run before', () => {
  const shared = new SharedArrayBuffer(TailBuffer.bufferBytes);
  const tail = new TailBuffer(shared);
  tail.advanceTo(500);
  tail.append('stderr', Uint8Array.of(1, 2, 3));
  clearTail(shared);
  expect(readTail(shared)).toEqual({
    start: 0,
    stream: 'stdout',
    bytes: new Uint8Array(0),
    withholds: false,
  });
});
