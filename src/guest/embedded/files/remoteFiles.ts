import type { DirEntry, FileStat } from '../../port.ts';
import type { FileOps } from './ops.ts';
import { PortCalls, transferable } from './portCalls.ts';

/** A run's copy of its own output in the file worker. */
export interface RemoteSpool {
  /** `start` is the offset of `bytes` in the run's output. Takes `bytes` over. */
  append(start: number, bytes: Uint8Array<ArrayBuffer>): void;
  /** Resolves when everything appended before has arrived. */
  settled(): Promise<void>;
}

/** What a command worker has at the far end of its port. The file worker is ours, so answers are taken as typed. */
export function connectFiles(port: MessagePort): { readonly files: FileOps; readonly spool: RemoteSpool } {
  const calls = new PortCalls(port);
  const ask = <Value>(operation: string, ...values: readonly unknown[]): Promise<Value> =>
    calls.ask(operation, values) as Promise<Value>;
  const send = (operation: string, path: string, bytes: Uint8Array, ...rest: readonly unknown[]) => {
    const copy = transferable(bytes);
    return calls.ask(operation, [path, copy, ...rest], [copy.buffer]) as Promise<void>;
  };
  return {
    files: {
      stat: (path) => ask<FileStat>('stat', path),
      lstat: (path) => ask<FileStat>('lstat', path),
      readFile: (path, offset, length) => ask<Uint8Array>('readFile', path, offset, length),
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
      link: (existing, path) => ask<void>('link', existing, path),
      readlink: (path) => ask<string>('readlink', path),
      realpath: (path) => ask<string>('realpath', path),
      chmod: (path, mode) => ask<void>('chmod', path, mode),
      utimes: (path, atimeMs, mtimeMs) => ask<void>('utimes', path, atimeMs, mtimeMs),
    },
    spool: {
      append: (start, bytes) => calls.tell('spoolAppend', [start, bytes], [bytes.buffer]),
      settled: () => ask<void>('spoolSettled'),
    },
  };
}

/** The guest's files over a port of the file worker. (`node` will get a blocking one over shared memory.) */
export function createRemoteFiles(port: MessagePort): FileOps {
  return connectFiles(port).files;
}
