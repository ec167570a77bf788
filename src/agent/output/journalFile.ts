import type { RecordKey, SavedFile } from '../../core/index.ts';
import type { Guest } from '../../guest/index.ts';
import type { SessionStore } from '../../store/index.ts';

/** Puts a stored output into the journal as a file: the next guest comes up with it. */
export async function journalStoredOutput(
  store: SessionStore,
  key: RecordKey,
  path: string,
  bytes: number,
  atMs: number,
): Promise<SavedFile> {
  const folders = path
    .split('/')
    .slice(1, -1)
    .map((_name, index, names) => `/${names.slice(0, index + 1).join('/')}`);
  const known = new Set((await store.journal.tree()).map((entry) => entry.path));
  await store.journal.commit([
    ...folders
      .filter((folder) => !known.has(folder))
      .map((folder) => ({ path: folder, kind: 'directory' as const, mode: 0o755 })),
    { path, kind: 'file', mode: 0o644, mtimeMs: atMs, size: bytes, content: { output: key } },
  ]);
  return { path, bytes };
}

/** Puts a stored output where a path was told: into the guest that runs, or into the journal where none does. */
export async function putStoredOutput(
  store: SessionStore,
  guest: Guest | null,
  key: RecordKey,
  path: string,
  bytes: number,
  atMs: number,
): Promise<void> {
  if (guest === null) {
    await journalStoredOutput(store, key, path, bytes, atMs);
    return;
  }
  await guest.fs.write(path, new Uint8Array());
  for await (const chunk of store.outputs.stream(key)) await guest.fs.append(path, chunk.slice());
}
