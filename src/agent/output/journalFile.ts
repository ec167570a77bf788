import { cappedBytes, type RecordKey, type SavedFile } from '../../core/index.ts';
import type { Guest } from '../../guest/index.ts';
import type { SessionStore } from '../../store/index.ts';

/**
 * Puts a stored output into the journal as a file: the next guest comes up with it. `maxBytes`: what a harness saves at
 * most; a character that this halves is replaced.
 */
export async function journalStoredOutput(
  store: SessionStore,
  key: RecordKey,
  path: string,
  bytes: number,
  atMs: number,
  maxBytes: number | null = null,
): Promise<SavedFile> {
  const folders = path
    .split('/')
    .slice(1, -1)
    .map((_name, index, names) => `/${names.slice(0, index + 1).join('/')}`);
  const known = new Set((await store.journal.tree()).map((entry) => entry.path));
  const start = maxBytes === null || bytes <= maxBytes ? null : await startOf(store, key, maxBytes);
  const size = start?.length ?? bytes;
  const content = start === null ? { output: key } : { bytes: once(start) };
  await store.journal.commit([
    ...folders
      .filter((folder) => !known.has(folder))
      .map((folder) => ({ path: folder, kind: 'directory' as const, mode: 0o755 })),
    { path, kind: 'file', mode: 0o644, mtimeMs: atMs, size, content },
  ]);
  return { path, bytes: size };
}

/** The first bytes of a stored output; a harness's bound is a few megabytes. */
async function startOf(store: SessionStore, key: RecordKey, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of store.outputs.stream(key)) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) break;
  }
  const start = new Uint8Array(bytes);
  let at = 0;
  for (const chunk of chunks) {
    start.set(chunk, at);
    at += chunk.length;
  }
  return cappedBytes(start, maxBytes);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
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
