import { type DirEntry, type FileStat, type GuestFs, GuestFsError } from '../../port.ts';
import { type PortCalls, transferable } from '../files/index.ts';
import { parseBytes, parseEntries, parseFiles, parseStat, parseWalk } from './parseFiles.ts';

const missing = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);

/** The guest's files over the page's own port to the file worker. */
export class EmbeddedFiles implements GuestFs {
  readonly #calls: PortCalls;
  readonly #watchers = new Set<(paths: readonly string[]) => void>();

  constructor(calls: PortCalls) {
    this.#calls = calls;
  }

  stat(path: string): Promise<FileStat> {
    return this.#ask('stat', path, [path], parseStat);
  }

  lstat(path: string): Promise<FileStat> {
    return this.#ask('lstat', path, [path], parseStat);
  }

  async exists(path: string): Promise<boolean> {
    try {
      await this.stat(path);
      return true;
    } catch (error) {
      if (error instanceof GuestFsError && missing.has(error.code)) return false;
      throw error;
    }
  }

  read(path: string, range?: { readonly offset: number; readonly length: number }): Promise<Uint8Array> {
    return this.#ask('readFile', path, [path, range?.offset, range?.length], parseBytes);
  }

  readMany(paths: readonly string[], largestBytes: number): Promise<readonly (Uint8Array | null)[]> {
    return this.#ask('readFiles', '', [paths, largestBytes], (value) => parseFiles(value, paths.length));
  }

  write(path: string, bytes: Uint8Array): Promise<void> {
    return this.#send('put', path, bytes);
  }

  append(path: string, bytes: Uint8Array): Promise<void> {
    return this.#send('appendFile', path, bytes);
  }

  mkdir(path: string): Promise<void> {
    return this.#do('mkdir', path, [path, true]);
  }

  readdir(path: string): Promise<readonly DirEntry[]> {
    return this.#ask('readdir', path, [path], parseEntries);
  }

  rename(from: string, to: string): Promise<void> {
    return this.#do('rename', from, [from, to]);
  }

  rm(path: string): Promise<void> {
    return this.#do('rm', path, [path, true, true]);
  }

  walk(root: string, options: { readonly limit: number; readonly skip?: readonly string[] }) {
    return this.#ask('walk', root, [root, options.limit, options.skip ?? []], parseWalk);
  }

  watch(onChange: (paths: readonly string[]) => void): () => void {
    if (this.#watchers.size === 0) this.#calls.tell('watch', [true]);
    // A wrapper of its own, so that the same function may watch twice.
    const watcher = (paths: readonly string[]) => onChange(paths);
    this.#watchers.add(watcher);
    return () => {
      if (this.#watchers.delete(watcher) && this.#watchers.size === 0) this.#calls.tell('watch', [false]);
    };
  }

  /** A report of the file worker. */
  changed(paths: readonly string[]): void {
    if (paths.length === 0) return;
    for (const watcher of this.#watchers) watcher(paths);
  }

  #send(operation: string, path: string, bytes: Uint8Array): Promise<void> {
    const copy = transferable(bytes);
    return this.#do(operation, path, [path, copy], [copy.buffer]);
  }

  #do(
    operation: string,
    path: string,
    values: readonly unknown[],
    transfer: Transferable[] = [],
  ): Promise<void> {
    return this.#ask(operation, path, values, () => true, transfer).then(() => {});
  }

  async #ask<Value>(
    operation: string,
    path: string,
    values: readonly unknown[],
    parse: (value: unknown) => Value | null,
    transfer: Transferable[] = [],
  ): Promise<Value> {
    const answer = await this.#calls.ask(operation, values, transfer).catch((error: unknown) => {
      // What failed before the file worker looked at it has no path yet.
      if (error instanceof GuestFsError && error.path === '') {
        throw new GuestFsError(error.code, path, error.message);
      }
      throw error;
    });
    const value = parse(answer);
    if (value === null)
      throw new GuestFsError('EIO', path, 'EIO: i/o error, the guest answered with nonsense');
    return value;
  }
}
