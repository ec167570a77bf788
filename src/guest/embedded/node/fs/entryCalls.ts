import { normalize } from '../loader/resolve.ts';
import { nodeError } from '../nodeErrors/nodeError.ts';
import { encoded, optionsOf, pathText, timeFrom } from './fsArguments.ts';
import type { FsBase } from './fsBase.ts';
import { constants, modeFrom } from './fsConstants.ts';
import { asking, fsError } from './fsErrors.ts';
import { BigIntStats, Stats } from './stats.ts';

/** The calls of `fs` that ask about and change entries, each blocking. */
export function createEntryCalls(base: FsBase) {
  const { files, fds } = base;

  const one =
    (syscall: string, run: (path: string) => void) =>
    (path: unknown): void => {
      const { given, path: full } = base.place(path);
      asking({ syscall, path: given }, () => run(full));
    };

  const two =
    (syscall: string, names: readonly [string, string], run: (from: string, to: string) => void) =>
    (from: unknown, to: unknown): void => {
      const [source, target] = [base.place(from, names[0]), base.place(to, names[1])];
      asking({ syscall, path: source.given, dest: target.given }, () => run(source.path, target.path));
    };

  const statBy = (syscall: 'stat' | 'lstat') => (path: unknown, options?: unknown) => {
    const { given, path: full } = base.place(path);
    const { bigint, throwIfNoEntry } = optionsOf(options);
    try {
      const stat = asking({ syscall, path: given }, () => files[syscall](full));
      return bigint === true ? new BigIntStats(stat) : new Stats(stat);
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (throwIfNoEntry === false && (code === 'ENOENT' || code === 'ENOTDIR')) return undefined;
      throw error;
    }
  };

  function access(path: unknown, mode: unknown = 0): void {
    const { given, path: full } = base.place(path);
    const stat = asking({ syscall: 'access', path: given }, () => files.stat(full));
    const wanted = Number(mode ?? 0);
    const has = (bit: number) => (wanted & bit) === 0 || ((stat.mode >> 6) & bit) !== 0;
    const allowed =
      has(constants.R_OK) && has(constants.W_OK) && (has(constants.X_OK) || stat.kind === 'directory');
    if (!allowed) throw fsError({ code: 'EACCES', syscall: 'access', path: given });
  }

  function mkdir(path: unknown, options?: unknown): string | undefined {
    const { given, path: full } = base.place(path);
    const isMode = typeof options === 'number' || (typeof options === 'string' && /^[0-7]+$/.test(options));
    const { recursive, mode } = isMode ? { recursive: false, mode: options } : optionsOf(options);
    const bits = modeFrom(mode, 0o777) & ~(base.system.process as unknown as { umask(): number }).umask();
    const made = asking({ syscall: 'mkdir', path: given }, () => files.mkdir(full, recursive === true, bits));
    if (made === null) return undefined;
    // As it was given: relative stays relative.
    return given === full ? made : made.slice(full.length - given.length);
  }

  function mkdtemp(prefix: unknown, options?: unknown): unknown {
    const { given, path: full } = base.place(prefix, 'prefix');
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
    for (;;) {
      const end = Array.from(
        { length: 6 },
        () => letters[Math.floor(base.system.random.next() * letters.length)],
      ).join('');
      if (files.kindOf(full + end) !== null) continue;
      asking({ syscall: 'mkdtemp', path: `${given}XXXXXX` }, () => files.mkdir(full + end, false, 0o700));
      return encoded(base.Buffer, given + end, optionsOf(options).encoding);
    }
  }

  function rmdir(path: unknown, options?: unknown): void {
    if (optionsOf(options).recursive === true) rm(path, { recursive: true, force: true });
    else one('rmdir', files.rmdir)(path);
  }

  function rm(path: unknown, options?: unknown): void {
    const { given, path: full } = base.place(path);
    const { recursive, force } = optionsOf(options);
    const kind = kindAt(full);
    if (kind === 'directory' && recursive !== true) {
      const message = `Path is a directory: rm returned EISDIR (is a directory) ${given}`;
      const error = nodeError(Error, 'ERR_FS_EISDIR', message);
      error.name = 'SystemError';
      throw Object.assign(error, { errno: 21, syscall: 'rm', path: given });
    }
    if (kind === null && force !== true) throw fsError({ code: 'ENOENT', syscall: 'lstat', path: given });
    asking({ syscall: 'rm', path: given }, () => files.rm(full, recursive === true, true));
  }

  /** Links not followed. */
  function kindAt(path: string) {
    try {
      return files.lstat(path).kind;
    } catch {
      return null;
    }
  }

  function copyFile(from: unknown, to: unknown, mode: unknown = 0): void {
    const exclusive = (Number(mode) & constants.COPYFILE_EXCL) !== 0;
    two('copyfile', ['src', 'dest'], (source, target) => files.copyFile(source, target, exclusive))(from, to);
  }

  function symlink(target: unknown, path: unknown): void {
    const text = pathText(target, 'target');
    const { given, path: full } = base.place(path);
    asking({ syscall: 'symlink', path: text, dest: given }, () => files.symlink(text, full));
  }

  function readlink(path: unknown, options?: unknown): unknown {
    const { given, path: full } = base.place(path);
    const text = asking({ syscall: 'readlink', path: given }, () => files.readlink(full));
    return encoded(base.Buffer, text, optionsOf(options).encoding);
  }

  function realpath(path: unknown, options?: unknown): unknown {
    const { given, path: full } = base.place(path);
    const text = asking({ syscall: 'lstat', path: given === full ? full : normalize(full) }, () =>
      files.realpath(full),
    );
    return encoded(base.Buffer, text, optionsOf(options).encoding);
  }

  function chmodBy(path: unknown, mode: unknown): void {
    const bits = modeFrom(mode, 0) & 0o7777;
    one('chmod', (full) => files.chmod(full, bits))(path);
  }

  function utimes(path: unknown, atime: unknown, mtime: unknown): void {
    const [atimeMs, mtimeMs] = [timeFrom(atime, 'atime'), timeFrom(mtime, 'mtime')];
    one('utime', (full) => files.utimes(full, atimeMs, mtimeMs))(path);
  }

  const owned = (path: unknown): void => one('chown', (full) => void files.stat(full))(path);

  return {
    access,
    stat: statBy('stat'),
    lstat: statBy('lstat'),
    fstat: (fd: unknown, options?: unknown) => {
      const stat = fds.stat(fd);
      return optionsOf(options).bigint === true ? new BigIntStats(stat) : new Stats(stat);
    },
    mkdir,
    mkdtemp,
    rmdir,
    rm,
    unlink: one('unlink', files.unlink),
    rename: two('rename', ['oldPath', 'newPath'], files.rename),
    copyFile,
    symlink,
    link: two('link', ['existingPath', 'newPath'], files.link),
    readlink,
    realpath,
    chmod: chmodBy,
    lchmod: chmodBy,
    fchmod: (fd: unknown, mode: unknown): void => fds.chmod(fd, modeFrom(mode, 0) & 0o7777),
    utimes,
    lutimes: utimes,
    futimes: (fd: unknown, atime: unknown, mtime: unknown): void =>
      fds.utimes(fd, timeFrom(atime, 'atime'), timeFrom(mtime, 'mtime')),
    chown: owned,
    lchown: owned,
    fchown: (fd: unknown): void => fds.check(fd, 'fchown'),
    statfs: (path: unknown) => {
      one('statfs', (full) => void files.stat(full))(path);
      return {
        type: 16_914_836,
        bsize: 4096,
        blocks: 262_144,
        bfree: 131_072,
        bavail: 131_072,
        files: 0,
        ffree: 0,
      };
    },
  };
}
