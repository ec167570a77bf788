import type { ChunkedBytes } from './chunkedBytes.ts';
import { readDevice } from './devices.ts';
import type { MemoryFiles } from './memoryFiles.ts';
import type { Node } from './nodes.ts';
import { posixError } from './posixErrors.ts';

/** Linux's numbers of the flags of open(2). */
export const openFlags = {
  writeOnly: 0o1,
  readWrite: 0o2,
  create: 0o100,
  exclusive: 0o200,
  truncate: 0o1000,
  append: 0o2000,
  directory: 0o200000,
} as const;

/** What `ulimit -n` says of a process, less its three streams. */
const mostOpenFiles = 1021;

interface OpenFile {
  readonly node: Node;
  /** Where it was when it was opened. */
  readonly path: string;
  readonly flags: number;
  position: number;
}

/**
 * The files that one process has open. A handle stays with its file when that is renamed or removed, as on Linux.
 */
export class OpenFiles {
  readonly #files: MemoryFiles;
  readonly #randomByte: () => number;
  readonly #open = new Map<number, OpenFile>();
  #last = 0;

  constructor(files: MemoryFiles, randomByte: () => number) {
    this.#files = files;
    this.#randomByte = randomByte;
  }

  /** Throws ENOENT, EEXIST, EISDIR, ENOTDIR … as open(2). */
  open(path: string, flags: number, mode: number): number {
    if (this.#open.size >= mostOpenFiles) throw posixError('EMFILE', 'open', path);
    const writes = (flags & (openFlags.writeOnly | openFlags.readWrite)) !== 0;
    const found = this.#files.openNode(path, {
      create: (flags & openFlags.create) !== 0,
      exclusive: (flags & openFlags.exclusive) !== 0,
      mode,
    });
    if (found.node.kind === 'device' && found.node.device === 'pipe') throw posixError('ENXIO', 'open', path);
    if (found.node.kind === 'directory' && writes) throw posixError('EISDIR', 'open', path);
    if (found.node.kind !== 'directory' && (flags & openFlags.directory) !== 0)
      throw posixError('ENOTDIR', 'open', path);
    this.#last += 1;
    const file: OpenFile = { ...found, flags, position: 0 };
    this.#open.set(this.#last, file);
    if (writes && (flags & openFlags.truncate) !== 0) this.#change(file, (content) => content.truncate(0), 0);
    return this.#last;
  }

  close(handle: number): void {
    if (!this.#open.delete(handle)) throw badHandle('close');
  }

  nodeOf(handle: number): Node {
    return this.#file(handle, 'fstat').node;
  }

  read(handle: number, length: number, position: number | null): Uint8Array<ArrayBuffer> {
    const file = this.#file(handle, 'read');
    const { node } = file;
    if ((file.flags & openFlags.writeOnly) !== 0) throw badHandle('read');
    if (node.kind === 'device') return readDevice(node.device, length, this.#randomByte);
    if (node.kind !== 'file') throw posixError('EISDIR', 'read', '');
    const bytes = node.content.read(position ?? file.position, length);
    if (position === null) file.position += bytes.length;
    return bytes;
  }

  /** Takes `bytes` over. */
  write(handle: number, bytes: Uint8Array, position: number | null): void {
    const file = this.#file(handle, 'write');
    const { node } = file;
    if ((file.flags & (openFlags.writeOnly | openFlags.readWrite)) === 0) throw badHandle('write');
    if (node.kind !== 'file') return;
    const at = (file.flags & openFlags.append) !== 0 ? node.content.size : (position ?? file.position);
    this.#change(file, (content) => content.write(at, bytes), Math.max(node.content.size, at + bytes.length));
    if (position === null) file.position = at + bytes.length;
  }

  truncate(handle: number, size: number): void {
    const file = this.#file(handle, 'ftruncate');
    if ((file.flags & (openFlags.writeOnly | openFlags.readWrite)) === 0)
      throw posixError('EINVAL', 'ftruncate', '');
    this.#change(file, (content) => content.truncate(size), size);
  }

  /** For chmod and utimes: says that the node changes, then lets `change` do it. */
  changeFacts(handle: number, change: (node: Node) => void): void {
    const file = this.#file(handle, 'fchmod');
    this.#files.changeNode(file.node, file.path, change);
  }

  #file(handle: number, operation: string): OpenFile {
    const file = this.#open.get(handle);
    if (!file) throw badHandle(operation);
    return file;
  }

  #change({ node, path }: OpenFile, change: (content: ChunkedBytes) => void, size: number): void {
    if (node.kind === 'file') this.#files.changeContent(node, path, size, change);
  }
}

function badHandle(operation: string): Error {
  return posixError('EBADF', operation, '');
}
