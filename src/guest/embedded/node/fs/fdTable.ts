import { GuestFsError } from '../../../port.ts';
import type { NodeStat } from '../../files/index.ts';
import type { InputPipe } from '../host/nodeHost.ts';
import { checkInteger } from '../nodeErrors/argumentErrors.ts';
import { constants } from './fsConstants.ts';
import { asking, fsError } from './fsErrors.ts';
import type { NodeFiles } from './nodeFiles.ts';
import type { PipeStat } from './stats.ts';

/** The three streams of the process, for calls that block. */
export interface ProcessStreams {
  readonly stdin: InputPipe | null;
  write(fd: 1 | 2, bytes: Uint8Array): boolean;
}

/** Where a descriptor leads: a handle of the file worker, or one of the process's own streams. */
type Open = { readonly handle: number; readonly path: string } | { readonly stream: 0 | 1 | 2 };

/** File descriptors. 0, 1 and 2 are the process's streams; the others are files, the lowest free number first. */
export class FdTable {
  readonly #files: NodeFiles;
  readonly #streams: ProcessStreams;
  readonly #open = new Map<number, Open>([
    [0, { stream: 0 }],
    [1, { stream: 1 }],
    [2, { stream: 2 }],
  ]);

  constructor(files: NodeFiles, streams: ProcessStreams) {
    this.#files = files;
    this.#streams = streams;
  }

  /** `given` is the path for errors. */
  open(path: string, given: string, flags: number, mode: number): number {
    const stream = streamAt(path);
    if (stream !== null) return this.#add({ stream });
    const handle = asking({ syscall: 'open', path: given }, () => {
      if (isExclusive(flags)) this.#checkFree(path);
      return this.#files.open(path, flags, mode);
    });
    return this.#add({ handle, path });
  }

  close(fd: unknown): void {
    const open = this.#get(fd, 'close');
    if ('handle' in open) this.#files.close(open.handle);
    this.#open.delete(Number(fd));
  }

  /** The path with which it was opened; null for a stream. */
  pathOf(fd: number): string | null {
    const open = this.#get(fd, 'fstat');
    return 'path' in open ? open.path : null;
  }

  /** The process's standard input, where `fd` is that. */
  stdinOf(fd: unknown): { readonly reader: InputPipe | null } | null {
    const open = this.#open.get(Number(fd));
    return open && 'stream' in open && open.stream === 0 ? { reader: this.#streams.stdin } : null;
  }

  /** Empty at the end. Blocks on an empty pipe. */
  read(fd: unknown, length: number, position: number | null): Uint8Array<ArrayBuffer> {
    const open = this.#get(fd, 'read');
    if ('stream' in open) {
      if (open.stream !== 0) throw fsError({ code: 'EBADF', syscall: 'read' });
      return this.#streams.stdin?.readSync(length) ?? new Uint8Array(0);
    }
    return asking({ syscall: 'read' }, () => this.#files.read(open.handle, length, position));
  }

  write(fd: unknown, bytes: Uint8Array, position: number | null): void {
    const open = this.#get(fd, 'write');
    if ('stream' in open) {
      if (open.stream === 0) throw fsError({ code: 'EBADF', syscall: 'write' });
      if (!this.#streams.write(open.stream, bytes)) throw fsError({ code: 'EPIPE', syscall: 'write' });
      return;
    }
    asking({ syscall: 'write' }, () => this.#files.write(open.handle, bytes, position));
  }

  stat(fd: unknown): NodeStat | PipeStat {
    const open = this.#get(fd, 'fstat');
    if ('handle' in open) return asking({ syscall: 'fstat' }, () => this.#files.fstat(open.handle));
    const times = { mtimeMs: 0, atimeMs: 0, ctimeMs: 0, birthtimeMs: 0 };
    return { kind: 'fifo', size: 0, mode: 0o600, ino: open.stream + 1, nlink: 1, ...times };
  }

  truncate(fd: unknown, size: number): void {
    const handle = this.#handle(fd, 'ftruncate');
    asking({ syscall: 'ftruncate' }, () => this.#files.ftruncate(handle, size));
  }

  chmod(fd: unknown, mode: number): void {
    const handle = this.#handle(fd, 'fchmod');
    asking({ syscall: 'fchmod' }, () => this.#files.fchmod(handle, mode));
  }

  utimes(fd: unknown, atimeMs: number, mtimeMs: number): void {
    const handle = this.#handle(fd, 'futime');
    asking({ syscall: 'futime' }, () => this.#files.futimes(handle, atimeMs, mtimeMs));
  }

  /** For `fsync` and the like, which have nothing to do but to be asked of something open. */
  check(fd: unknown, syscall: string): void {
    this.#get(fd, syscall);
  }

  /** A file of one's own making is not made through a link, even where that leads nowhere. */
  #checkFree(path: string): void {
    try {
      this.#files.lstat(path);
    } catch {
      return;
    }
    throw new GuestFsError('EEXIST', path);
  }

  #handle(fd: unknown, syscall: string): number {
    const open = this.#get(fd, syscall);
    if ('handle' in open) return open.handle;
    throw fsError({ code: 'EINVAL', syscall });
  }

  #get(fd: unknown, syscall: string): Open {
    checkInteger(fd, 'fd', 0, 2_147_483_647);
    const open = this.#open.get(fd);
    if (!open) throw fsError({ code: 'EBADF', syscall });
    return open;
  }

  #add(open: Open): number {
    let fd = 3;
    while (this.#open.has(fd)) fd += 1;
    this.#open.set(fd, open);
    return fd;
  }
}

function isExclusive(flags: number): boolean {
  const both = constants.O_CREAT | constants.O_EXCL;
  return (flags & both) === both;
}

/** `/dev/stdin` and its like, which are the streams of whoever opens them. */
export function streamAt(path: string): 0 | 1 | 2 | null {
  const found = /^\/(?:dev\/(std(?:in|out|err)|fd\/[012])|proc\/self\/fd\/[012])$/.exec(path);
  if (!found) return null;
  const names: Readonly<Record<string, 0 | 1 | 2>> = { stdin: 0, stdout: 1, stderr: 2 };
  return names[found[1] ?? ''] ?? (Number(path.at(-1)) as 0 | 1 | 2);
}
