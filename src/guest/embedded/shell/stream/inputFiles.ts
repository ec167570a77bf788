import { latin1FromBytes } from '../disk/bytes.ts';
import type { ShellDisk } from '../disk/shellDisk.ts';
import { ByteSource, type Sources } from './byteSource.ts';

/** Files up to this size are read at once: a string costs less than what stands for one. */
const wholeBytes = 64 * 1024;
const rangeBytes = 1 << 20;
const endless = new Set(['/dev/zero', '/dev/urandom', '/dev/random', '/dev/full']);

/** What standard input from a file is to the interpreter: its bytes, or a ticket for an open file; null of a named pipe. */
export async function openInput(disk: ShellDisk, sources: Sources, path: string): Promise<string | null> {
  if (endless.has(path)) return sources.add(fileSource(disk, path, true));
  const { size, isDirectory, pipe } = await disk.stat(path);
  if (pipe !== undefined) return null;
  if (isDirectory || size <= wholeBytes) return latin1FromBytes(await disk.readFileBuffer(path));
  return sources.add(fileSource(disk, path, false));
}

/** An open file with a position. */
function fileSource(disk: ShellDisk, path: string, isEndless: boolean): ByteSource {
  let offset = 0;
  return new ByteSource({
    keepsPosition: true,
    isEndless: () => isEndless,
    async next() {
      const bytes = await disk.readRange(path, offset, rangeBytes);
      offset += bytes.length;
      return bytes.length > 0 ? bytes : null;
    },
  });
}
