import type { CommandTools, Context } from '../command.ts';
import { joined } from '../commandOutput.ts';
import { openInput } from '../inputs.ts';

/** Files are read ahead up to here, bytes. */
const startBytes = 1 << 20;
/** So many of one question, each not over so many bytes: an answer is a piece of work of a millisecond or two. */
const filesAtOnce = 64;
const smallBytes = 64 << 10;

interface Operand {
  readonly operand: string;
  /** Why it is not to be read. */
  readonly failed?: string;
}

export interface Start {
  readonly bytes: Uint8Array;
  /** What follows; null where that is all. */
  readonly rest: AsyncIterable<Uint8Array> | null;
}

/** A file operand up to a size at which it is better read piece by piece. Standard input is not read ahead. */
async function readStart(
  tools: CommandTools,
  context: Context,
  operand: string,
): Promise<Start | { readonly failed: string }> {
  const input = await openInput(tools, context, operand);
  if ('failed' in input) return input;
  if (!input.file) return { bytes: new Uint8Array(0), rest: input.chunks };
  const { size } = input.file;
  if (size > startBytes) return { bytes: new Uint8Array(0), rest: input.chunks };
  const parts: Uint8Array[] = [];
  for await (const chunk of input.chunks) parts.push(chunk);
  return { bytes: joined(parts), rest: null };
}

/**
 * Files one after another, each with its start. Small ones are asked for together, the next of them before these are
 * used. Nothing of standard input is read before its turn.
 */
export async function* readStarts<File extends Operand>(
  tools: CommandTools,
  context: Context,
  files: AsyncIterable<File>,
): AsyncGenerator<{ readonly file: File; readonly start: Start | { readonly failed: string } }> {
  let coming: {
    readonly group: readonly File[];
    readonly small: Promise<readonly (Uint8Array | null)[]>;
  } | null = null;
  async function* use({ group, small }: NonNullable<typeof coming>) {
    const found = await small;
    for (const [at, file] of group.entries()) {
      const bytes = found[at];
      if (bytes) yield { file, start: { bytes, rest: null } };
      else if (file.failed !== undefined) yield { file, start: { failed: file.failed } };
      else yield { file, start: await readStart(tools, context, file.operand) };
    }
  }
  for await (const group of groupsOf(files, filesAtOnce)) {
    const next = { group, small: smallFiles(tools, context, group) };
    // Nobody may wait for it when the reader leaves before.
    next.small.catch(() => {});
    if (coming) yield* use(coming);
    coming = next;
  }
  if (coming) yield* use(coming);
}

async function* groupsOf<Item>(items: AsyncIterable<Item>, most: number): AsyncGenerator<Item[]> {
  let group: Item[] = [];
  for await (const item of items) {
    group.push(item);
    if (group.length < most) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

/** Null for what has to be opened by itself. */
async function smallFiles(
  { disk }: CommandTools,
  { cwd }: Context,
  group: readonly Operand[],
): Promise<readonly (Uint8Array | null)[]> {
  const paths = group.map(({ operand, failed }) => {
    if (failed !== undefined || operand === '-') return null;
    const path = disk.resolvePath(cwd, operand);
    return disk.answersHere(path) ? null : path;
  });
  const asked = paths.filter((path) => path !== null);
  // One file alone is as quick by itself, and its end need not be waited for.
  if (asked.length < 2 || !disk.files.readStarts) return paths.map(() => null);
  const answer = await disk.files.readStarts(asked, smallBytes).catch(() => null);
  if (!answer) return paths.map(() => null);
  const { sizes, bytes } = answer;
  let offset = 0;
  let at = 0;
  return paths.map((path) => {
    const size = path === null ? -1 : (sizes[at++] ?? -1);
    if (size < 0) return null;
    offset += size;
    return bytes.subarray(offset - size, offset);
  });
}

/** All bytes of a file operand, `-` being standard input; or the reason why not. */
export async function readAll(
  tools: CommandTools,
  context: Context,
  operand: string,
): Promise<Uint8Array | { readonly failed: string }> {
  const input = await openInput(tools, context, operand);
  if ('failed' in input) return input;
  const parts: Uint8Array[] = [];
  for await (const chunk of input.chunks) parts.push(chunk);
  return joined(parts);
}
