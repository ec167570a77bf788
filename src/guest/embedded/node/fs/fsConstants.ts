import { invalidArgType, invalidArgValue, outOfRange } from '../nodeErrors/argumentErrors.ts';
import { nodeError } from '../nodeErrors/nodeError.ts';

/** `fs.constants` of Linux. */
const numbers = {
  UV_FS_SYMLINK_DIR: 1,
  UV_FS_SYMLINK_JUNCTION: 2,
  O_RDONLY: 0,
  O_WRONLY: 1,
  O_RDWR: 2,
  UV_DIRENT_UNKNOWN: 0,
  UV_DIRENT_FILE: 1,
  UV_DIRENT_DIR: 2,
  UV_DIRENT_LINK: 3,
  UV_DIRENT_FIFO: 4,
  UV_DIRENT_SOCKET: 5,
  UV_DIRENT_CHAR: 6,
  UV_DIRENT_BLOCK: 7,
  EXTENSIONLESS_FORMAT_JAVASCRIPT: 0,
  EXTENSIONLESS_FORMAT_WASM: 1,
  S_IFMT: 61440,
  S_IFREG: 32768,
  S_IFDIR: 16384,
  S_IFCHR: 8192,
  S_IFBLK: 24576,
  S_IFIFO: 4096,
  S_IFLNK: 40960,
  S_IFSOCK: 49152,
  O_CREAT: 64,
  O_EXCL: 128,
  UV_FS_O_FILEMAP: 0,
  O_NOCTTY: 256,
  O_TRUNC: 512,
  O_APPEND: 1024,
  O_DIRECTORY: 65536,
  O_NOATIME: 262144,
  O_NOFOLLOW: 131072,
  O_SYNC: 1052672,
  O_DSYNC: 4096,
  O_DIRECT: 16384,
  O_NONBLOCK: 2048,
  S_IRWXU: 448,
  S_IRUSR: 256,
  S_IWUSR: 128,
  S_IXUSR: 64,
  S_IRWXG: 56,
  S_IRGRP: 32,
  S_IWGRP: 16,
  S_IXGRP: 8,
  S_IRWXO: 7,
  S_IROTH: 4,
  S_IWOTH: 2,
  S_IXOTH: 1,
  F_OK: 0,
  R_OK: 4,
  W_OK: 2,
  X_OK: 1,
  UV_FS_COPYFILE_EXCL: 1,
  COPYFILE_EXCL: 1,
  UV_FS_COPYFILE_FICLONE: 2,
  COPYFILE_FICLONE: 2,
  UV_FS_COPYFILE_FICLONE_FORCE: 4,
  COPYFILE_FICLONE_FORCE: 4,
} as const;
export const constants: typeof numbers = Object.assign(Object.create(null), numbers);

const { O_APPEND, O_CREAT, O_EXCL, O_RDWR, O_SYNC, O_TRUNC, O_WRONLY } = constants;

const flagWords: Readonly<Record<string, number>> = {
  r: 0,
  rs: O_SYNC,
  sr: O_SYNC,
  'r+': O_RDWR,
  'rs+': O_RDWR | O_SYNC,
  'sr+': O_RDWR | O_SYNC,
  w: O_TRUNC | O_CREAT | O_WRONLY,
  wx: O_TRUNC | O_CREAT | O_WRONLY | O_EXCL,
  xw: O_TRUNC | O_CREAT | O_WRONLY | O_EXCL,
  'w+': O_TRUNC | O_CREAT | O_RDWR,
  'wx+': O_TRUNC | O_CREAT | O_RDWR | O_EXCL,
  'xw+': O_TRUNC | O_CREAT | O_RDWR | O_EXCL,
  a: O_APPEND | O_CREAT | O_WRONLY,
  ax: O_APPEND | O_CREAT | O_WRONLY | O_EXCL,
  xa: O_APPEND | O_CREAT | O_WRONLY | O_EXCL,
  as: O_APPEND | O_CREAT | O_WRONLY | O_SYNC,
  sa: O_APPEND | O_CREAT | O_WRONLY | O_SYNC,
  'a+': O_APPEND | O_CREAT | O_RDWR,
  'ax+': O_APPEND | O_CREAT | O_RDWR | O_EXCL,
  'xa+': O_APPEND | O_CREAT | O_RDWR | O_EXCL,
  'as+': O_APPEND | O_CREAT | O_RDWR | O_SYNC,
  'sa+': O_APPEND | O_CREAT | O_RDWR | O_SYNC,
};

/** The flags of open(2) for `'w+'` and the like. */
export function flagsFrom(flags: unknown, byDefault = 'r'): number {
  if (typeof flags === 'number') return flags;
  const word = flags ?? byDefault;
  const number = typeof word === 'string' ? flagWords[word] : undefined;
  if (number === undefined) throw invalidArgValue('flags', word);
  return number;
}

/** A file mode given as a number or in octal. */
export function modeFrom(mode: unknown, byDefault: number, name = 'mode'): number {
  if (mode === undefined || mode === null) return byDefault;
  if (typeof mode === 'string') {
    if (!/^[0-7]+$/.test(mode)) {
      throw invalidArgValue(name, mode, 'must be a 32-bit unsigned integer or an octal string');
    }
    return Number.parseInt(mode, 8);
  }
  if (typeof mode !== 'number') throw invalidArgType(name, 'number', mode);
  if (!Number.isInteger(mode)) throw outOfRange(name, 'an integer', mode);
  if (mode < 0 || mode > 0xffff_ffff) throw outOfRange(name, '>= 0 && <= 4294967295', mode);
  return mode;
}

/** What `access` and `copyFile` take as their mode: bits up to 7. Node words its faults in a way of its own there. */
export function accessModeFrom(mode: unknown): number {
  const given = mode ?? 0;
  if (typeof given !== 'number' || given !== Math.trunc(given)) {
    throw nodeError(TypeError, 'ERR_INVALID_ARG_TYPE', 'mode must be int32 or null/undefined');
  }
  if (given < 0 || given > 7)
    throw nodeError(RangeError, 'ERR_OUT_OF_RANGE', 'mode is out of range: >= 0 && <= 7');
  return given;
}
