import { readStarts } from './fileStarts.ts';
import { MemoryFiles } from './memoryFiles.ts';
import type { FileOps } from './ops.ts';
import { SpaceBudget } from './spaceBudget.ts';

/** The memory file system behind the asynchronous face, in the same thread: for tests and for warming up. */
export function createLocalFiles(files: MemoryFiles): FileOps {
  return {
    stat: async (path) => files.stat(path),
    lstat: async (path) => files.lstat(path),
    readFile: async (path, offset, length) => files.readFile(path, offset, length),
    readStarts: async (paths, eachBytes) => readStarts(files, paths, eachBytes),
    writeFile: async (path, bytes, mode) => files.writeFile(path, bytes.slice(), mode),
    appendFile: async (path, bytes) => files.appendFile(path, bytes.slice()),
    truncate: async (path, size) => files.truncate(path, size),
    mkdir: async (path, recursive) => files.mkdir(path, recursive),
    readdir: async (path) => files.readdir(path),
    rm: async (path, options) => files.rm(path, options),
    rmdir: async (path) => files.rmdir(path),
    rename: async (from, to) => files.rename(from, to),
    copy: async (from, to, recursive) => files.copy(from, to, recursive),
    symlink: async (target, path) => files.symlink(target, path),
    mkfifo: async (path, mode) => files.mkfifo(path, mode),
    link: async (existing, path) => files.link(existing, path),
    readlink: async (path) => files.readlink(path),
    realpath: async (path) => files.realpath(path),
    chmod: async (path, mode) => files.chmod(path, mode),
    utimes: async (path, atimeMs, mtimeMs) => files.utimes(path, atimeMs, mtimeMs),
  };
}

/** An empty file system of its own, with a clock that stands still at `nowMs`. */
export function createScratchFiles(nowMs = 0, maxBytes = 64 * 1024 * 1024): MemoryFiles {
  return new MemoryFiles({ now: () => nowMs, budget: new SpaceBudget(maxBytes) });
}
