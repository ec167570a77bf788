import { bytesFromLatin1 } from '../disk/bytes.ts';
import { type CommandTools, type Context, stdinOf } from './command.ts';

const rangeBytes = 1 << 20;

export interface Input {
  /** As the user named it; `standard input` for `-`. */
  readonly name: string;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Path and size of a plain file, which can be read from its end. */
  readonly file: { readonly path: string; readonly size: number } | null;
  /** Its chunks are copies that nobody else holds. */
  readonly fresh: boolean;
}

/** The words of `strerror` for what opening a file can meet. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known: Readonly<Record<string, string>> = {
    EISDIR: 'Is a directory',
    ENOTDIR: 'Not a directory',
    EACCES: 'Permission denied',
    ELOOP: 'Too many levels of symbolic links',
    ENOSPC: 'No space left on device',
  };
  return known[code] ?? 'No such file or directory';
}

/** A file operand, `-` or none: opened, or the reason why not. Nothing is read yet. */
export async function openInput(
  tools: CommandTools,
  context: Context,
  operand: string,
): Promise<Input | { readonly failed: string }> {
  if (operand === '-' || operand === '/dev/stdin') {
    return { name: 'standard input', chunks: stdinChunks(tools, context), file: null, fresh: false };
  }
  const path = tools.disk.resolvePath(context.cwd, operand);
  try {
    const stat = await tools.disk.stat(path);
    if (stat.isDirectory) return { failed: 'Is a directory' };
    const file = path.startsWith('/dev/') ? null : { path, size: stat.size };
    const fresh = !tools.disk.answersHere(path);
    return { name: operand, chunks: fileChunks(tools, path), file, fresh };
  } catch (error) {
    return { failed: reasonOf(error) };
  }
}

/**
 * From the second range on the next one is asked for before the last is used, so that reading and writing
 * overlap; a reader that needs only the start costs no more than that.
 */
export async function* fileChunks(tools: CommandTools, path: string, start = 0): AsyncGenerator<Uint8Array> {
  const read = (offset: number): Promise<Uint8Array> => {
    const range = tools.disk.readRange(path, offset, rangeBytes);
    // Nobody may wait for it when it fails: the reader can leave before.
    range.catch(() => {});
    return range;
  };
  let coming = read(start);
  for (let offset = start, isFirst = true; ; isFirst = false) {
    const bytes = await coming;
    offset += bytes.length;
    // A short range is the end; one more question would be a round trip for nothing.
    const isLast = bytes.length < rangeBytes;
    if (!isFirst && !isLast) coming = read(offset);
    if (bytes.length > 0) yield bytes;
    if (isLast) return;
    if (isFirst) coming = read(offset);
  }
}

async function* stdinChunks(tools: CommandTools, context: Context): AsyncGenerator<Uint8Array> {
  const stdin = stdinOf(context);
  const piped = tools.pipes.take(stdin);
  if (piped) yield* piped;
  else if (stdin !== '') yield bytesFromLatin1(stdin);
}
