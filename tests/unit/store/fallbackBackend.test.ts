import { expect, test } from 'vitest';
import { type Backend, type ChunkEntry, type PutChunks, StoreError } from '../../../src/store/backend.ts';
import { FallbackBackend } from '../../../src/store/fallbackBackend.ts';
import { compareKeys, type StoreKey } from '../../../src/store/keys.ts';
import { MemoryBackend } from '../../../src/store/memoryBackend.ts';

/** A durable backend that can be told to refuse, as a browser does. */
class Refusing extends MemoryBackend {
  refuse: 'QUOTA' | 'BLOCKED' | null = null;
  override async put(...args: Parameters<Backend['put']>): Promise<void> {
    if (this.refuse) throw new StoreError(this.refuse, 'refused');
    return super.put(...args);
  }
  override async get(key: StoreKey): Promise<unknown> {
    if (this.refuse === 'BLOCKED') throw new StoreError('BLOCKED', 'refused');
    return super.get(key);
  }
}

test('after a refusal reads see the database and memory as one', async () => {
  const durable = new Refusing();
  const backend = new FallbackBackend(durable);
  await backend.put([
    [['event', 'a', 0], 'zero'],
    [['event', 'a', 2], 'two'],
  ]);
  durable.refuse = 'QUOTA';
  await backend.put([
    [['event', 'a', 1], 'one'],
    [['event', 'a', 2], 'TWO'],
  ]);
  expect(await backend.range(['event', 'a'])).toEqual([
    [['event', 'a', 0], 'zero'],
    [['event', 'a', 1], 'one'],
    [['event', 'a', 2], 'TWO'],
  ]);
  expect(await backend.keys(['event', 'a'])).toEqual([
    ['event', 'a', 0],
    ['event', 'a', 1],
    ['event', 'a', 2],
  ]);
  await backend.delete([['event', 'a']]);
  expect(await backend.range(['event', 'a'])).toEqual([]);
});

test('chunks that the database refuses are kept in memory, from the buffers that it gives back', async () => {
  /** Takes the buffers away, as a worker does. */
  class Transferring extends Refusing {
    override async putChunks(...[entries]: Parameters<Backend['putChunks']>): Promise<PutChunks> {
      return super.putChunks(entries.map(([key, bytes]) => [key, bytes.slice().fill(bytes[0] ?? 0)]));
    }
  }
  const durable = new Transferring();
  const backend = new FallbackBackend(durable);
  const chunk = (value: number): ChunkEntry => [['output', 'a', '1.1.0', value], new Uint8Array([value])];
  expect((await backend.putChunks([chunk(0)])).refused).toBeNull();
  durable.refuse = 'QUOTA';
  const { chunks, refused } = await backend.putChunks([chunk(1), chunk(2)]);
  expect([chunks, refused]).toEqual([[new Uint8Array([1]), new Uint8Array([2])], null]);
  await backend.putChunks([chunk(3)]);
  expect(backend.status.kind).toBe('memory');
  expect(await backend.range(['output', 'a'])).toEqual([0, 1, 2, 3].map(chunk));
  expect((await durable.keys(['output', 'a'])).length).toBe(1);
});

test('a write that was under way while an earlier one of its key was refused is the one that stands', async () => {
  const waiting: (() => void)[] = [];
  class Slow extends MemoryBackend {
    override async put(...args: Parameters<Backend['put']>): Promise<void> {
      const isFirst = waiting.length === 0;
      await new Promise<void>((go) => waiting.push(go));
      if (isFirst) throw new StoreError('QUOTA', 'refused');
      return super.put(...args);
    }
  }
  const backend = new FallbackBackend(new Slow());
  const first = backend.put([[['value', 'a', 'shell'], 'old']]);
  const second = backend.put([[['value', 'a', 'shell'], 'new']]);
  waiting[0]?.();
  await first;
  waiting[1]?.();
  await second;
  expect(await backend.get(['value', 'a', 'shell'])).toBe('new');
  expect(await backend.range(['value', 'a'])).toEqual([[['value', 'a', 'shell'], 'new']]);
});

test('a blocked database is memory from the first read on', async () => {
  const durable = new Refusing();
  durable.refuse = 'BLOCKED';
  const backend = new FallbackBackend(durable);
  expect(await backend.get(['setting', 'x'])).toBeUndefined();
  expect(backend.status).toEqual({ kind: 'memory', reason: 'blocked', message: 'refused' });
  await backend.put([[['setting', 'x'], 1]]);
  expect(await backend.get(['setting', 'x'])).toBe(1);
});

test('what could not be deleted from the database is not shown any more', async () => {
  const durable = new MemoryBackend();
  const backend = new FallbackBackend(durable);
  await backend.put([[['event', 'a', 0], 'zero']]);
  durable.delete = async () => {
    throw new StoreError('BLOCKED', 'refused');
  };
  await backend.delete([['event', 'a']]);
  expect(await backend.get(['event', 'a', 0])).toBeUndefined();
  expect([await backend.range(['event']), await backend.keys(['event'])]).toEqual([[], []]);
  await backend.put([[['event', 'a', 0], 'again']]);
  expect(await backend.get(['event', 'a', 0])).toBe('again');
});

test('a fault that is not the browser refusing is not hidden', async () => {
  const durable = new MemoryBackend();
  durable.put = async () => {
    throw new TypeError('a bug');
  };
  await expect(new FallbackBackend(durable).put([[['setting', 'x'], 1]])).rejects.toThrow('a bug');
});

test('keys are ordered as IndexedDB orders arrays', () => {
  const keys: StoreKey[] = [['b'], ['a', 'x'], ['a', 10], ['a', 9], ['a'], ['a', 'x', 0]];
  expect([...keys].sort(compareKeys)).toEqual([['a'], ['a', 9], ['a', 10], ['a', 'x'], ['a', 'x', 0], ['b']]);
});

test('a read that fails once the database has answered is an error, not an empty answer', async () => {
  const durable = new MemoryBackend();
  const backend = new FallbackBackend(durable);
  await backend.put([[['event', 'a', 0], 'zero']]);
  expect(await backend.get(['event', 'a', 0])).toBe('zero');
  durable.get = async () => {
    throw new StoreError('FAILED', 'read error');
  };
  await expect(backend.get(['event', 'a', 0])).rejects.toThrow('read error');
  expect(backend.status).toEqual({ kind: 'durable' });
});

test('a database that fails before it ever answered is not one: the page goes on in memory', async () => {
  const durable = new MemoryBackend();
  durable.get = async () => {
    throw new StoreError('FAILED', 'cannot be opened');
  };
  const backend = new FallbackBackend(durable);
  expect(await backend.get(['setting', 'x'])).toBeUndefined();
  expect(backend.status).toEqual({ kind: 'memory', reason: 'blocked', message: 'cannot be opened' });
});
