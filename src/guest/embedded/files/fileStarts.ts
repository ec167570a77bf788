import type { SyncFiles } from './ops.ts';

/** Small files by one question. */
export interface FileStarts {
  /** For each path the bytes of its file, or -1 where it has to be looked at by itself: no file, too large, none there. */
  readonly sizes: readonly number[];
  /** The files' bytes one behind the other. */
  readonly bytes: Uint8Array;
}

/** More in one answer would have its reader wait for what it may not need. */
const mostBytes = 4 << 20;

/**
 * What is in many small files, each of at most `eachBytes`: a message to and fro for each file costs several times what
 * reading it does (`grep -r`). Never throws: what cannot be read is -1.
 */
export function readStarts(files: SyncFiles, paths: readonly string[], eachBytes: number): FileStarts {
  const parts: Uint8Array[] = [];
  let total = 0;
  const sizes = paths.map((path) => {
    const bytes = smallFile(files, path, Math.min(eachBytes, mostBytes - total));
    if (bytes === null) return -1;
    parts.push(bytes);
    total += bytes.length;
    return bytes.length;
  });
  const bytes = new Uint8Array(total);
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return { sizes, bytes };
}

function smallFile(files: SyncFiles, path: string, limit: number): Uint8Array | null {
  try {
    const { kind, pipe, size } = files.stat(path);
    return kind === 'file' && pipe === undefined && size <= limit ? files.readFile(path) : null;
  } catch {
    return null;
  }
}
