import { expect, test } from 'vitest';
import { NetworkAccess } from '../../../src/agent/workspace/networkAccess.ts';
import type { Guest } from '../../../src/guest/index.ts';
import { MemoryStore } from '../../hosts/fakes/memoryStore.ts';

/** A guest of which only the network is looked at. */
function guestDouble() {
  const allowed: (readonly string[])[] = [];
  let refused: (host: string) => void = () => {};
  const network = {
    allow: (hosts: readonly string[]) => void allowed.push(hosts),
    onRefused: (listener: (host: string) => void) => {
      refused = listener;
      return () => {
        refused = () => {};
      };
    },
  };
  return { guest: { network } as unknown as Guest, allowed, refuse: (host: string) => refused(host) };
}

function accessOf(options: { writable?: boolean } = {}) {
  const store = new MemoryStore().session('s');
  let changes = 0;
  const access = new NetworkAccess({ store, writable: options.writable ?? true, onChange: () => changes++ });
  return { store, access, changes: () => changes };
}

test('a guest starts with nothing allowed; what is allowed later reaches it at once and is stored', async () => {
  const { access, store } = accessOf();
  const { guest, allowed } = guestDouble();
  await access.attach(guest);
  expect(await access.allow(' https://Registry.example/x ')).toBe(true);
  expect(await access.allow('a.example:8080')).toBe(true);
  expect(await access.allow('no host')).toBe(false);
  expect(allowed).toEqual([[], ['registry.example'], ['a.example:8080', 'registry.example']]);
  expect(await store.getValue('network-hosts')).toEqual(['a.example:8080', 'registry.example']);
  await access.revoke('registry.example');
  expect([allowed.at(-1), await store.getValue('network-hosts')]).toEqual([
    ['a.example:8080'],
    ['a.example:8080'],
  ]);
});

test('what was stored holds for the next guest of the session, and nonsense in its place for none', async () => {
  const { store } = accessOf();
  await store.setValue('network-hosts', ['a.example']);
  const again = new NetworkAccess({ store, writable: true, onChange: () => {} });
  const first = guestDouble();
  await again.attach(first.guest);
  expect(first.allowed).toEqual([['a.example']]);
  await store.setValue('network-hosts', { a: 1 });
  const broken = new NetworkAccess({ store, writable: true, onChange: () => {} });
  const second = guestDouble();
  await broken.attach(second.guest);
  expect(second.allowed).toEqual([[]]);
});

test('a refused host is asked about once, and not again after "not now"', async () => {
  const { access, changes } = accessOf();
  const { guest, refuse } = guestDouble();
  await access.attach(guest);
  refuse('a.example');
  refuse('a.example');
  expect([access.asked, changes()]).toEqual([['a.example'], 1]);
  access.dismiss('a.example');
  refuse('a.example');
  expect(access.asked).toEqual([]);
  refuse('b.example');
  await access.allow('b.example');
  expect([access.asked, access.allowed]).toEqual([[], ['b.example']]);
});

test('a guest that asks for a thousand hosts gets three questions at a time, and fifty refusals in all', async () => {
  const { access } = accessOf();
  const { guest, refuse } = guestDouble();
  await access.attach(guest);
  let questions = 0;
  for (let n = 0; n < 1000; n++) {
    refuse(`h${n}.example`);
    expect(access.asked.length).toBeLessThanOrEqual(3);
    if (access.asked[0]) {
      questions++;
      access.dismiss(access.asked[0]);
    }
  }
  expect(questions).toBe(50);
});

test('where another tab holds the session nothing is stored', async () => {
  const { access, store } = accessOf({ writable: false });
  await access.allow('a.example');
  expect([access.allowed, await store.getValue('network-hosts')]).toEqual([['a.example'], undefined]);
});

test('a guest that is gone asks nothing any more', async () => {
  const { access } = accessOf();
  const { guest, refuse } = guestDouble();
  const dispose = await access.attach(guest);
  dispose();
  refuse('a.example');
  expect(access.asked).toEqual([]);
});
