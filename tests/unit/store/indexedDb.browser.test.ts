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
