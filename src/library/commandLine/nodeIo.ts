import { open, readdir, readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ReadableFs } from '../../agent/index.ts';
import type { CommandIo } from './io.ts';

/** The command's surroundings in Node. */
export function createNodeIo(cwd: string): CommandIo {
  return {
    cwd,
    fs: nodeFs,
    stdinIsTerminal: process.stdin.isTTY === true,
    async stdin() {
      const chunks: Uint8Array[] = [];
      for await (const chunk of process.stdin) chunks.push(chunk);
      return Buffer.concat(chunks);
    },
    readFile: (path) => readFile(path),
    resolvePath: (path) => resolve(cwd, path),
    stdout: (text) => written(process.stdout, text),
    stderr: (text) => written(process.stderr, text),
  };
}

/** A reader that has seen enough (`| head`) is no failure of ours. */
function written(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((done, fail) => {
    const onError = (error: NodeJS.ErrnoException) => (error.code === 'EPIPE' ? done() : fail(error));
    stream.once('error', onError);
    stream.write(text, (error) => {
      if (error) return onError(error);
      stream.off('error', onError);
      done();
    });
  });
}

/** The disk, as the read tool asks for it. */
const nodeFs: ReadableFs = {
  async stat(path) {
    const found = await stat(path);
    return {
      kind: found.isFile() ? 'file' : found.isDirectory() ? 'directory' : 'device',
      size: found.size,
      mode: found.mode & 0o7777,
      mtimeMs: found.mtimeMs,
    };
  },
  async read(path, range) {
    if (range === undefined) return readFile(path);
    const file = await open(path, 'r');
    try {
      const bytes = new Uint8Array(range.length);
      let length = 0;
      // A read may give fewer bytes than asked before the end.
      while (length < range.length) {
        const { bytesRead } = await file.read(bytes, length, range.length - length, range.offset + length);
        if (bytesRead === 0) break;
        length += bytesRead;
      }
      return bytes.subarray(0, length);
    } finally {
      await file.close();
    }
  },
  async readdir(path) {
    const entries = await readdir(path, { withFileTypes: true });
    return entries.map((entry) => ({
      name: entry.name,
      kind: entry.isFile()
        ? ('file' as const)
        : entry.isDirectory()
          ? ('directory' as const)
          : entry.isSymbolicLink()
            ? ('symlink' as const)
            : ('device' as const),
    }));
  },
};
