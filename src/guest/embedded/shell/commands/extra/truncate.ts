import { type Options, sizeOf } from './getopt.ts';
import type { Io } from './io.ts';

export const truncateSpec = ['c|no-create', 'o|io-blocks', 'r|reference=', 's|size='];

function targetOf(sign: string, size: number, count: number): number {
  if (sign === '+') return size + count;
  if (sign === '-') return Math.max(0, size - count);
  if (sign === '<') return Math.min(size, count);
  if (sign === '>') return Math.max(size, count);
  if (sign === '/') return Math.floor(size / count) * count;
  if (sign === '%') return Math.ceil(size / count) * count;
  return count;
}

export async function truncate(io: Io, options: Options): Promise<number> {
  const wanted = options.get('s');
  const reference = options.get('r');
  if (wanted === undefined && reference === undefined)
    return io.usage("you must specify either '--size' or '--reference'");
  const sign = /^\s*([-+<>/%]?)/.exec(wanted ?? '')?.[1] ?? '';
  const count = sizeOf((wanted ?? '0').trim().slice(sign.length), {});
  if (count === null) return io.fail(`Invalid number: '${wanted}'`);
  if (count === 0 && (sign === '/' || sign === '%')) return io.fail('division by zero');
  if (reference !== undefined && wanted !== undefined && sign === '')
    return io.usage("you must specify a relative '--size' with '--reference'");
  if (options.operands.length === 0) return io.usage('missing file operand');
  const like = reference === undefined ? null : await io.stat(io.path(reference));
  if (reference !== undefined && !like)
    return io.fail(`cannot stat '${reference}': No such file or directory`);
  let exitCode = 0;
  for (const operand of options.operands) {
    const path = io.path(operand);
    const stat = await io.stat(path);
    if (!stat && options.has('c')) continue;
    const { files } = io.tools.disk;
    const change = async (): Promise<void> => {
      if (!stat) await files.writeFile(path, new Uint8Array(0));
      const size = like?.size ?? stat?.size ?? 0;
      await files.truncate(path, wanted === undefined ? size : targetOf(sign, size, count));
    };
    const failed = await io.attempt(change());
    if (failed !== null) exitCode = await io.fail(`cannot open '${operand}' for writing: ${failed}`);
  }
  return exitCode;
}
