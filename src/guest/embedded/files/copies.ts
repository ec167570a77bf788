import type { BlockingOperation } from './blockingPort.ts';
import { ChangeLog } from './changeLog.ts';
import { ChangeTracker } from './changes.ts';
import { layOut } from './layout.ts';
import { MemoryFiles } from './memoryFiles.ts';
import { nodeFileOperations } from './nodeOperations.ts';
import type { FileOps } from './ops.ts';
import { SpaceBudget } from './spaceBudget.ts';

/** A file, directory or link as it is copied whole, or that it is gone. Plain data. */
export type FileCopy =
  | {
      readonly path: string;
      readonly kind: 'file';
      readonly mode: number;
      readonly mtimeMs: number;
      readonly bytes: Uint8Array<ArrayBuffer>;
    }
  | { readonly path: string; readonly kind: 'directory'; readonly mode: number }
  | { readonly path: string; readonly kind: 'symlink'; readonly target: string }
  | { readonly path: string; readonly kind: 'removed' };

/** Everything at and below `roots`, directories before what is in them; null where it is more than `maxBytes`. */
export async function copyOut(
  files: FileOps,
  roots: readonly string[],
  maxBytes: number,
): Promise<readonly FileCopy[] | null> {
  const copies: FileCopy[] = [];
  const pending = [...roots];
  let total = 0;
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    const { kind, mode, mtimeMs, size } = await files.lstat(path);
    if (kind === 'directory') {
      copies.push({ path, kind, mode });
      for (const { name } of await files.readdir(path))
        pending.push(path === '/' ? `/${name}` : `${path}/${name}`);
    } else if (kind === 'symlink') copies.push({ path, kind, target: await files.readlink(path) });
    else if (kind === 'file') {
      total += size;
      if (total > maxBytes) return null;
      copies.push({ path, kind, mode, mtimeMs, bytes: new Uint8Array(await files.readFile(path)) });
    }
  }
  return copies;
}

/** Writes changes to the files from which the copies were made, in their order. */
export async function copyBack(files: FileOps, changes: readonly FileCopy[]): Promise<void> {
  for (const change of changes) {
    const { path } = change;
    if (change.kind === 'removed') await files.rm(path, { recursive: true, force: true });
    else if (change.kind === 'directory') {
      await files.mkdir(path, true);
      await files.chmod(path, change.mode);
    } else if (change.kind === 'symlink') {
      await files.rm(path, { recursive: true, force: true });
      await files.symlink(change.target, path);
    } else {
      await files.writeFile(path, change.bytes, change.mode);
      await files.chmod(path, change.mode);
      await files.utimes(path, change.mtimeMs, change.mtimeMs);
    }
  }
}

/** A file system of its own with such copies in it: what a `node` worker asks, and what it has changed since. */
export function createCopiedFiles(
  copies: readonly FileCopy[],
  options: { readonly now: () => number; readonly randomByte: () => number; readonly maxBytes: number },
): { readonly table: ReadonlyMap<string, BlockingOperation>; readonly changes: () => FileCopy[] } {
  const log = new ChangeLog();
  const tracker = new ChangeTracker(['/'], (path) => log.add(path));
  const { now, randomByte, maxBytes } = options;
  const files = new MemoryFiles({ now, randomByte, budget: new SpaceBudget(maxBytes), sink: tracker });
  tracker.unreported(() => {
    layOut(files);
    for (const copy of copies) {
      if (copy.kind === 'directory') files.mkdir(copy.path, true);
      else if (copy.kind === 'symlink') files.symlink(copy.target, copy.path);
      else if (copy.kind === 'file') {
        files.writeFile(copy.path, copy.bytes, copy.mode);
        files.utimes(copy.path, copy.mtimeMs, copy.mtimeMs);
      }
    }
  });
  const changes = () =>
    tracker.drain(files).map((change): FileCopy => {
      return change.kind === 'file' ? { ...change, bytes: files.readFile(change.path) } : change;
    });
  return { table: nodeFileOperations({ files, log, randomByte }), changes };
}
