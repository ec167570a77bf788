import { Gunzip } from 'fflate';
import { unpackTar } from 'modern-tar';
import { coded } from '../cli/run.ts';

/** A package that unpacks to more is not installed; the largest that people use have about 150 MB. */
const largestUnpackedBytes = 512 * 1024 * 1024;

export interface PackedFile {
  /** Below the package's folder, without `..`. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly mode: number;
}

/** The files of a package's archive as npm takes them: the first folder taken off, links left out. */
export async function unpackTarball(archive: Uint8Array, what: string): Promise<readonly PackedFile[]> {
  let entries: Awaited<ReturnType<typeof unpackTar>>;
  try {
    entries = await unpackTar(gunzip(archive), { strict: true });
  } catch (error) {
    throw coded('TAR_BAD_ARCHIVE', '', [
      `${what}: ${error instanceof Error ? error.message : String(error)}`,
    ]);
  }
  return entries.flatMap(({ header, data }): PackedFile[] => {
    const path = header.name
      .split('/')
      .filter((part) => part !== '' && part !== '.')
      .slice(1);
    if (header.type !== 'file' && header.type !== undefined) return [];
    if (path.length === 0 || path.includes('..')) return [];
    const executable = ((header.mode ?? 0) & 0o111) !== 0;
    return [{ path: path.join('/'), bytes: data ?? new Uint8Array(0), mode: executable ? 0o755 : 0o644 }];
  });
}

function gunzip(archive: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let length = 0;
  let ended = false;
  const unzip = new Gunzip((part, final) => {
    length += part.length;
    if (length > largestUnpackedBytes)
      throw new Error(`it unpacks to more than ${largestUnpackedBytes} bytes`);
    parts.push(part);
    ended ||= final;
  });
  // In pieces, so that a small archive of much is noticed before it is all in memory.
  const pieceBytes = 64 * 1024;
  for (let at = 0; at < archive.length; at += pieceBytes)
    unzip.push(archive.subarray(at, at + pieceBytes), at + pieceBytes >= archive.length);
  if (!ended) throw new Error('it ends too early');
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
