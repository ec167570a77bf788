import { afterEach, expect, test, vi } from 'vitest';
import type { ChunkEntry } from '../../../src/store/backend.ts';
import type { ChunksAnswer, ChunksRequest } from '../../../src/store/chunkMessages.ts';
import { ChunkSender } from '../../../src/store/chunkSender.ts';

/** A worker that the test plays. */
class PlayedWorker {
  static last: PlayedWorker | null = null;
  readonly requests: ChunksRequest[] = [];
  onmessage: (event: { readonly data: 'ready' | ChunksAnswer }) => void = () => {};
  onerror: () => void = () => {};
  terminated = false;
  constructor() {
    PlayedWorker.last = this;
  }
  postMessage(message: ChunksRequest | { readonly databaseName: string }, transfer?: ArrayBuffer[]): void {
    if ('entries' in message) this.requests.push(structuredClone(message, { transfer: transfer ?? [] }));
  }
  terminate(): void {
    this.terminated = true;
  }
}

afterEach(() => vi.unstubAllGlobals());

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
const entry = (first: number): ChunkEntry => [['output', 's', '1.1.0', first], new Uint8Array([first, 7])];

function started(): { readonly sender: ChunkSender; readonly worker: () => PlayedWorker } {
  vi.stubGlobal('Worker', PlayedWorker);
  const sender = new ChunkSender('database');
  return {
    sender,
    worker: () => {
      if (PlayedWorker.last === null) throw new Error('no worker was started');
      return PlayedWorker.last;
    },
  };
}

test('nothing is handed to a worker before it says that it runs, and the order stays', async () => {
  const { sender, worker } = started();
  const [first, second] = [entry(1), entry(2)];
  const puts = [sender.put([first]), sender.put([second])];
  await settle();
  expect([worker().requests.length, first[1].length]).toEqual([0, 2]);
  worker().onmessage({ data: 'ready' });
  await settle();
  expect(worker().requests.map(({ entries }) => entries[0]?.[1][0])).toEqual([1, 2]);
  expect(first[1].length).toBe(0);
  for (const { id, entries } of worker().requests) {
    worker().onmessage({ data: { id, chunks: entries.map(([, bytes]) => bytes), refused: null } });
  }
  const stored = await Promise.all(puts);
  expect(stored.map((put) => put?.chunks)).toEqual([[new Uint8Array([1, 7])], [new Uint8Array([2, 7])]]);
});

test('a refusal gives the chunks back with its reason', async () => {
  const { sender, worker } = started();
  const put = sender.put([entry(1)]);
  worker().onmessage({ data: 'ready' });
  await settle();
  const chunks = [new Uint8Array([1, 7])];
  worker().onmessage({ data: { id: 1, chunks, refused: { code: 'QUOTA', message: 'full' } } });
  const stored = await put;
  expect([stored?.chunks, stored?.refused?.code, stored?.refused?.message]).toEqual([
    chunks,
    'QUOTA',
    'full',
  ]);
});

test('where the worker does not start the buffers stay with the page', async () => {
  const { sender, worker } = started();
  const [first, second] = [entry(1), entry(2)];
  const put = sender.put([first]);
  worker().onerror();
  expect([await put, await sender.put([second])]).toEqual([null, null]);
  expect([first[1].length, second[1].length]).toEqual([2, 2]);
});

test('where there are no workers the page stores the chunks', async () => {
  vi.stubGlobal('Worker', undefined);
  expect(await new ChunkSender('database').put([entry(1)])).toBeNull();
});

test('chunks that were lost with their worker are a failure, and later ones are the page’s', async () => {
  const { sender, worker } = started();
  const put = sender.put([entry(1)]);
  worker().onmessage({ data: 'ready' });
  await settle();
  worker().onerror();
  await expect(put).rejects.toMatchObject({ code: 'FAILED' });
  expect(await sender.put([entry(2)])).toBeNull();
  expect(worker().terminated).toBe(true);
});

test('the worker ends with the store', async () => {
  const { sender, worker } = started();
  const put = sender.put([entry(1)]);
  worker().onmessage({ data: 'ready' });
  await settle();
  sender.close();
  await expect(put).rejects.toMatchObject({ message: 'The store was closed.' });
  expect(worker().terminated).toBe(true);
});
