import { GuestFsError } from '../../../port.ts';
import { normalize } from '../loader/modulePaths.ts';
import { checkBoolean, checkInteger, invalidArgType } from '../nodeErrors/argumentErrors.ts';
import { nodeError } from '../nodeErrors/nodeError.ts';
import { encoded, optionsOf, timeFrom } from './fsArguments.ts';
import type { FsBase } from './fsBase.ts';
import { accessModeFrom, constants, modeFrom } from './fsConstants.ts';
import { asking, copyError, fsError } from './fsErrors.ts';
import { BigIntStats, StatFs, Stats } from './stats.ts';

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
      if (throwIfNoEntry === false && code === 'ENOENT') return undefined;
      throw error;
    }
  };

  function access(path: unknown, mode: unknown = 0): void {
    const { given, path: full } = base.place(path);
    const wanted = accessModeFrom(mode);
    const stat = asking({ syscall: 'access', path: given }, () => files.stat(full));
    const has = (bit: number) => (wanted & bit) === 0 || ((stat.mode >> 6) & bit) !== 0;
    const allowed =
      has(constants.R_OK) && has(constants.W_OK) && (has(constants.X_OK) || stat.kind === 'directory');
    if (!allowed) throw fsError({ code: 'EACCES', syscall: 'access', path: given });
  }

  function mkdir(path: unknown, options?: unknown): string | undefined {
    const { given, path: full } = base.place(path);
    const isMode = typeof options === 'number' || (typeof options === 'string' && /^[0-7]+$/.test(options));
    const { recursive, mode } = isMode ? { recursive: false, mode: options } : optionsOf(options);
    checkBoolean(recursive ?? false, 'options.recursive');
    const bits = modeFrom(mode, 0o777) & ~(base.system.process as unknown as { umask(): number }).umask();
    const made = asking({ syscall: 'mkdir', path: given }, () => {
      try {
        return files.mkdir(full, recursive === true, bits);
      } catch (error) {
        const isAbove = recursive === true && (error as { code?: unknown }).code === 'EEXIST';
        // A file stands in the way, above.
        if (isAbove && kindAt(full) === null) throw new GuestFsError('ENOTDIR', full);
        throw error;
      }
    });
    if (made === null) return undefined;
    if (made === full.replace(/\/+$/, '')) return given;
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

  let hasWarned = false;
  function rmdir(path: unknown, options?: unknown): void {
    const { recursive } = optionsOf(options);
    checkBoolean(recursive ?? false, 'options.recursive');
    if (recursive !== true) {
      one('rmdir', files.rmdir)(path);
      return;
    }
    if (!hasWarned) {
      hasWarned = true;
      const advice = 'Use fs.rm(path, { recursive: true }) instead';
      const message = `In future versions of Node.js, fs.rmdir(path, { recursive: true }) will be removed. ${advice}`;
      base.system.process.emitWarning(message, 'DeprecationWarning', 'DEP0147');
    }
    const { given, path: full } = base.place(path);
    const kind = kindAt(full);
    if (kind !== null && kind !== 'directory')
      throw fsError({ code: 'ENOTDIR', syscall: 'rmdir', path: given });
    rm(path, { recursive: true });
  }

  function rm(path: unknown, options?: unknown): void {
    const { given, path: full } = base.place(path);
    const { recursive, force, retryDelay, maxRetries } = optionsOf(options);
    checkBoolean(force ?? false, 'options.force');
    checkBoolean(recursive ?? false, 'options.recursive');
    checkInteger(retryDelay ?? 0, 'options.retryDelay', 0, 2_147_483_647);
    checkInteger(maxRetries ?? 0, 'options.maxRetries', 0, 4_294_967_295);
    const kind = kindAt(full);
    if (kind === 'directory' && recursive !== true) {
      throw copyError('ERR_FS_EISDIR', {
        code: 'EISDIR',
        syscall: 'rm',
        reason: 'is a directory',
        path: given,
      });
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
    const exclusive = (accessModeFrom(mode) & constants.COPYFILE_EXCL) !== 0;
    two('copyfile', ['src', 'dest'], (source, target) => files.copyFile(source, target, exclusive))(from, to);
  }

  function symlink(target: unknown, path: unknown, type?: unknown): void {
    if (type !== undefined && type !== null && !['dir', 'file', 'junction'].includes(String(type))) {
      const message = `Symlink type must be one of "dir", "file", or "junction". Received "${String(type)}"`;
      throw nodeError(Error, 'ERR_FS_INVALID_SYMLINK_TYPE', message);
    }
    const text = base.textOf(target, 'target');
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
    const { encoding } = optionsOf(options);
    const shown = given === full ? full : normalize(full);
    try {
      // Node takes `..` from the text, before it follows a link.
      const text = asking({ syscall: 'lstat', path: shown }, () => files.realpath(full && normalize(full)));
      return encoded(base.Buffer, text, encoding);
    } catch (error) {
      // Links that lead in a circle are found where one is followed.
      const isCircle = (error as { code?: unknown }).code === 'ELOOP';
      throw isCircle ? fsError({ code: 'ELOOP', syscall: 'stat', path: shown }) : error;
    }
  }

  /** `realpath.native`, which asks the system. */
  function realpathNative(path: unknown, options?: unknown): unknown {
    const { given, path: full } = base.place(path);
    const text = asking({ syscall: 'realpath', path: given }, () => files.realpath(full));
    return encoded(base.Buffer, text, optionsOf(options).encoding);
  }

  function chmodBy(path: unknown, mode: unknown): void {
    const bits = requiredMode(mode);
    one('chmod', (full) => files.chmod(full, bits))(path);
  }

  /** What a chmod takes: there is no mode by default. */
  function requiredMode(mode: unknown): number {
    if (mode === undefined || mode === null) throw invalidArgType('mode', 'number', mode);
    return modeFrom(mode, 0) & 0o7777;
  }

  function utimes(path: unknown, atime: unknown, mtime: unknown): void {
    const [atimeMs, mtimeMs] = [timeFrom(atime), timeFrom(mtime)];
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
    realpathNative,
    chmod: chmodBy,
    lchmod: chmodBy,
    fchmod: (fd: unknown, mode: unknown): void => fds.chmod(fd, requiredMode(mode)),
    utimes,
    lutimes: utimes,
    futimes: (fd: unknown, atime: unknown, mtime: unknown): void =>
      fds.utimes(fd, timeFrom(atime), timeFrom(mtime)),
    chown: owned,
    lchown: owned,
    fchown: (fd: unknown): void => fds.check(fd, 'fchown'),
    statfs: (path: unknown, options?: unknown) => {
      one('statfs', (full) => void files.stat(full))(path);
      return new StatFs(optionsOf(options).bigint === true);
    },
  };
}
