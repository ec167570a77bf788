import { afterEach, expect, test, vi } from 'vitest';
import type { SessionEvent } from '../../../src/core/index.ts';
import type { Backend } from '../../../src/store/backend.ts';
import { createEventLog } from '../../../src/store/eventLog.ts';
import { MemoryBackend } from '../../../src/store/memoryBackend.ts';
import { createOutputStore } from '../../../src/store/outputStore.ts';

/** A backend whose writes wait until they are let through, one at a time and in any order. */
class Held extends MemoryBackend {
  readonly waiting: (() => void)[] = [];
  override async put(...args: Parameters<Backend['put']>): Promise<void> {
    await new Promise<void>((go) => this.waiting.push(go));
    return super.put(...args);
  }
}

/** Lets everything run that waits for nothing but promises. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

const event = (seq: number): SessionEvent => ({ v: 1, seq, atMs: 0, type: 'title-changed', title: `${seq}` });

test('a second append is not sent before the first is stored', async () => {
  const backend = new Held();
  const log = createEventLog(backend, 's');
  const acknowledged: number[] = [];
  for (const seq of [0, 1]) void log.append([event(seq)]).then(() => acknowledged.push(seq));
  await settle();
  expect([backend.waiting.length, acknowledged]).toEqual([1, []]);
  backend.waiting[0]?.();
  await settle();
  expect([backend.waiting.length, acknowledged]).toEqual([2, [0]]);
  backend.waiting[1]?.();
  await settle();
  expect(acknowledged).toEqual([0, 1]);
});

test('an output is closed only when every chunk of it is stored, and its size last', async () => {
  const backend = new Held();
  const { writer, size } = createOutputStore(backend, 's');
  const open = writer('1.1.0');
  await open.write(new Uint8Array(1024 * 1024));
  await open.write(new Uint8Array(3));
  let closed = 0;
  void open.close().then((bytes) => {
    closed = bytes;
  });
  await settle();
  // The full chunk is under way; the last one and the size wait for it.
  expect([backend.waiting.length, closed]).toEqual([1, 0]);
  backend.waiting[0]?.();
  await settle();
  expect([backend.waiting.length, closed, await size('1.1.0')]).toEqual([2, 0, 1024 * 1024]);
  backend.waiting[1]?.();
  await settle();
  expect([closed, await size('1.1.0')]).toEqual([1024 * 1024 + 3, 1024 * 1024 + 3]);
});

afterEach(() => {
  vi.restoreAllMocks();
});

test.each([
  { chunkMs: 2, most: 24 },
  { chunkMs: 48, most: 5 },
  { chunkMs: 100, most: 3 },
])(
  'a database that stores a chunk in $chunkMs ms has at most $most under way, so that a stop is stored soon',
  async ({ chunkMs, most }) => {
    let nowMs = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
    let stored = 0;
    let entries = 0;
    const puts: (() => void)[] = [];
    class Paced extends MemoryBackend {
      override async putChunks(...[chunks]: Parameters<Backend['putChunks']>) {
        entries += chunks.length;
        await new Promise<void>((go) =>
          puts.push(() => {
            nowMs += chunkMs * chunks.length;
            stored += chunks.length;
            go();
          }),
        );
        return super.putChunks(chunks);
      }
    }
    const open = createOutputStore(new Paced(), 's').writer('1.1.0');
    let written = 0;
    const writing = (async () => {
      for (; written < 100; written++) await open.write(new Uint8Array(1024 * 1024));
    })();
    let underWay = 0;
    while (written < 100) {
      await settle();
      if (stored > 40) underWay = Math.max(underWay, written + 1 - stored);
      puts.shift()?.();
    }
    await writing;
    const closing = open.close();
    for (let left = 0; left < 100; left++) {
      puts.shift()?.();
      await settle();
    }
    expect([await closing, entries, underWay]).toEqual([100 * 1024 * 1024, 100, most]);
  },
);
