import type { FileStat } from '../../port.ts';
import type { ChunkedBytes } from './chunkedBytes.ts';

interface NodeFacts {
  /** Permission bits only, e.g. 0o644. */
  mode: number;
  mtimeMs: number;
  atimeMs: number;
}

export interface FileNode extends NodeFacts {
  readonly kind: 'file';
  content: ChunkedBytes;
  /** Directory entries that lead here; the bytes count as used until it is 0. */
  links: number;
}

export interface DirectoryNode extends NodeFacts {
  readonly kind: 'directory';
  readonly entries: Map<string, Node>;
}

export interface SymlinkNode extends NodeFacts {
  readonly kind: 'symlink';
  readonly target: string;
}

export type DeviceName = 'null' | 'zero' | 'random' | 'tty' | 'pipe';

export interface DeviceNode extends NodeFacts {
  readonly kind: 'device';
  readonly device: DeviceName;
  /** Which one, of a named pipe: its bytes are with the kernel (`../processes/namedPipes.ts`). */
  readonly pipe?: number;
}

export type Node = FileNode | DirectoryNode | SymlinkNode | DeviceNode;

const inodes = new WeakMap<Node, number>();
let lastInode = 1;

/** A number that no other node has had. */
export function inodeOf(node: Node): number {
  const known = inodes.get(node);
  if (known !== undefined) return known;
  lastInode += 1;
  inodes.set(node, lastInode);
  return lastInode;
}

export function statOf(node: Node): FileStat {
  const size =
    node.kind === 'file'
      ? node.content.size
      : node.kind === 'symlink'
        ? new TextEncoder().encode(node.target).length
        : 0;
  const { kind, mode, mtimeMs } = node;
  const facts = { kind, size, mode, mtimeMs };
  if (kind === 'device' && node.pipe !== undefined) return { ...facts, pipe: node.pipe };
  return kind === 'file' && node.links > 1
    ? { ...facts, shared: { links: node.links, inode: inodeOf(node) } }
    : facts;
}
