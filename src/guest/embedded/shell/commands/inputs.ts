import { bytesFromLatin1 } from '../disk/bytes.ts';
import { type CommandTools, type Context, stdinOf, stdinSource } from './command.ts';

const rangeBytes = 1 << 20;

export interface Input {
  /** As the user named it; `standard input` for `-`. */
  readonly name: string;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Path and size of a plain file, which can be read from its end. */
  readonly file: { readonly path: string; readonly size: number } | null;
  /** Its chunks are copies that nobody else holds. */
  readonly fresh: boolean;
  /** Takes back what was read and not used, where whoever reads the same input next should find it. */
  readonly giveBack: (bytes: Uint8Array) => void;
}

const dropped = (): void => {};

/** The words of `strerror` for what opening a file can meet. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known: Readonly<Record<string, string>> = {
    EISDIR: 'Is a directory',
    ENOTDIR: 'Not a directory',
    EACCES: 'Permission denied',
    ELOOP: 'Too many levels of symbolic links',
    ENOSPC: 'No space left on device',
    EFBIG: 'File too large',
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
    const source = stdinSource(tools, context);
    const giveBack = source?.keepsPosition ? (bytes: Uint8Array) => source.unread(bytes) : dropped;
    const chunks = stdinChunks(tools, context);
    return { name: 'standard input', chunks, file: null, fresh: source !== null, giveBack };
  }
  const path = tools.disk.resolvePath(context.cwd, operand);
  try {
    const stat = await tools.disk.stat(path);
    if (stat.isDirectory) return { failed: 'Is a directory' };
    if (stat.pipe !== undefined)
      return { name: operand, chunks: pipeChunks(tools, path), file: null, fresh: false, giveBack: dropped };
    const file = path.startsWith('/dev/') ? null : { path, size: stat.size };
    const fresh = !tools.disk.answersHere(path);
    return { name: operand, chunks: fileChunks(tools, path), file, fresh, giveBack: dropped };
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

async function* pipeChunks(tools: CommandTools, path: string): AsyncGenerator<Uint8Array> {
  const source = await tools.disk.hooks?.descriptors.sourceNamed(path);
  if (!source) return;
  const stopped = (): boolean => tools.signal.aborted || tools.deadlines.reached;
  for (let bytes = await source.read(stopped); bytes !== null; bytes = await source.read(stopped))
    yield bytes;
}

/** Standard input piece by piece, until its end or until the command is stopped. */
export async function* stdinChunks(tools: CommandTools, context: Context): AsyncGenerator<Uint8Array> {
  const source = stdinSource(tools, context);
  if (!source) {
    const stdin = stdinOf(context);
    if (stdin !== '') yield bytesFromLatin1(stdin);
    return;
  }
  const { signal } = context;
  const stopped = (): boolean =>
    tools.signal.aborted || tools.deadlines.reached || (signal?.aborted ?? false);
  for (let bytes = await source.read(stopped); bytes !== null; bytes = await source.read(stopped))
    yield bytes;
}
