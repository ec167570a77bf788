import type { DirEntry } from '../../../port.ts';
import { checkInteger } from '../nodeErrors/argumentErrors.ts';
import { nodeError } from '../nodeErrors/nodeError.ts';
import { encoded, optionsOf } from './fsArguments.ts';
import type { FsBase } from './fsBase.ts';
import { asking } from './fsErrors.ts';
import { Dirent } from './stats.ts';

/** `readdir` and `opendir`, each blocking. */
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
        const at = `${here}/${name}`;
        if (recursive === true && leadsOn(at, kind, withFileTypes === true)) {
          pending.push({ full: at, given: joined(word, name), below: `${below}${name}/` });
        }
      }
    }
    return found;
  }

  /** Names alone are followed through links to directories, entries with their kinds are not. */
  function leadsOn(path: string, kind: DirEntry['kind'], isTyped: boolean): boolean {
    return kind === 'directory' || (!isTyped && kind === 'symlink' && files.kindOf(path) === 'directory');
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

  const openBy =
    (names: boolean) =>
    (path: unknown, options?: unknown): Dir => {
      const { given, path: full } = base.place(path);
      const { bufferSize, encoding, recursive } = optionsOf(options);
      checkInteger(bufferSize ?? 32, 'options.bufferSize', 1, 4_294_967_295);
      asking({ syscall: 'opendir', ...(names ? { path: given } : {}) }, () => files.readdir(full));
      const entries = readdir(path, { encoding, recursive: recursive === true, withFileTypes: true });
      return new Dir(given, entries as Dirent[]);
    };

  // The error of the blocking form does not name its path in Node either.
  return { calls: { readdir, opendir: openBy(true) }, opendirBlocking: openBy(false), Dir };
}
