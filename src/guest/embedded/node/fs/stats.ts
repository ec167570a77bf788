import type { DirEntry } from '../../../port.ts';
import type { NodeStat } from '../../files/index.ts';
import { constants } from './fsConstants.ts';

type Kind = NodeStat['kind'];

const kindBits: Readonly<Record<Kind, number>> = {
  file: constants.S_IFREG,
  directory: constants.S_IFDIR,
  symlink: constants.S_IFLNK,
  device: constants.S_IFCHR,
};

/** The answers about kinds that `Stats` and `Dirent` share. */
class KindOfFile {
  readonly #kind: () => Kind | 'fifo';

  constructor(kind: () => Kind | 'fifo') {
    this.#kind = kind;
  }

  isFile(): boolean {
    return this.#kind() === 'file';
  }
  isDirectory(): boolean {
    return this.#kind() === 'directory';
  }
  isSymbolicLink(): boolean {
    return this.#kind() === 'symlink';
  }
  isCharacterDevice(): boolean {
    return this.#kind() === 'device';
  }
  isFIFO(): boolean {
    return this.#kind() === 'fifo';
  }
  isBlockDevice(): boolean {
    return false;
  }
  isSocket(): boolean {
    return false;
  }
}

export class Stats extends KindOfFile {
  dev = 16_777_220;
  mode: number;
  nlink: number;
  uid = 1000;
  gid = 1000;
  rdev = 0;
  blksize = 4096;
  ino: number;
  size: number;
  blocks: number;
  atimeMs: number;
  mtimeMs: number;
  ctimeMs: number;
  birthtimeMs: number;
  atime: Date;
  mtime: Date;
  ctime: Date;
  birthtime: Date;

  constructor(stat: NodeStat | PipeStat) {
    super(() => (isPipe(stat) ? 'fifo' : stat.kind));
    this.mode = stat.mode | (isPipe(stat) ? constants.S_IFIFO : kindBits[stat.kind]);
    this.nlink = stat.nlink;
    this.ino = stat.ino;
    this.size = stat.kind === 'directory' ? 4096 : stat.size;
    this.blocks = Math.ceil(this.size / 4096) * 8;
    this.atimeMs = stat.atimeMs;
    this.mtimeMs = stat.mtimeMs;
    this.ctimeMs = stat.ctimeMs;
    this.birthtimeMs = stat.birthtimeMs;
    this.atime = new Date(stat.atimeMs);
    this.mtime = new Date(stat.mtimeMs);
    this.ctime = new Date(stat.ctimeMs);
    this.birthtime = new Date(stat.birthtimeMs);
  }
}

const spaceFields = {
  type: 16_914_836,
  bsize: 4096,
  blocks: 262_144,
  bfree: 131_072,
  bavail: 131_072,
  files: 0,
  ffree: 0,
};

/** What `statfs` answers: the space of a file system that there is only one of. */
export class StatFs {
  constructor(isBigInt: boolean) {
    for (const [name, value] of Object.entries(spaceFields)) {
      Object.assign(this, { [name]: isBigInt ? BigInt(value) : value });
    }
  }
}

/** What `fstat` says of a stream of the process. */
export interface PipeStat extends Omit<NodeStat, 'kind'> {
  readonly kind: 'fifo';
}

function isPipe(stat: NodeStat | PipeStat): stat is PipeStat {
  return stat.kind === 'fifo' || stat.pipe !== undefined;
}

const wholeFields = [
  'dev',
  'mode',
  'nlink',
  'uid',
  'gid',
  'rdev',
  'blksize',
  'ino',
  'size',
  'blocks',
] as const;
const timeFields = ['atime', 'mtime', 'ctime', 'birthtime'] as const;

/** The form that `{ bigint: true }` asks for. */
export class BigIntStats extends KindOfFile {
  constructor(stat: NodeStat | PipeStat) {
    super(() => (isPipe(stat) ? 'fifo' : stat.kind));
    const plain = new Stats(stat);
    const fields: Record<string, unknown> = {};
    for (const name of wholeFields) fields[name] = BigInt(plain[name]);
    for (const name of timeFields) fields[`${name}Ms`] = BigInt(Math.floor(plain[`${name}Ms`]));
    for (const name of timeFields) fields[`${name}Ns`] = BigInt(Math.floor(plain[`${name}Ms`] * 1e3)) * 1000n;
    for (const name of timeFields) fields[name] = plain[name];
    Object.assign(this, fields);
  }
}

export class Dirent extends KindOfFile {
  name: unknown;
  parentPath: string;
  path: string;

  constructor(name: unknown, parentPath: string, kind: DirEntry['kind']) {
    super(() => kind);
    this.name = name;
    this.parentPath = parentPath;
    this.path = parentPath;
    Object.defineProperty(this, kindKey, { value: kindNumbers[kind], enumerable: true });
  }
}

const kindKey = Symbol('type');
const kindNumbers: Readonly<Record<DirEntry['kind'], number>> = {
  file: 1,
  directory: 2,
  symlink: 3,
  device: 6,
};
