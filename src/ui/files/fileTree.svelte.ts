import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { LiveSession } from '../../agent/index.ts';
import type { DirEntry } from '../../guest/index.ts';
import * as words from '../words/files.ts';

export interface TreeRow {
  readonly path: string;
  readonly name: string;
  readonly depth: number;
  readonly kind: DirEntry['kind'];
  readonly open: boolean;
}

/** A folder with more entries than this shows the first ones and says how many there are. */
export const MOST_ENTRIES = 500;

/** The folders of the guest that somebody has opened; read again when the guest says that files changed. */
export class FileTree {
  readonly #session: LiveSession;
  readonly #entries = new SvelteMap<string, readonly DirEntry[] | string>();
  readonly #open = new SvelteSet<string>();

  constructor(session: LiveSession) {
    this.#session = session;
  }

  get roots(): readonly string[] {
    return [...new Set([this.#session.workspace, this.#session.home])];
  }

  isOpen(path: string): boolean {
    return this.#open.has(path);
  }

  toggle(path: string): void {
    if (this.#open.delete(path)) return;
    this.#open.add(path);
    void this.#read(path);
  }

  open(path: string): void {
    if (!this.#open.has(path)) this.toggle(path);
  }

  /** Reads every open folder again. */
  refresh(): void {
    for (const path of this.#open) void this.#read(path);
  }

  async #read(path: string): Promise<void> {
    const { fs } = this.#session;
    if (!fs) return;
    try {
      const entries = await fs.readdir(path);
      const order = (entry: DirEntry) => (entry.kind === 'directory' ? 0 : 1);
      this.#entries.set(
        path,
        [...entries].sort((a, b) => order(a) - order(b) || a.name.localeCompare(b.name)),
      );
    } catch (error) {
      this.#entries.set(path, error instanceof Error ? error.message : String(error));
    }
  }

  /** The visible rows in order; a row of kind `device` with an empty path is a remark. */
  rows(): readonly TreeRow[] {
    const rows: TreeRow[] = [];
    const visit = (path: string, name: string, depth: number, kind: DirEntry['kind']) => {
      const open = this.#open.has(path);
      rows.push({ path, name, depth, kind, open });
      if (!open) return;
      const entries = this.#entries.get(path);
      const remark = (text: string) =>
        rows.push({ path: '', name: text, depth: depth + 1, kind: 'device', open: false });
      if (entries === undefined) remark(words.reading);
      else if (typeof entries === 'string') remark(entries);
      else {
        if (entries.length === 0) remark(words.empty);
        for (const entry of entries.slice(0, MOST_ENTRIES)) {
          visit(path === '/' ? `/${entry.name}` : `${path}/${entry.name}`, entry.name, depth + 1, entry.kind);
        }
        if (entries.length > MOST_ENTRIES) remark(words.moreEntries(entries.length - MOST_ENTRIES));
      }
    };
    for (const root of this.roots) visit(root, root, 0, 'directory');
    return rows;
  }
}
