import { checkInteger, checkObject, invalidArgType, outOfRange } from '../nodeErrors/argumentErrors.ts';
import { abortError } from '../nodeErrors/nodeError.ts';
import { streamAt } from './fdTable.ts';
import { bytesFrom, optionsOf } from './fsArguments.ts';
import type { FsBase } from './fsBase.ts';
import { flagsFrom, modeFrom } from './fsConstants.ts';
import { asking, fsError } from './fsErrors.ts';

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
    const [first] = rest;
    if (rest.length === 1 && first !== undefined && first !== null) checkObject(first, 'options');
    const { view, offset, length, position } = readTarget(buffer, rest, ['Buffer', 'TypedArray', 'DataView']);
    const bytes = fds.read(fd, length, position);
    view.set(bytes, offset);
    return bytes.length;
  }

  function readTarget(buffer: unknown, rest: readonly unknown[], kinds: readonly string[]) {
    const [first] = rest;
    const named =
      typeof first === 'object' && first !== null ? (first as Readonly<Record<string, unknown>>) : null;
    if (!ArrayBuffer.isView(buffer)) throw invalidArgType('buffer', kinds, buffer);
    const view = new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
    const offset = Number((named ? named.offset : first) ?? 0);
    const length = Number((named ? named.length : rest[1]) ?? view.length - offset);
    const at = named ? named.position : rest[2];
    checkInteger(offset, 'offset', 0);
    if (offset > view.length) throw outOfRange('offset', `<= ${view.length}`, offset);
    if (length < 0) throw outOfRange('length', '>= 0', length);
    if (offset + length > view.length) throw outOfRange('length', `<= ${view.length - offset}`, length);
    const position = at === undefined || at === null || Number(at) < 0 ? null : Number(at);
    return { view, offset, length, position };
  }

  /** `write(fd, buffer, offset, length, position)` or `write(fd, text, position, encoding)`. Answers the count. */
  function write(fd: unknown, data: unknown, ...rest: readonly unknown[]): number {
    if (typeof data === 'string') {
      const bytes = bytesFrom(base.Buffer, data, rest[1]);
      fds.write(fd, bytes, typeof rest[0] === 'number' ? rest[0] : null);
      return bytes.length;
    }
    const kinds = ['string', 'Buffer', 'TypedArray', 'DataView'];
    const { view, offset, length, position } = readTarget(data, rest, kinds);
    fds.write(fd, view.subarray(offset, offset + length), position);
    return length;
  }

  function vector(
    each: (fd: unknown, buffer: unknown, offset: number, length: number, position: number | null) => number,
  ) {
    return (fd: unknown, buffers: readonly ArrayBufferView[], position?: unknown): number => {
      if (!Array.isArray(buffers) || !buffers.every(ArrayBuffer.isView)) {
        throw invalidArgType('buffers', 'ArrayBufferView[]', buffers);
      }
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
