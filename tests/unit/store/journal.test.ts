import { expect, test } from 'vitest';
import type { JournalEntry } from '../../../src/store/index.ts';
import { createJournal } from '../../../src/store/journal.ts';
import { sessionKey } from '../../../src/store/keys.ts';
import { MemoryBackend } from '../../../src/store/memoryBackend.ts';
import { createOutputStore } from '../../../src/store/outputStore.ts';

test('checkpoints that an earlier Spillway kept as lists are read, and written on', async () => {
  const backend = new MemoryBackend();
  const kept: readonly JournalEntry[] = [
    { path: '/w', kind: 'directory', mode: 0o755 },
    { path: '/w/l', kind: 'symlink', target: '/w' },
  ];
  await backend.put([[sessionKey('journal', 's', 1), kept]]);
  const journal = createJournal(backend, 's', createOutputStore(backend, 's'));
  expect(await journal.commit([{ path: '/w/l', kind: 'removed' }])).toBe(2);
  expect(await journal.tree(1)).toEqual(kept);
  expect(await journal.tree()).toEqual(kept.slice(0, 1));
});

test('a name that is no Unicode comes back as it was', async () => {
  const backend = new MemoryBackend();
  const journal = createJournal(backend, 's', createOutputStore(backend, 's'));
  await journal.commit([{ path: '/w/\ud800"\n\0', kind: 'directory', mode: 0o755 }]);
  expect(await journal.tree()).toEqual([{ path: '/w/\ud800"\n\0', kind: 'directory', mode: 0o755 }]);
});
