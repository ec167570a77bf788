import { describe, expect, test } from 'vitest';
import type { SessionEvent } from '../../../src/core/index.ts';
import { createBrowserStore } from '../../../src/store/index.ts';
import { describeStore } from './storeBehaviour.ts';

let opened = 0;
const freshName = () => `test-${performance.now()}-${opened++}`;

describeStore('the store in IndexedDB', async () => createBrowserStore(freshName()));

const event = (seq: number): SessionEvent => ({
  v: 1,
  seq,
  atMs: seq,
  type: 'title-changed',
  title: `t${seq}`,
});

/** Empties the database as a person does who clears a site's data while its page is open. */
async function clear(name: string): Promise<void> {
  const request = indexedDB.open(name);
  const database = await new Promise<IDBDatabase>((resolve) => {
    request.onsuccess = () => resolve(request.result);
  });
  const emptied = database.transaction('entries', 'readwrite');
  emptied.objectStore('entries').clear();
  await new Promise<void>((resolve) => {
    emptied.oncomplete = () => resolve();
  });
  database.close();
}

describe('storage that is cleared while the page is open', () => {
  test('goes on in memory and says so: a log without its beginning is never written', async () => {
    const name = freshName();
    const store = createBrowserStore(name);
    await store.session('a').log.append([event(0)]);
    await clear(name);
    await store.session('a').log.append([event(1)]);
    expect(store.status).toMatchObject({ kind: 'memory', reason: 'blocked' });
    expect(await createBrowserStore(name).session('a').log.readAll()).toEqual([]);
  });

  test('is noticed too by a page that has only read, and where another page has written since', async () => {
    const name = freshName();
    await createBrowserStore(name).setSetting('x', 1);
    const store = createBrowserStore(name);
    expect(await store.getSetting('x')).toBe(1);
    await clear(name);
    await createBrowserStore(name).setSetting('x', 2);
    await store.setSetting('y', 1);
    expect(store.status.kind).toBe('memory');
  });

  test('is not what a deleted session is', async () => {
    const store = createBrowserStore(freshName());
    await store.session('a').log.append([event(0)]);
    await store.deleteSession('a');
    await store.session('a').log.append([event(0)]);
    expect(store.status.kind).toBe('durable');
  });
});

describe('two stores on one database', () => {
  test('a second store on the same database reads what the first acknowledged', async () => {
    const name = freshName();
    await createBrowserStore(name)
      .session('a')
      .log.append([event(0)]);
    expect(await createBrowserStore(name).session('a').log.readAll()).toEqual([event(0)]);
  });

  test('who gets the lock builds on what another holder wrote since', async () => {
    const name = freshName();
    const [here, there] = [createBrowserStore(name), createBrowserStore(name)];
    for (const [store, path] of [
      [here, '/1'],
      [there, '/2'],
      [here, '/3'],
    ] as const) {
      const release = await store.lock('a');
      await store.session('a').journal.commit([{ path, kind: 'directory', mode: 0o755 }]);
      release?.();
      await expect.poll(async () => (await navigator.locks.query()).held?.length ?? 0).toBe(0);
    }
    const tree = await here.session('a').journal.tree();
    expect(tree.map((entry) => entry.path)).toEqual(['/1', '/2', '/3']);
  });

  test('who waits for a session gets it when its holder lets it go, first come first served', async () => {
    const name = freshName();
    const tabs = [createBrowserStore(name), createBrowserStore(name), createBrowserStore(name)] as const;
    const forEver = new AbortController().signal;
    const release = await tabs[0].lock('a');
    const got: string[] = [];
    const second = tabs[1].lockWhenFree('a', forEver).then((free) => {
      got.push('second');
      return free;
    });
    const waiting = new AbortController();
    const never = tabs[0].lockWhenFree('a', waiting.signal);
    const third = tabs[2].lockWhenFree('a', forEver).then(() => got.push('third'));
    expect(await tabs[1].lock('a')).toBeNull();
    waiting.abort();
    await expect(never).rejects.toThrow();
    expect(got).toEqual([]);
    release?.();
    const free = await second;
    expect(await tabs[2].lock('a')).toBeNull();
    expect(got).toEqual(['second']);
    free();
    await third;
    expect(got).toEqual(['second', 'third']);
  });

  test('one holder at a time has the lock of a session', async () => {
    const store = createBrowserStore(freshName());
    const release = await store.lock('a');
    expect(release).not.toBeNull();
    expect(await store.lock('a')).toBeNull();
    expect(await store.lock('b')).not.toBeNull();
    release?.();
    await expect.poll(async () => (await store.lock('a')) !== null).toBe(true);
  });
});

describe('an output of many chunks', () => {
  const mebibyte = 1024 * 1024;

  test('comes back whole and in order', async () => {
    const { outputs } = createBrowserStore(freshName()).session('a');
    const writer = outputs.writer('1.1.0');
    for (let index = 0; index < 12; index++) await writer.write(new Uint8Array(mebibyte).fill(index));
    expect(await writer.close()).toBe(12 * mebibyte);
    const firsts: (number | undefined)[] = [];
    for await (const chunk of outputs.stream('1.1.0')) {
      expect(chunk.length).toBe(mebibyte);
      firsts.push(chunk[mebibyte - 1]);
    }
    expect(firsts).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  test('leaves nothing behind when its session is deleted while it is written', async () => {
    const store = createBrowserStore(freshName());
    const writer = store.session('a').outputs.writer('1.1.0');
    const writing = (async () => {
      for (let index = 0; index < 20; index++) await writer.write(new Uint8Array(mebibyte));
    })().catch(() => 'refused');
    await expect.poll(async () => (await store.measureSession('a')).keys).toBeGreaterThan(3);
    await store.deleteSession('a');
    await writing;
    expect(await store.measureSession('a')).toEqual({ keys: 0, bytes: 0 });
  });
});
