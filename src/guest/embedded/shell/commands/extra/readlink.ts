import type { Options } from './getopt.ts';
import type { Io } from './io.ts';
import { canonical, isInFile } from './realpath.ts';

export const readlinkSpec = [
  'f|canonicalize',
  'e|canonicalize-existing',
  'm|canonicalize-missing',
  'n|no-newline',
  'q|quiet',
  's|silent',
  'v|verbose',
  'z|zero',
];

const demands = { f: 'all but the last', e: 'all', m: 'nothing' } as const;

/** `readlink` says nothing of what it cannot read unless `-v` asks. */
export async function readlink(io: Io, options: Options): Promise<number> {
  const { operands } = options;
  if (operands.length === 0) return io.usage('missing operand');
  const mode = options.last('f', 'e', 'm');
  const end = options.has('z') ? '\0' : options.has('n') && operands.length === 1 ? '' : '\n';
  let exitCode = 0;
  for (const operand of operands) {
    const path =
      mode === 'f' || mode === 'e' || mode === 'm'
        ? await canonical(io, operand, demands[mode])
        : await io.tools.disk.readlink(io.path(operand)).catch(() => null);
    if (path !== null && operand !== '') {
      await io.out(path + end);
      continue;
    }
    exitCode = 1;
    if (!options.has('v')) continue;
    const isThere = mode === undefined && (await io.lstat(io.path(operand))) !== null;
    const missing = (await isInFile(io, operand)) ? 'Not a directory' : 'No such file or directory';
    await io.fail(`${operand || "''"}: ${isThere ? 'Invalid argument' : missing}`);
  }
  return exitCode;
}
