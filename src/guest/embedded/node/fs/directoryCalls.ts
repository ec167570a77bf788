import { invalidArgType } from '../nodeErrors/argumentErrors.ts';
import { nodeError } from '../nodeErrors/nodeError.ts';
import { encoded, optionsOf } from './fsArguments.ts';
import type { FsBase } from './fsBase.ts';
import { asking, fsError } from './fsErrors.ts';
import { Dirent } from './stats.ts';

/** `readdir`, `opendir` and `cp`, each blocking. */
export function createDirectoryCalls(base: FsBase) {
  const { files } = base;

  function readdir(path: unknown, options?: unknown): unknown[] {
    const { given, path: full } = base.place(path);
    const { withFileTypes, recursive, encoding } = optionsOf(options);
    const found: unknown[] = [];
    // Directory by directory, as Node walks them.
    const pending = [{ full, given, below: '' }];
    for (let at = pending.shift(); at; at = pending.shift()) {
      const { full: here, given: word, below } = at;
      for (const { name, kind } of asking({ syscall: 'scandir', path: word }, () => files.readdir(here))) {
        const shown = withFileTypes === true ? name : below + name;
        const text = encoded(base.Buffer, shown, encoding);
        found.push(withFileTypes === true ? new Dirent(text, word, kind) : text);
        if (recursive === true && kind === 'directory') {
          pending.push({ full: `${here}/${name}`, given: joined(word, name), below: `${below}${name}/` });
        }
      }
    }
    return found;
  }

  function joined(directory: string, name: string): string {
    return directory.endsWith('/') ? directory + name : `${directory}/${name}`;
  }

  class Dir {
    readonly path: string;
    readonly #entries: Dirent[];
    #closed = false;

    constructor(path: string, entries: Dirent[]) {
      this.path = path;
      this.#entries = entries;
    }

    #check(): void {
      if (this.#closed) throw nodeError(Error, 'ERR_DIR_CLOSED', 'Directory handle was closed');
    }

    readSync(): Dirent | null {
      this.#check();
      return this.#entries.shift() ?? null;
    }

    closeSync(): void {
      this.#check();
      this.#closed = true;
    }

    read(callback?: (error: unknown, entry?: Dirent | null) => void): Promise<Dirent | null> | undefined {
      return later(callback, () => this.readSync());
    }

    close(callback?: (error: unknown) => void): Promise<void> | undefined {
      return later(callback, () => this.closeSync());
    }

    async *entries(): AsyncGenerator<Dirent> {
      try {
        for (let entry = this.readSync(); entry; entry = this.readSync()) yield entry;
      } finally {
        if (!this.#closed) this.closeSync();
      }
    }

    [Symbol.asyncIterator](): AsyncGenerator<Dirent> {
      return this.entries();
    }
  }

  function later<Value>(
    callback: ((error: unknown, value?: Value) => void) | undefined,
    run: () => Value,
  ): Promise<Value> | undefined {
    if (callback === undefined) return Promise.resolve().then(run);
    base.system.loop.enqueue(() => {
      let value: Value;
      try {
        value = run();
      } catch (error) {
        callback(error);
        return;
      }
      callback(null, value);
    });
    return undefined;
  }

  function opendir(path: unknown): Dir {
    const { given, path: full } = base.place(path);
    const entries = asking({ syscall: 'opendir' }, () => files.readdir(full));
    return new Dir(
      given,
      entries.map(({ name, kind }) => new Dirent(name, given, kind)),
    );
  }

  function kindAt(path: string) {
    try {
      return files.lstat(path).kind;
    } catch {
      return null;
    }
  }

  function cp(from: unknown, to: unknown, options?: unknown): void {
    const [source, target] = [base.place(from, 'src'), base.place(to, 'dest')];
    const given = optionsOf(options);
    const { recursive, filter } = given;
    if (filter !== undefined && typeof filter !== 'function')
      throw invalidArgType('options.filter', 'function', filter);
    const accepts = filter as ((from: string, to: string) => unknown) | undefined;
    const kind = kindAt(source.path);
    if (kind === null) throw fsError({ code: 'ENOENT', syscall: 'lstat', path: source.given });
    if (kind === 'directory' && recursive !== true) {
      const message = `Recursive option not enabled, cannot copy a directory: cp returned EISDIR (${source.given} is a directory (not copied)) ${source.given}`;
      throw Object.assign(nodeError(Error, 'ERR_FS_EISDIR', message), { name: 'SystemError' });
    }
    if (`${target.path}/`.startsWith(`${source.path}/`) && kind === 'directory') {
      const message = `Cannot copy ${source.given} to a subdirectory of self ${target.given}`;
      throw Object.assign(nodeError(Error, 'ERR_FS_CP_EINVAL', message), { name: 'SystemError' });
    }
    copy(source.path, target.path, {
      accepts,
      force: given.force !== false,
      failing: given.errorOnExist === true,
    });
  }

  function copy(
    from: string,
    to: string,
    options: {
      readonly accepts: ((from: string, to: string) => unknown) | undefined;
      readonly force: boolean;
      readonly failing: boolean;
    },
  ): void {
    if (options.accepts && !options.accepts(from, to)) return;
    const kind = kindAt(from);
    const there = kindAt(to);
    if (kind === 'directory') {
      if (there === null) files.mkdir(to, true, 0o755);
      for (const { name } of files.readdir(from)) copy(joined(from, name), joined(to, name), options);
      return;
    }
    if (there !== null && !options.force) {
      if (!options.failing) return;
      const message = `Target already exists: cp returned EEXIST (${to} already exists) ${to}`;
      throw Object.assign(nodeError(Error, 'ERR_FS_CP_EEXIST', message), { name: 'SystemError' });
    }
    const parent = to.slice(0, to.lastIndexOf('/'));
    if (parent !== '') files.mkdir(parent, true, 0o755);
    if (kind === 'symlink') {
      if (there !== null) files.rm(to, false, true);
      files.symlink(files.readlink(from), to);
    } else asking({ syscall: 'cp', path: from, dest: to }, () => files.copyFile(from, to, false));
  }

  return { calls: { readdir, opendir, cp }, Dir };
}
