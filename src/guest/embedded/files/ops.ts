import type { DirEntry, FileStat } from '../../port.ts';
import type { FileStarts } from './fileStarts.ts';
import type { MemoryFiles } from './memoryFiles.ts';

/**
 * The operations of the guest's one file system. The memory file system answers them at once, a command
 * worker asks for them by message; both reject with a POSIX `code` and Node-like text. Paths are absolute
 * and normalised by the callee.
 */
export interface FileOps {
  stat(path: string): Promise<FileStat>;
  lstat(path: string): Promise<FileStat>;
  /** Bytes from `offset`, at most `length` (default: to the end). */
  readFile(path: string, offset?: number, length?: number): Promise<Uint8Array>;
  /** Many small files at once, see `FileStarts`. Missing where the files are a machine's own. */
  readStarts?(paths: readonly string[], eachBytes: number): Promise<FileStarts>;
  writeFile(path: string, bytes: Uint8Array, mode?: number): Promise<void>;
  appendFile(path: string, bytes: Uint8Array): Promise<void>;
  truncate(path: string, size: number): Promise<void>;
  mkdir(path: string, recursive: boolean): Promise<void>;
  readdir(path: string): Promise<readonly DirEntry[]>;
  /** `recursive` removes a tree; `force` forgives a missing path. */
  rm(path: string, options: { readonly recursive: boolean; readonly force: boolean }): Promise<void>;
  rmdir(path: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  copy(from: string, to: string, recursive: boolean): Promise<void>;
  symlink(target: string, path: string): Promise<void>;
  /** Makes a named pipe. Missing where the files are a machine's own. */
  mkfifo?(path: string, mode?: number): Promise<void>;
  link(existing: string, path: string): Promise<void>;
  readlink(path: string): Promise<string>;
  realpath(path: string): Promise<string>;
  chmod(path: string, mode: number): Promise<void>;
  utimes(path: string, atimeMs: number, mtimeMs: number): Promise<void>;
}

/** The same operations done at once: what a file worker serves. Throws `GuestFsError`. */
export type SyncFiles = Pick<MemoryFiles, Exclude<keyof FileOps, 'mkfifo' | 'readStarts'>> &
  Partial<Pick<MemoryFiles, 'mkfifo'>>;
