import { type DirEntry, type FileStat, GuestFsError } from '../../../port.ts';
import { type BlockingCalls, type NodeStat, transferable } from '../../files/index.ts';

/**
 * The guest's files as `node` asks for them: each call blocks until the file worker answered. Paths are absolute.
 * Throws `GuestFsError`; `fs` turns it into Node's own error.
 */
export interface NodeFiles {
  stat(path: string): NodeStat;
  lstat(path: string): NodeStat;
  /** What is there, links followed; null for nothing. Cheaper than an error. */
  kindOf(path: string): FileStat['kind'] | null;
  readFile(path: string): Uint8Array<ArrayBuffer>;
  writeFile(path: string, bytes: Uint8Array, mode: number): void;
  appendFile(path: string, bytes: Uint8Array, mode: number): void;
  /** `flags` as Linux numbers them (O_CREAT = 0o100, …). Answers a handle of the file worker. */
  open(path: string, flags: number, mode: number): number;
  close(handle: number): void;
  /** From `position`, or where the handle stands (null), which moves on. Empty at the end. */
  read(handle: number, length: number, position: number | null): Uint8Array<ArrayBuffer>;
  write(handle: number, bytes: Uint8Array, position: number | null): void;
  fstat(handle: number): NodeStat;
  ftruncate(handle: number, size: number): void;
  fchmod(handle: number, mode: number): void;
  futimes(handle: number, atimeMs: number, mtimeMs: number): void;
  truncate(path: string, size: number): void;
  /** The topmost directory that was made, null where none was. */
  mkdir(path: string, recursive: boolean, mode: number): string | null;
  readdir(path: string): readonly DirEntry[];
  rm(path: string, recursive: boolean, force: boolean): void;
  unlink(path: string): void;
  rmdir(path: string): void;
  rename(from: string, to: string): void;
  copyFile(from: string, to: string, exclusive: boolean): void;
  symlink(target: string, path: string): void;
  link(existing: string, path: string): void;
  readlink(path: string): string;
  realpath(path: string): string;
  chmod(path: string, mode: number): void;
  utimes(path: string, atimeMs: number, mtimeMs: number): void;
  /** A number that grows whenever anything in `path` or below changed; what `fs.watch` looks at. */
  changesBelow(path: string, since: number): { readonly now: number; readonly paths: readonly string[] };
}

/** The longest name of one entry, bytes. */
const longestName = 255;

function isTooLong(name: string): boolean {
  return name.length * 3 > longestName && new TextEncoder().encode(name).length > longestName;
}

/** The file worker is ours, so answers are taken as typed. */
export function createNodeFiles(calls: Pick<BlockingCalls, 'call'>): NodeFiles {
  const ask = <Value>(operation: string, ...values: readonly unknown[]): Value => {
    checkPath(values[0]);
    return calls.call(operation, values) as Value;
  };
  const send = (
    operation: string,
    first: string | number,
    bytes: Uint8Array,
    ...rest: readonly unknown[]
  ): void => {
    checkPath(first);
    const copy = transferable(bytes);
    calls.call(operation, [first, copy, ...rest], [copy.buffer]);
  };
  /** What Linux refuses of a path before it looks for it; the file worker takes each as another form of one it has. */
  function checkPath(path: unknown): void {
    if (typeof path !== 'string') return;
    if (path === '') throw new GuestFsError('ENOENT', path);
    if (path.length * 3 > longestName && path.split('/').some(isTooLong)) {
      throw new GuestFsError('ENAMETOOLONG', path);
    }
    const bare = path.endsWith('/') ? path.replace(/\/+$/, '') : '';
    if (bare !== '' && calls.call('kindOf', [bare]) === 'file') throw new GuestFsError('ENOTDIR', path);
  }

  return {
    stat: (path) => ask('nodeStat', path),
    lstat: (path) => ask('nodeLstat', path),
    kindOf: (path) => ask('kindOf', path),
    readFile: (path) => ask('readFile', path),
    writeFile: (path, bytes, mode) => send('writeFile', path, bytes, mode),
    appendFile: (path, bytes, mode) => send('appendFile', path, bytes, mode),
    open: (path, flags, mode) => ask('open', path, flags, mode),
    close: (handle) => ask('close', handle),
    read: (handle, length, position) => ask('read', handle, length, position),
    write: (handle, bytes, position) => send('write', handle, bytes, position),
    fstat: (handle) => ask('fstat', handle),
    ftruncate: (handle, size) => ask('ftruncate', handle, size),
    fchmod: (handle, mode) => ask('fchmod', handle, mode),
    futimes: (handle, atimeMs, mtimeMs) => ask('futimes', handle, atimeMs, mtimeMs),
    truncate: (path, size) => ask('truncate', path, size),
    mkdir: (path, recursive, mode) => ask('nodeMkdir', path, recursive, mode),
    readdir: (path) => ask('readdir', path),
    rm: (path, recursive, force) => ask('rm', path, recursive, force),
    unlink: (path) => ask('unlink', path),
    rmdir: (path) => ask('rmdir', path),
    rename: (from, to) => ask('rename', from, to),
    copyFile: (from, to, exclusive) => ask('copyFile', from, to, exclusive),
    symlink: (target, path) => ask('symlink', target, path),
    link: (existing, path) => ask('link', existing, path),
    readlink: (path) => ask('readlink', path),
    realpath: (path) => ask('realpath', path),
    chmod: (path, mode) => ask('chmod', path, mode),
    utimes: (path, atimeMs, mtimeMs) => ask('utimes', path, atimeMs, mtimeMs),
    changesBelow: (path, since) => ask('changesBelow', path, since),
  };
}
