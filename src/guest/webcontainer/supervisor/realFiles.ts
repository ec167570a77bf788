import {
  appendFileSync,
  chmodSync,
  closeSync,
  copyFileSync,
  fstatSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import type { SyncFiles } from '../../embedded/files/index.ts';
import { type DirEntry, type FileStat, GuestFsError } from '../../port.ts';

/** Nobody gets more of an endless device at once. */
const mostDeviceBytes = 16 * 1024 * 1024;

/** The container's own files, with the operations and the errors of the guest's. `touched` hears of each change. */
export function createRealFiles(touched: (path: string) => void): SyncFiles {
  const copyInto = (from: string, to: string, recursive: boolean): void => {
    const stat = lstatSync(from);
    if (stat.isSymbolicLink()) {
      rmSync(to, { force: true });
      symlinkSync(readlinkSync(from), to);
    } else if (stat.isDirectory()) {
      if (!recursive)
        throw new GuestFsError('EISDIR', from, `EISDIR: illegal operation on a directory, cp '${from}'`);
      mkdirSync(to, { recursive: true });
      for (const name of readdirSync(from)) copyInto(`${from}/${name}`, `${to}/${name}`, true);
    } else {
      copyFileSync(from, to);
      chmodSync(to, stat.mode & 0o7777);
    }
    touched(to);
  };
  const changing = (path: string, work: () => void): void => {
    worded(path, work);
    touched(path);
  };
  return {
    stat: (path) => worded(path, () => factsOf(statSync(path))),
    lstat: (path) => worded(path, () => factsOf(lstatSync(path))),
    readFile: (path, offset = 0, length) => worded(path, () => readRange(path, offset, length)),
    writeFile: (path, bytes, mode) =>
      changing(path, () => writeFileSync(path, bytes, { mode: mode ?? 0o666 })),
    appendFile: (path, bytes) => changing(path, () => appendFileSync(path, bytes)),
    truncate: (path, size) => changing(path, () => truncateSync(path, size)),
    mkdir: (path, recursive) => changing(path, () => void mkdirSync(path, { recursive })),
    readdir: (path) => worded(path, () => entriesOf(path)),
    rm: (path, { recursive, force }) =>
      changing(path, () => {
        if (recursive) rmSync(path, { recursive, force });
        else removeOne(path, force);
      }),
    rmdir: (path) => changing(path, () => rmdirSync(path)),
    rename(from, to) {
      changing(from, () => renameSync(from, to));
      touched(to);
    },
    copy: (from, to, recursive) => worded(from, () => copyInto(realpathSync(from), to, recursive)),
    symlink: (target, path) => changing(path, () => symlinkSync(target, path)),
    link: (existing, path) => changing(path, () => linkSync(existing, path)),
    readlink: (path) => worded(path, () => readlinkSync(path)),
    realpath: (path) => worded(path, () => realpathSync(path)),
    chmod: (path, mode) => changing(path, () => chmodSync(path, mode)),
    utimes: (path, atimeMs, mtimeMs) =>
      changing(path, () => utimesSync(path, atimeMs / 1000, mtimeMs / 1000)),
  };
}

/** As Node says it, with the path that was asked for. */
function worded<Value>(path: string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    if (error instanceof GuestFsError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'EIO';
    const message = error instanceof Error ? error.message : String(error);
    // Node's own checks have codes of their own: ERR_FS_EISDIR.
    throw new GuestFsError(code.replace(/^ERR_FS_/, ''), path, message);
  }
}

export function kindOf(stat: Pick<Stats, 'isFile' | 'isDirectory' | 'isSymbolicLink'>): FileStat['kind'] {
  if (stat.isFile()) return 'file';
  if (stat.isDirectory()) return 'directory';
  return stat.isSymbolicLink() ? 'symlink' : 'device';
}

export function factsOf(stat: Stats): FileStat {
  const { size, mtimeMs, nlink, ino } = stat;
  const facts = { kind: kindOf(stat), size, mode: stat.mode & 0o7777, mtimeMs: Math.round(mtimeMs) };
  return facts.kind === 'file' && nlink > 1 ? { ...facts, shared: { links: nlink, inode: ino } } : facts;
}

function entriesOf(path: string): DirEntry[] {
  return readdirSync(path, { withFileTypes: true })
    .map((entry) => ({ name: entry.name, kind: kindOf(entry) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function readRange(path: string, offset: number, length: number | undefined): Uint8Array<ArrayBuffer> {
  if (offset === 0 && length === undefined && statSync(path).isFile())
    return new Uint8Array(readFileSync(path));
  const fd = openSync(path, 'r');
  try {
    const stat = fstatSync(fd);
    const most = stat.isFile() ? Math.max(0, stat.size - offset) : mostDeviceBytes;
    const bytes = new Uint8Array(Math.min(length ?? most, most));
    let at = 0;
    while (at < bytes.length) {
      const count = readSync(fd, bytes, at, bytes.length - at, stat.isFile() ? offset + at : null);
      if (count === 0) break;
      at += count;
    }
    // Alone in its buffer: it is handed over.
    return at === bytes.length ? bytes : bytes.slice(0, at);
  } finally {
    closeSync(fd);
  }
}

function removeOne(path: string, force: boolean): void {
  try {
    if (lstatSync(path).isDirectory()) {
      throw new GuestFsError('EISDIR', path, `EISDIR: illegal operation on a directory, rm '${path}'`);
    }
    unlinkSync(path);
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!force || !isMissing) throw error;
  }
}
