import type { FileSystemTree } from '@webcontainer/api';
import type { FileChange, Guest } from '../../port.ts';
import { type Container, callLimitMs, within } from './client.ts';
import type { PlainFiles } from './plainFiles.ts';

/** What is never kept: it is installed again, or ours. */
const excludes = ['**/node_modules/**', 'node_modules', '.spillway-supervisor.cjs'];

type Known = Map<string, { readonly kind: 'file' | 'directory' | 'symlink'; readonly content: string }>;

/** Changes found by the container's own export of its files: all contents, compared with those of the last time. */
export class PlainChanges {
  readonly #container: Container;
  readonly #files: PlainFiles;
  #known: Known = new Map();

  constructor(container: Container, files: PlainFiles) {
    this.#container = container;
    this.#files = files;
  }

  async drain(): Promise<readonly FileChange[]> {
    const tree = await within(
      callLimitMs,
      'exporting the workspace',
      this.#container.export('.', { format: 'json', excludes }),
    );
    const now: Known = new Map();
    flatten(tree, this.#container.workdir, now);
    const changes: FileChange[] = [];
    for (const [path, entry] of [...now].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const old = this.#known.get(path);
      if (old?.kind === entry.kind && old.content === entry.content) continue;
      changes.push(changeOf(path, entry));
    }
    for (const path of this.#known.keys()) if (!now.has(path)) changes.push({ path, kind: 'removed' });
    this.#known = now;
    return changes;
  }

  /** Links are left out: the client makes none. */
  async restore(changes: Parameters<Guest['restore']>[0]): Promise<void> {
    for await (const { change, bytes } of changes) {
      if (!change.path.startsWith(`${this.#container.workdir}/`)) continue;
      if (change.kind === 'removed') await this.#files.rm(change.path);
      else if (change.kind === 'directory') await this.#files.mkdir(change.path);
      else if (change.kind === 'file') await this.#files.write(change.path, await whole(bytes));
    }
    await this.drain();
  }
}

function changeOf(path: string, { kind, content }: { kind: string; content: string }): FileChange {
  if (kind === 'directory') return { path, kind, mode: 0o755 };
  if (kind === 'symlink') return { path, kind, target: content };
  return { path, kind: 'file', mode: 0o644, mtimeMs: 0, size: content.length };
}

/** Contents as one character for each byte. */
function flatten(tree: FileSystemTree, folder: string, into: Known): void {
  for (const [name, entry] of Object.entries(tree)) {
    const path = `${folder}/${name}`;
    if ('directory' in entry) {
      into.set(path, { kind: 'directory', content: '' });
      flatten(entry.directory, path, into);
    } else if ('symlink' in entry.file) into.set(path, { kind: 'symlink', content: entry.file.symlink });
    else into.set(path, { kind: 'file', content: latin1Of(entry.file.contents) });
  }
}

function latin1Of(contents: string | Uint8Array): string {
  const bytes = typeof contents === 'string' ? new TextEncoder().encode(contents) : contents;
  let latin1 = '';
  for (let from = 0; from < bytes.length; from += 8192) {
    latin1 += String.fromCharCode(...bytes.subarray(from, from + 8192));
  }
  return latin1;
}

async function whole(bytes: AsyncIterable<Uint8Array> | null): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of bytes ?? []) parts.push(part);
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
