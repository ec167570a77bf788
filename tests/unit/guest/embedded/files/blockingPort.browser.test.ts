import { afterEach, expect, test } from 'vitest';
import {
  type BlockingOperation,
  createCallMemory,
  serveBlockingCalls,
} from '../../../../../src/guest/embedded/files/index.ts';
import { GuestFsError } from '../../../../../src/guest/index.ts';
import blockingPortUrl from './blockingCaller.ts?worker&url';

const workers: Worker[] = [];
afterEach(() => {
  for (const worker of workers.splice(0)) worker.terminate();
});

/** What a worker gets that calls each of `calls` and blocks for it. */
function answersTo(
  calls: readonly (readonly [string, ...unknown[]])[],
  table: ReadonlyMap<string, BlockingOperation>,
  memory = createCallMemory(),
): Promise<unknown[]> {
  const worker = new Worker(blockingPortUrl, { type: 'module' });
  workers.push(worker);
  const { port1, port2 } = new MessageChannel();
  serveBlockingCalls(port1, memory, table);
  worker.postMessage({ port: port2, memory, calls }, [port2]);
  return new Promise((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<unknown[]>) => resolve(data);
  });
}

test('values, bytes, nothing and errors come back, at once or later', async () => {
  const table = new Map<string, BlockingOperation>([
    ['json', () => ({ a: [1, null, 'ä'] })],
    ['bytes', (args) => args.bytes(0).slice().reverse()],
    ['nothing', () => undefined],
    ['later', async () => 'late'],
    ['fault', () => Promise.reject(new GuestFsError('ENOENT', '/x', 'ENOENT: no such file'))],
    [
      'bug',
      () => {
        throw new Error('oops');
      },
    ],
  ]);
  const calls = [
    ['json'],
    ['bytes', new Uint8Array([1, 2, 3])],
    ['nothing'],
    ['later'],
    ['fault'],
    ['bug'],
    ['unknown'],
  ] as const;
  expect(await answersTo(calls, table)).toEqual([
    { a: [1, null, 'ä'] },
    new Uint8Array([3, 2, 1]),
    undefined,
    'late',
    'ENOENT ENOENT: no such file /x',
    'EIO EIO: i/o error, oops ',
    "ENOSYS ENOSYS: function not implemented, unknown '' ",
  ]);
});

test('a call that wakes a sleeper for the answer before is not taken for the next one', async () => {
  const memory = createCallMemory();
  const table = new Map<string, BlockingOperation>([
    ['first', () => 'first'],
    [
      'second',
      async () => {
        // Until the caller sleeps; then it is woken without an answer.
        while (Atomics.notify(new Int32Array(memory), 0) === 0) await turn();
        await turn();
        return 'second';
      },
    ],
  ]);
  expect(await answersTo([['first'], ['second']], table, memory)).toEqual(['first', 'second']);
});

test.each([1024 * 1024 - 1, 1024 * 1024, 1024 * 1024 + 1, 3 * 1024 * 1024 + 5])(
  'an answer of %i bytes arrives whole, in as many pieces as it needs',
  async (size) => {
    const big = new Uint8Array(size).map((_, index) => index % 251);
    const [answer] = await answersTo([['big']], new Map([['big', () => big]]));
    const bytes = answer as Uint8Array;
    expect(bytes.length).toBe(size);
    expect(bytes.findIndex((byte, index) => byte !== big[index])).toBe(-1);
  },
);

/** A message there and back: what was sent before has arrived. */
function turn(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  });
}

test('after the server has closed its port no request has an effect', async () => {
  const { port1, port2 } = new MessageChannel();
  let count = 0;
  const close = serveBlockingCalls(port1, createCallMemory(), new Map([['count', () => ++count]]));
  port2.postMessage(['count', []]);
  await turn();
  close();
  const before = count;
  port2.postMessage(['count', []]);
  await turn();
  expect(count).toBe(before);
});
