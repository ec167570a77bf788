import type { DirEntry, FileStat } from '../../port.ts';
import { AccountedTree, type AccountedTreeParts } from './accountedTree.ts';
import { ChunkedBytes } from './chunkedBytes.ts';
import { copyTree } from './copyTree.ts';
import { readDevice } from './devices.ts';
import { type DirectoryNode, type FileNode, type Node, statOf } from './nodes.ts';
import { joinPath, partsOf } from './paths.ts';
import { posixError } from './posixErrors.ts';
import { checkNewName, locate, type Place } from './tree.ts';

export interface MemoryFilesOptions extends AccountedTreeParts {
  /** One byte of `/dev/urandom`. */
  readonly randomByte?: () => number;
}

/**
 * The guest's file system. Everything is synchronous, so each operation is whole before the next begins,
 * whoever asks. Throws `GuestFsError` with a POSIX code. (Over 300 lines because each operation is a few of them over
 * the same tree.)
 */
export class MemoryFiles {
  readonly root: DirectoryNode;
  readonly #options: MemoryFilesOptions;
  readonly #tree: AccountedTree;
  #lastPipe = 0;

  constructor(options: MemoryFilesOptions) {
    this.#options = options;
    this.#tree = new AccountedTree(options);
    this.root = this.#tree.root;
  }

  stat(path: string): FileStat {
    return statOf(this.#existing(path, true, 'stat').node);
  }

  lstat(path: string): FileStat {
    return statOf(this.#existing(path, false, 'lstat').node);
  }

  /** A copy of the bytes from `offset`, at most `length`. */
  readFile(path: string, offset = 0, length = Number.POSITIVE_INFINITY): Uint8Array<ArrayBuffer> {
    const { node } = this.#existing(path, true, 'open');
    if (node.kind === 'device') {
      return readDevice(node.device, length, this.#options.randomByte ?? (() => 0));
    }
    return this.#asFile(node, 'read', path).content.read(offset, length);
  }

  /** Takes `bytes` over. `mode` counts only where the file is new. */
  writeFile(path: string, bytes: Uint8Array, mode = 0o644): void {
    const node = this.#open(path, mode);
    if (!node) return;
    this.#options.budget.replace(node.content.size, bytes.length, path);
    node.content = ChunkedBytes.owning(bytes);
    node.mtimeMs = this.#options.now();
  }

  /** Takes `bytes` over. `mode` counts only where the file is new. */
  appendFile(path: string, bytes: Uint8Array, mode = 0o644): void {
    const node = this.#open(path, mode);
    if (!node) return;
    this.#options.budget.replace(node.content.size, node.content.size + bytes.length, path);
    node.content.adopt(bytes);
    node.mtimeMs = this.#options.now();
  }

  truncate(path: string, size: number): void {
    const place = this.#existing(path, true, 'truncate');
    const node = this.#asFile(place.node, 'truncate', path);
    this.#options.budget.replace(node.content.size, size, path);
    this.#tree.touchFile(place.path, node);
    node.content.truncate(size);
    node.mtimeMs = this.#options.now();
  }

  mkdir(path: string, recursive: boolean, mode = 0o755): void {
    if (recursive) {
      let made = '/';
      for (const part of partsOf(path)) {
        made = part === '..' ? `${made}/..` : joinPath(made, part);
        const place = locate(this.root, made, true, 'mkdir');
        if (!place.node) this.#tree.add(place, this.#tree.directory(mode), 'mkdir', path);
        else if (place.node.kind !== 'directory') throw posixError('EEXIST', 'mkdir', path);
      }
      return;
    }
    const place = locate(this.root, path, false, 'mkdir');
    if (place.node) throw posixError('EEXIST', 'mkdir', path);
    this.#tree.add(place, this.#tree.directory(mode), 'mkdir', path);
  }

  /** Sorted by name. */
  readdir(path: string): readonly DirEntry[] {
    const node = this.#asDirectory(this.#existing(path, true, 'scandir').node, 'scandir', path);
    return [...node.entries]
      .map(([name, child]) => ({ name, kind: child.kind }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  rm(path: string, options: { readonly recursive: boolean; readonly force: boolean }): void {
    const place = this.#placeOrNone(path, options.force);
    if (!place) return;
    if (!place.parent) throw posixError('EBUSY', 'rm', path);
    if (!place.node) {
      if (options.force) return;
      throw posixError('ENOENT', 'rm', path);
    }
    if (place.node.kind === 'directory' && !options.recursive) throw posixError('EISDIR', 'rm', path);
    this.#tree.remove(place.parent, place, place.node);
  }

  rmdir(path: string): void {
    const place = this.#existing(path, false, 'rmdir');
    const node = this.#asDirectory(place.node, 'rmdir', path);
    if (!place.parent) throw posixError('EBUSY', 'rmdir', path);
    if (node.entries.size > 0) throw posixError('ENOTEMPTY', 'rmdir', path);
    this.#tree.remove(place.parent, place, node);
  }

  rename(from: string, to: string): void {
    const source = this.#existing(from, false, 'rename');
    const target = locate(this.root, to, false, 'rename');
    if (!source.parent || !target.parent) throw posixError('EBUSY', 'rename', from, to);
    if (target.node === source.node) return;
    if (source.node.kind === 'directory' && `${target.path}/`.startsWith(`${source.path}/`)) {
      throw posixError('EINVAL', 'rename', from, to);
    }
    checkNewName(target.name, 'rename', to);
    if (target.node) {
      if (target.node.kind === 'directory') {
        if (source.node.kind !== 'directory') throw posixError('EISDIR', 'rename', from, to);
        if (target.node.entries.size > 0) throw posixError('ENOTEMPTY', 'rename', from, to);
      } else if (source.node.kind === 'directory') throw posixError('ENOTDIR', 'rename', from, to);
      this.#tree.remove(target.parent, target, target.node);
    }
    this.#tree.move(source.node, { ...source, parent: source.parent }, { ...target, parent: target.parent });
  }

  /** A directory needs `recursive` and is merged into an existing one; links are copied as links. */
  copy(from: string, to: string, recursive: boolean): void {
    copyTree(this, this.#options.budget, { from, to, recursive });
  }

  symlink(target: string, path: string): void {
    const place = locate(this.root, path, false, 'symlink');
    if (place.node) throw posixError('EEXIST', 'symlink', target, path);
    if (target === '') throw posixError('ENOENT', 'symlink', target, path);
    this.#tree.add(place, { kind: 'symlink', target, mode: 0o777, ...this.#tree.times() }, 'symlink', path);
  }

  /** Makes a named pipe. Reading or writing it here is ENXIO: its bytes never come to the files. */
  mkfifo(path: string, mode = 0o644): void {
    const place = locate(this.root, path, false, 'mkfifo');
    if (place.node) throw posixError('EEXIST', 'mkfifo', path);
    this.#lastPipe += 1;
    const node = {
      kind: 'device',
      device: 'pipe',
      pipe: this.#lastPipe,
      mode,
      ...this.#tree.times(),
    } as const;
    this.#tree.add(place, node, 'mkfifo', path);
  }

  link(existing: string, path: string): void {
    const { node } = this.#existing(existing, false, 'link');
    if (node.kind === 'directory') throw posixError('EPERM', 'link', existing, path);
    const place = locate(this.root, path, false, 'link');
    if (place.node) throw posixError('EEXIST', 'link', existing, path);
    this.#tree.add(place, node, 'link', path);
    if (node.kind === 'file') node.links += 1;
  }

  readlink(path: string): string {
    const { node } = this.#existing(path, false, 'readlink');
    if (node.kind !== 'symlink') throw posixError('EINVAL', 'readlink', path);
    return node.target;
  }

  realpath(path: string): string {
    return this.#existing(path, true, 'realpath').path;
  }

  chmod(path: string, mode: number): void {
    const { node, path: real } = this.#existing(path, true, 'chmod');
    this.#tree.touchFile(real, node);
    node.mode = mode & 0o7777;
  }

  utimes(path: string, atimeMs: number, mtimeMs: number): void {
    const { node, path: real } = this.#existing(path, true, 'utime');
    this.#tree.touchFile(real, node);
    node.atimeMs = atimeMs;
    node.mtimeMs = mtimeMs;
  }

  /** Adds a node of any kind where nothing is; only the layout of the root needs it. */
  place(path: string, node: Node): void {
    this.#tree.add(locate(this.root, path, false, 'mknod'), node, 'mknod', path);
  }

  /**
   * Puts finished content at `path` (parents made), e.g. an adopted spool. The budget has counted it already and
   * gets it back where it finds no place.
   */
  placeContent(path: string, content: ChunkedBytes): void {
    const { budget } = this.#options;
    let node: FileNode | null = null;
    try {
      node = this.#open(path, 0o644);
    } finally {
      budget.replace(node?.content.size ?? content.size, 0, path);
    }
    if (!node) return;
    node.content = content;
    node.mtimeMs = this.#options.now();
  }

  /** What is at `path`, links followed; null where nothing is. */
  kindOf(path: string): Node['kind'] | null {
    try {
      return locate(this.root, path, true, 'stat').node?.kind ?? null;
    } catch {
      return null;
    }
  }

  nodeAt(path: string, followLast: boolean, operation: string): Node {
    return this.#existing(path, followLast, operation).node;
  }

  /** What open(2) finds or makes, and where. */
  openNode(
    path: string,
    options: { readonly create: boolean; readonly exclusive: boolean; readonly mode: number },
  ): { readonly node: Node; readonly path: string } {
    const place = locate(this.root, path, true, 'open');
    if (place.node) {
      if (options.create && options.exclusive) throw posixError('EEXIST', 'open', path);
      return { node: place.node, path: place.path };
    }
    if (!options.create) throw posixError('ENOENT', 'open', path);
    const { mode } = options;
    const node = this.#tree.file(mode);
    this.#tree.add(place, node, 'open', path);
    return { node, path: place.path };
  }

  /** Changes mode or times of an open file that was at `path`. */
  changeNode(node: Node, path: string, change: (node: Node) => void): void {
    this.#tree.touchOpen(node, path);
    change(node);
  }

  /** Changes the content of an open file that was at `path`; it will have `size` bytes. */
  changeContent(node: FileNode, path: string, size: number, change: (content: ChunkedBytes) => void): void {
    if (node.links > 0) this.#options.budget.replace(node.content.size, size, path);
    this.#tree.touchOpen(node, path);
    change(node.content);
    node.mtimeMs = this.#options.now();
  }

  #existing(path: string, followLast: boolean, operation: string): Place & { readonly node: Node } {
    const place = locate(this.root, path, followLast, operation);
    if (!place.node) throw posixError('ENOENT', operation, path);
    return { ...place, node: place.node };
  }

  /** Null where `force` forgives that a parent is missing. */
  #placeOrNone(path: string, force: boolean): Place | null {
    try {
      return locate(this.root, path, false, 'rm');
    } catch (error) {
      if (force && error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    }
  }

  #asFile(node: Node, operation: string, path: string): FileNode {
    if (node.kind === 'file') return node;
    throw posixError(node.kind === 'directory' ? 'EISDIR' : 'EINVAL', operation, path);
  }

  #asDirectory(node: Node, operation: string, path: string): DirectoryNode {
    if (node.kind !== 'directory') throw posixError('ENOTDIR', operation, path);
    return node;
  }

  /** The file to write to, made where it is missing; null for a device, which swallows everything. */
  #open(path: string, mode: number): FileNode | null {
    const place = locate(this.root, path, true, 'open');
    if (!place.node) {
      const node = this.#tree.file(mode);
      this.#tree.add(place, node, 'open', path);
      return node;
    }
    if (place.node.kind === 'device') {
      if (place.node.device === 'pipe') throw posixError('ENXIO', 'open', path);
      return null;
    }
    const node = this.#asFile(place.node, 'open', path);
    this.#tree.touchFile(place.path, node);
    return node;
  }
}
