import { type DirEntry, type FileStat, type GuestFs, GuestFsError } from '../../port.ts';
import { type Container, callLimitMs, within } from './client.ts';

/** Paths in one report of changes, and how often one is made. */
const mostPaths = 5000;
const reportEveryMs = 100;

/** Words of errors that came without their code. */
const wordsOfCodes: readonly (readonly [words: RegExp, code: string])[] = [
  [/no such file|not found/i, 'ENOENT'],
  [/not a directory/i, 'ENOTDIR'],
  [/is a directory|illegal operation on a directory/i, 'EISDIR'],
  [/already exists/i, 'EEXIST'],
  [/not empty/i, 'ENOTEMPTY'],
];

/** The container's files through its client, which knows no stat, no ranges and nothing outside the workspace. */
export class PlainFiles implements GuestFs {
  readonly #container: Container;
  readonly #placeNow: (path: string) => string;

  /** `placeNow`: where a path is that was told when another guest ran. */
  constructor(container: Container, placeNow: (path: string) => string) {
    this.#container = container;
    this.#placeNow = placeNow;
  }

  async stat(path: string): Promise<FileStat> {
    const kind = await this.#kindAt(path);
    const size = kind === 'file' ? (await this.read(path)).length : 0;
    // The client tells neither; what was changed is found by content.
    return { kind, size, mode: kind === 'directory' ? 0o755 : 0o644, mtimeMs: 0 };
  }

  lstat(path: string): Promise<FileStat> {
    return this.stat(path);
  }

  async exists(path: string): Promise<boolean> {
    try {
      await this.#kindAt(path);
      return true;
    } catch (error) {
      if (error instanceof GuestFsError && /^(ENOENT|ENOTDIR)$/.test(error.code)) return false;
      throw error;
    }
  }

  async read(
    path: string,
    range?: { readonly offset: number; readonly length: number },
  ): Promise<Uint8Array> {
    const bytes = await this.#call(path, 'reading', this.#container.fs.readFile(this.#relative(path)));
    return range ? bytes.slice(range.offset, range.offset + range.length) : bytes;
  }

  async write(path: string, bytes: Uint8Array): Promise<void> {
    const parent = this.#placeNow(path.slice(0, path.lastIndexOf('/')));
    if (parent !== this.#container.workdir) await this.mkdir(parent);
    await this.#call(path, 'writing', this.#container.fs.writeFile(this.#relative(path), bytes));
  }

  async append(path: string, bytes: Uint8Array): Promise<void> {
    const before = (await this.exists(path)) ? await this.read(path) : new Uint8Array(0);
    const all = new Uint8Array(before.length + bytes.length);
    all.set(before);
    all.set(bytes, before.length);
    await this.write(path, all);
  }

  async mkdir(path: string): Promise<void> {
    await this.#call(
      path,
      'making a folder',
      this.#container.fs.mkdir(this.#relative(path), { recursive: true }),
    );
  }

  async readdir(path: string): Promise<readonly DirEntry[]> {
    const listed = this.#container.fs.readdir(this.#relative(path), { withFileTypes: true });
    const entries = await this.#call(path, 'listing', listed);
    return entries
      .map((entry): DirEntry => {
        const kind = entry.isFile() ? 'file' : entry.isDirectory() ? 'directory' : 'symlink';
        return { name: entry.name, kind };
      })
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async rename(from: string, to: string): Promise<void> {
    await this.#call(from, 'renaming', this.#container.fs.rename(this.#relative(from), this.#relative(to)));
  }

  async rm(path: string): Promise<void> {
    const removed = this.#container.fs.rm(this.#relative(path), { recursive: true, force: true });
    await this.#call(path, 'removing', removed);
  }

  async walk(root: string, options: { readonly limit: number; readonly skip?: readonly string[] }) {
    const skip = new Set(options.skip);
    const entries: { path: string; kind: FileStat['kind']; size: number; mtimeMs: number }[] = [];
    const visit = async (folder: string): Promise<boolean> => {
      for (const { name, kind } of await this.readdir(folder)) {
        const path = `${folder}/${name}`;
        if (skip.has(name) || skip.has(path)) continue;
        if (entries.length >= options.limit) return false;
        const size = kind === 'file' ? (await this.read(path)).length : 0;
        entries.push({ path, kind, size, mtimeMs: 0 });
        if (kind === 'directory' && !(await visit(path))) return false;
      }
      return true;
    };
    return { complete: await visit(root.replace(/\/+$/, '')), entries };
  }

  watch(onChange: (paths: readonly string[]) => void): () => void {
    let changed = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const report = () => {
      timer = undefined;
      const paths = [...changed].slice(0, mostPaths);
      changed = new Set();
      if (paths.length > 0) onChange(paths);
    };
    const watcher = this.#container.fs.watch('.', { recursive: true }, (_event, name) => {
      const relative = typeof name === 'string' ? name : new TextDecoder().decode(name);
      // An installation changes thousands of files that nobody looks at.
      if (/(^|\/)node_modules(\/|$)/.test(relative)) return;
      changed.add(`${this.#container.workdir}/${relative}`);
      timer ??= setTimeout(report, reportEveryMs);
    });
    return () => {
      clearTimeout(timer);
      watcher.close();
    };
  }

  async #kindAt(asked: string): Promise<FileStat['kind']> {
    const path = this.#placeNow(asked);
    if (path === this.#container.workdir) return 'directory';
    const slash = path.lastIndexOf('/');
    const entries = await this.readdir(path.slice(0, slash));
    const entry = entries.find(({ name }) => name === path.slice(slash + 1));
    if (!entry) throw new GuestFsError('ENOENT', path, `ENOENT: no such file or directory, stat '${path}'`);
    return entry.kind;
  }

  /** As the client wants it: below the workspace. */
  #relative(asked: string): string {
    const path = this.#placeNow(asked);
    const { workdir } = this.#container;
    if (path === workdir) return '.';
    if (path.startsWith(`${workdir}/`)) return path.slice(workdir.length + 1);
    throw new GuestFsError(
      'ENOENT',
      path,
      `ENOENT: ${path} lies outside the workspace, where jsh alone reaches`,
    );
  }

  async #call<Value>(path: string, what: string, work: Promise<Value>): Promise<Value> {
    try {
      return await within(callLimitMs, `${what} ${path}`, work);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const code = /\b(E[A-Z]{3,})\b/.exec(message)?.[1];
      const found = code ?? wordsOfCodes.find(([words]) => words.test(message))?.[1] ?? 'EIO';
      throw new GuestFsError(found, path, message);
    }
  }
}
