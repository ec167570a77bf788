import { normalize } from '../loader/resolve.ts';
import { invalidArgType } from '../modules/errors/argumentErrors.ts';
import { abortError, nodeError } from '../modules/errors/nodeError.ts';
import type { NodeSystem } from '../system.ts';
import { FdTable, type ProcessStreams, streamAt } from './fdTable.ts';
import { type BufferClass, bytesFrom, encoded, optionsOf, pathText, timeFrom } from './fsArguments.ts';
import { constants, flagsFrom, modeFrom } from './fsConstants.ts';
import { asking, fsError } from './fsErrors.ts';
import type { NodeFiles } from './nodeFiles.ts';
import { BigIntStats, Stats } from './stats.ts';

/** A path as given and where it leads. */
interface Place {
  readonly given: string;
  readonly path: string;
}

/** What all of `fs` stands on: its files, descriptors and how it reads arguments. */
export interface FsBase {
  readonly system: NodeSystem;
  readonly files: NodeFiles;
  readonly fds: FdTable;
  readonly Buffer: BufferClass;
  place(value: unknown, name?: string): Place;
}

export function createFsBase(system: NodeSystem, streams: ProcessStreams): FsBase {
  const { files } = system;
  return {
    system,
    files,
    fds: new FdTable(files, streams),
    get Buffer() {
      return system.builtin<typeof import('node:buffer')>('buffer').Buffer;
    },
    place(value, name = 'path') {
      const given = pathText(value, name);
      // An empty path leads nowhere, not to the working directory.
      if (given === '' || given.startsWith('/')) return { given, path: given };
      return { given, path: `${system.process.cwd()}/${given}` };
    },
  };
}

/** The calls of `fs` that read and write contents, each blocking. */
export function createContentCalls(base: FsBase) {
  const { files, fds } = base;
  const wrap = (bytes: Uint8Array<ArrayBuffer>) =>
    base.Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

  function checkAborted(options: Readonly<Record<string, unknown>>): void {
    const { signal } = options;
    if (signal instanceof AbortSignal && signal.aborted) throw abortError(signal.reason);
  }

  function isFd(path: unknown): path is number {
    return typeof path === 'number' && Number.isInteger(path);
  }

  function readAll(fd: number): Uint8Array<ArrayBuffer> {
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    let total = 0;
    for (let piece = fds.read(fd, 1 << 20, null); piece.length > 0; piece = fds.read(fd, 1 << 20, null)) {
      pieces.push(piece);
      total += piece.length;
    }
    const [first] = pieces;
    if (first && pieces.length === 1) return first;
    const all = new Uint8Array(total);
    let at = 0;
    for (const piece of pieces) {
      all.set(piece, at);
      at += piece.length;
    }
    return all;
  }

  function readFile(path: unknown, options?: unknown): unknown {
    const given = optionsOf(options);
    checkAborted(given);
    const { encoding, flag } = given;
    const bytes = isFd(path) ? readAll(path) : contentOf(path, flag);
    if (typeof encoding !== 'string' || encoding === 'buffer') return wrap(bytes);
    return decoded(bytes, encoding);
  }

  function contentOf(path: unknown, flag: unknown): Uint8Array<ArrayBuffer> {
    const { given, path: full } = base.place(path);
    const stream = streamAt(full);
    if (stream !== null) return readAll(stream);
    if (flag !== undefined && flag !== 'r') {
      const fd = fds.open(full, given, flagsFrom(flag), 0o666);
      try {
        return readAll(fd);
      } finally {
        fds.close(fd);
      }
    }
    try {
      return files.readFile(full);
    } catch (error) {
      // Node opens a directory and fails only when it reads it.
      if ((error as { code?: unknown }).code === 'EISDIR') throw fsError({ code: 'EISDIR', syscall: 'read' });
      return asking({ syscall: 'open', path: given }, () => {
        throw error;
      });
    }
  }

  function decoded(bytes: Uint8Array<ArrayBuffer>, encoding: string): string {
    if (!/^utf-?8$/i.test(encoding)) return wrap(bytes).toString(encoding as BufferEncoding);
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  }

  function writeFile(path: unknown, data: unknown, options?: unknown): void {
    put(path, data, options, 'w');
  }

  function appendFile(path: unknown, data: unknown, options?: unknown): void {
    put(path, data, options, 'a');
  }

  function put(path: unknown, data: unknown, options: unknown, byDefault: 'w' | 'a'): void {
    const given = optionsOf(options);
    checkAborted(given);
    const bytes = bytesFrom(base.Buffer, data, given.encoding);
    const flag = given.flag ?? byDefault;
    const mode = modeFrom(given.mode, 0o666) & ~umask();
    if (isFd(path)) {
      fds.write(path, bytes, null);
      return;
    }
    const { given: word, path: full } = base.place(path);
    if ((flag === 'w' || flag === 'a') && streamAt(full) === null) {
      const write = flag === 'w' ? files.writeFile : files.appendFile;
      asking({ syscall: 'open', path: word }, () => write(full, bytes, mode));
      return;
    }
    const fd = fds.open(full, word, flagsFrom(flag), mode);
    try {
      fds.write(fd, bytes, null);
    } finally {
      fds.close(fd);
    }
  }

  function umask(): number {
    return (base.system.process as unknown as { umask(): number }).umask();
  }

  function open(path: unknown, flags?: unknown, mode?: unknown): number {
    const { given, path: full } = base.place(path);
    return fds.open(full, given, flagsFrom(flags), modeFrom(mode, 0o666) & ~umask());
  }

  /** `read(fd, buffer, offset, length, position)` or with options. Answers the count. */
  function read(fd: unknown, buffer: unknown, ...rest: readonly unknown[]): number {
    const { view, offset, length, position } = readTarget(buffer, rest);
    const bytes = fds.read(fd, length, position);
    view.set(bytes, offset);
    return bytes.length;
  }

  function readTarget(buffer: unknown, rest: readonly unknown[]) {
    const [first] = rest;
    const named =
      typeof first === 'object' && first !== null ? (first as Readonly<Record<string, unknown>>) : null;
    if (!ArrayBuffer.isView(buffer))
      throw invalidArgType('buffer', ['Buffer', 'TypedArray', 'DataView'], buffer);
    const view = new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
    const offset = Number((named ? named.offset : first) ?? 0);
    const length = Number((named ? named.length : rest[1]) ?? view.length - offset);
    const at = named ? named.position : rest[2];
    if (offset < 0 || offset > view.length) throw range('offset', 0, view.length, offset);
    if (length < 0 || offset + length > view.length) throw range('length', 0, view.length - offset, length);
    const position = at === undefined || at === null || Number(at) < 0 ? null : Number(at);
    return { view, offset, length, position };
  }

  function range(name: string, low: number, high: number, value: number): Error {
    const message = `The value of "${name}" is out of range. It must be >= ${low} && <= ${high}. Received ${value}`;
    return nodeError(RangeError, 'ERR_OUT_OF_RANGE', message);
  }

  /** `write(fd, buffer, offset, length, position)` or `write(fd, text, position, encoding)`. Answers the count. */
  function write(fd: unknown, data: unknown, ...rest: readonly unknown[]): number {
    if (typeof data === 'string') {
      const bytes = bytesFrom(base.Buffer, data, rest[1]);
      fds.write(fd, bytes, typeof rest[0] === 'number' ? rest[0] : null);
      return bytes.length;
    }
    const { view, offset, length, position } = readTarget(data, rest);
    fds.write(fd, view.subarray(offset, offset + length), position);
    return length;
  }

  function vector(
    each: (fd: unknown, buffer: unknown, offset: number, length: number, position: number | null) => number,
  ) {
    return (fd: unknown, buffers: readonly ArrayBufferView[], position?: unknown): number => {
      let total = 0;
      for (const buffer of buffers) {
        const at = typeof position === 'number' ? position + total : null;
        const count = each(fd, buffer, 0, buffer.byteLength, at);
        total += count;
        if (count < buffer.byteLength) break;
      }
      return total;
    };
  }

  return {
    readFile,
    writeFile,
    appendFile,
    open,
    close: (fd: unknown): void => fds.close(fd),
    read,
    write,
    readv: vector(read),
    writev: vector(write),
    fsync: (fd: unknown): void => fds.check(fd, 'fsync'),
    fdatasync: (fd: unknown): void => fds.check(fd, 'fdatasync'),
    ftruncate: (fd: unknown, size: unknown = 0): void => fds.truncate(fd, Math.max(0, Number(size ?? 0))),
    truncate: (path: unknown, size: unknown = 0): void => {
      const { given, path: full } = base.place(path);
      const kind = files.kindOf(full);
      const code = kind === 'directory' ? 'EISDIR' : 'ENOENT';
      if (kind !== 'file') throw fsError({ code, syscall: 'open', path: given });
      asking({ syscall: 'open', path: given }, () => files.truncate(full, Math.max(0, Number(size ?? 0))));
    },
  };
}

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
