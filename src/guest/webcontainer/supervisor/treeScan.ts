import { lstatSync, readdirSync, readlinkSync, type Stats } from 'node:fs';
import type { FileChange } from '../../port.ts';
import { kindOf } from './realFiles.ts';

/** More than these are not looked at: a look must not take seconds. */
const mostEntries = 50_000;

interface Entry {
  readonly kind: 'file' | 'directory' | 'symlink';
  readonly mode: number;
  readonly size: number;
  readonly mtimeMs: number;
  readonly inode: number;
}

/** Folders that are never kept: what is in them is installed again, or nobody's. */
const left = new Set(['node_modules', '.npm', '.cache']);

/**
 * What changed below some folders since the last look, found by looking: real programs tell nobody what they write.
 */
export class TreeScan {
  readonly #roots: readonly string[];
  readonly #leftOut: ReadonlySet<string>;
  #known = new Map<string, Entry>();
  /** What was at a path when it was last reported; of those that changed since. */
  readonly #before = new Map<string, Entry['kind'] | null>();
  #isWhole = true;

  /** `leftOut` are whole paths. */
  constructor(roots: readonly string[], leftOut: readonly string[]) {
    this.#roots = [...new Set(roots)].filter(
      (root) => !roots.some((other) => other !== root && root.startsWith(`${other}/`)),
    );
    this.#leftOut = new Set(leftOut);
    this.#known = this.#look();
  }

  /** False where there is more than is looked at. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** Looks again; the paths that have changed since the last time. */
  refresh(): string[] {
    const now = this.#look();
    const changed: string[] = [];
    for (const [path, entry] of now) {
      const old = this.#known.get(path);
      if (old && isSame(old, entry)) continue;
      changed.push(path);
      if (!this.#before.has(path)) this.#before.set(path, old?.kind ?? null);
    }
    for (const [path, old] of this.#known) {
      if (now.has(path)) continue;
      changed.push(path);
      if (!this.#before.has(path)) this.#before.set(path, old.kind);
    }
    this.#known = now;
    return changed;
  }

  /** What `work` does at `path` is not reported: the page knows it already. */
  unreported(work: () => void, path: string): void {
    work();
    const entry = entryAt(path);
    if (entry) this.#known.set(path, entry);
    else this.#known.delete(path);
    this.#before.delete(path);
  }

  /** Net changes since the last call, parents before what is in them. */
  drain(): FileChange[] {
    this.refresh();
    const touched = [...this.#before].sort(([a], [b]) => (a < b ? -1 : 1));
    this.#before.clear();
    return touched.flatMap(([path, before]): FileChange[] => {
      const entry = this.#known.get(path);
      if (!entry) return before === null ? [] : [{ path, kind: 'removed' }];
      const { kind, mode, mtimeMs, size } = entry;
      if (kind === 'directory') return [{ path, kind, mode }];
      if (kind === 'file') return [{ path, kind, mode, mtimeMs, size }];
      try {
        return [{ path, kind, target: readlinkSync(path) }];
      } catch {
        // Gone since the look; the next one says so.
        return [];
      }
    });
  }

  #look(): Map<string, Entry> {
    const found = new Map<string, Entry>();
    this.#isWhole = true;
    for (const root of this.#roots) this.#walk(root, found);
    return found;
  }

  #walk(folder: string, found: Map<string, Entry>): void {
    let names: string[];
    try {
      names = readdirSync(folder);
    } catch {
      return;
    }
    for (const name of names) {
      const path = `${folder}/${name}`;
      if (left.has(name) || this.#leftOut.has(path)) continue;
      if (found.size >= mostEntries) {
        this.#isWhole = false;
        return;
      }
      const entry = entryAt(path);
      if (!entry) continue;
      found.set(path, entry);
      if (entry.kind === 'directory') this.#walk(path, found);
    }
  }
}

function isSame(a: Entry, b: Entry): boolean {
  // A directory's time and size change with what is in it, which is reported under its own path.
  if (a.kind !== b.kind || a.mode !== b.mode) return false;
  if (a.kind === 'directory') return true;
  return a.size === b.size && a.mtimeMs === b.mtimeMs && a.inode === b.inode;
}

function entryAt(path: string): Entry | null {
  let stat: Stats;
  try {
    stat = lstatSync(path);
  } catch {
    return null;
  }
  const kind = kindOf(stat);
  if (kind === 'device') return null;
  // The time as it was kept and is restored: whole milliseconds.
  return {
    kind,
    mode: stat.mode & 0o7777,
    size: stat.size,
    mtimeMs: Math.round(stat.mtimeMs),
    inode: stat.ino,
  };
}
