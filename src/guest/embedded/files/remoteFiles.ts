import type { DirEntry, FileStat } from '../../port.ts';
import type { FileStarts } from './fileStarts.ts';
import type { FileOps } from './ops.ts';
import { type PortCalls, transferable } from './portCalls.ts';
import type { RequestTime } from './requestTimes.ts';

/** A run's copy of its own output in the file worker. */
export interface RemoteSpool {
  /** `start` is the offset of `bytes` in the run's output. Takes `bytes` over. */
  append(start: number, bytes: Uint8Array<ArrayBuffer>): void;
  /** Resolves when everything appended before has arrived. */
  settled(): Promise<void>;
}

/**
 * The guest's files at the far end of a command worker's port. The file worker is ours, so answers are taken
 * as typed. `timeOf`: at which time changes happen, where that is virtual.
 */
export function createRemoteFiles(calls: PortCalls, timeOf?: RequestTime): FileOps {
  const ask = <Value>(operation: string, ...values: readonly unknown[]): Promise<Value> =>
    calls.ask(operation, values, [], timeOf?.(operation, values)) as Promise<Value>;
  const send = (operation: string, path: string, bytes: Uint8Array, ...rest: readonly unknown[]) => {
    const copy = transferable(bytes);
    const values = [path, copy, ...rest];
    return calls.ask(operation, values, [copy.buffer], timeOf?.(operation, values)) as Promise<void>;
  };
  return {
    stat: (path) => ask<FileStat>('stat', path),
    lstat: (path) => ask<FileStat>('lstat', path),
    readFile: (path, offset, length) => ask<Uint8Array>('readFile', path, offset, length),
    readStarts: (paths, eachBytes) => ask<FileStarts>('readStarts', paths, eachBytes),
    writeFile: (path, bytes, mode) => send('writeFile', path, bytes, mode),
    appendFile: (path, bytes) => send('appendFile', path, bytes),
    truncate: (path, size) => ask<void>('truncate', path, size),
    mkdir: (path, recursive) => ask<void>('mkdir', path, recursive),
    readdir: (path) => ask<readonly DirEntry[]>('readdir', path),
    rm: (path, { recursive, force }) => ask<void>('rm', path, recursive, force),
    rmdir: (path) => ask<void>('rmdir', path),
    rename: (from, to) => ask<void>('rename', from, to),
    copy: (from, to, recursive) => ask<void>('copy', from, to, recursive),
    symlink: (target, path) => ask<void>('symlink', target, path),
    mkfifo: (path, mode) => ask<void>('mkfifo', path, mode),
    link: (existing, path) => ask<void>('link', existing, path),
    readlink: (path) => ask<string>('readlink', path),
    realpath: (path) => ask<string>('realpath', path),
    chmod: (path, mode) => ask<void>('chmod', path, mode),
    utimes: (path, atimeMs, mtimeMs) => ask<void>('utimes', path, atimeMs, mtimeMs),
  };
}

/** The run's own spool behind the same port. */
export function createRemoteSpool(calls: PortCalls): RemoteSpool {
  return {
    append: (start, bytes) => calls.tell('spoolAppend', [start, bytes], [bytes.buffer]),
    settled: () => calls.ask('spoolSettled', []).then(() => {}),
  };
}
