import { GuestFsError } from '../../port.ts';

/** The words Node uses for each code, so that shell tools and scripts print what people know. */
const words = {
  ENOENT: 'no such file or directory',
  EEXIST: 'file already exists',
  ENOTDIR: 'not a directory',
  EISDIR: 'illegal operation on a directory',
  ENOTEMPTY: 'directory not empty',
  ELOOP: 'too many symbolic links encountered',
  EINVAL: 'invalid argument',
  EPERM: 'operation not permitted',
  EBUSY: 'resource busy or locked',
  ENOSPC: 'no space left on device',
  EFBIG: 'file too large',
  EMFILE: 'too many open files',
  ENAMETOOLONG: 'name too long',
  EBADF: 'bad file descriptor',
  ENXIO: 'no such device or address',
  EIO: 'i/o error',
  ENOSYS: 'function not implemented',
} as const;

export type PosixCode = keyof typeof words;

/** `ENOENT: no such file or directory, open '/x'`, with ` -> '/y'` for operations of two paths. */
export function posixError(code: PosixCode, operation: string, path: string, target?: string): GuestFsError {
  const to = target === undefined ? '' : ` -> '${target}'`;
  return new GuestFsError(code, path, `${code}: ${words[code]}, ${operation} '${path}'${to}`);
}
