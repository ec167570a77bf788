import type { PromiseFsClient } from 'isomorphic-git';
import type { FileStat } from '../../../../port.ts';
import type { FileOps } from '../../../files/index.ts';

const typeBits: Readonly<Record<FileStat['kind'], number>> = {
  file: 0o100000,
  directory: 0o040000,
  symlink: 0o120000,
  device: 0o020000,
};

function statLike(stat: FileStat) {
  return {
    type: stat.kind === 'directory' ? 'dir' : stat.kind,
    mode: typeBits[stat.kind] | stat.mode,
    size: stat.size,
    ino: 0,
    uid: 1000,
    gid: 1000,
    dev: 0,
    mtimeMs: stat.mtimeMs,
    ctimeMs: stat.mtimeMs,
    isFile: () => stat.kind === 'file',
    isDirectory: () => stat.kind === 'directory',
    isSymbolicLink: () => stat.kind === 'symlink',
  };
}

/** isomorphic-git puts names of a server's refs into paths as they come. */
function within(path: string): string {
  if (path.split('/').includes('..')) throw new Error(`invalid path '${path}'`);
  return path;
}

/** The guest's files as isomorphic-git wants them: the promise half of Node's `fs`. */
export function gitFs(files: FileOps): PromiseFsClient {
  return {
    promises: {
      async readFile(path: string, options?: string | { readonly encoding?: string }) {
        const bytes = await files.readFile(path);
        const encoding = typeof options === 'string' ? options : options?.encoding;
        return encoding ? new TextDecoder().decode(bytes) : bytes;
      },
      async writeFile(path: string, content: Uint8Array | string, options?: { readonly mode?: number }) {
        const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
        await files.writeFile(within(path), bytes, options?.mode);
      },
      unlink: (path: string) => files.rm(within(path), { recursive: false, force: false }),
      readdir: async (path: string) => (await files.readdir(path)).map(({ name }) => name),
      mkdir: (path: string) => files.mkdir(within(path), false),
      rmdir: (path: string) => files.rmdir(path),
      stat: async (path: string) => statLike(await files.stat(path)),
      lstat: async (path: string) => statLike(await files.lstat(path)),
      readlink: (path: string) => files.readlink(path),
      symlink: (target: string, path: string) => files.symlink(target, within(path)),
      chmod: (path: string, mode: number) => files.chmod(path, mode),
    },
  };
}
