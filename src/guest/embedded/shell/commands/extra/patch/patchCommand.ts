import { optionsOf } from '../getopt.ts';
import type { Io } from '../io.ts';
import { PatchParser } from './parse.ts';
import { PatchRun } from './patchRun.ts';

const spec = [
  ...[
    'p|strip=',
    'i|input=',
    'R|reverse',
    'N|forward',
    'f|force',
    't|batch',
    'F|fuzz=',
    's|quiet|silent',
    'b|backup',
  ],
  ...[
    'dry-run',
    'verbose',
    'o|output=',
    'r|reject-file=',
    'd|directory=',
    'E|remove-empty-files',
    'l|ignore-whitespace',
  ],
  ...[
    'u|unified',
    'c|context',
    'n|normal',
    'no-backup-if-mismatch',
    'backup-if-mismatch',
    'binary',
    'V|version-control=',
  ],
  ...[
    'B|prefix=',
    'z|suffix=',
    'posix',
    'merge',
    'reject-format=',
    'version',
    'v',
    'T|set-time',
    'Z|set-utc',
    'g|get=',
  ],
];

function usage(io: Io, text: string): Promise<number> {
  return io.fail(`${text}\npatch: Try 'patch --help' for more information.`, 2);
}

export async function patch(io: Io, args: readonly string[]): Promise<number> {
  const options = optionsOf(args, spec);
  if ('error' in options) return usage(io, options.error);
  if (options.has('version', 'v')) {
    await io.out('GNU patch 2.7.6\n');
    return 0;
  }
  const [target, patchFile] = options.operands;
  const input = options.get('i') ?? patchFile ?? '-';
  const text = await io.readText(input);
  if (typeof text !== 'string') return io.fail(`**** Can't open patch file ${input} : ${text.failed}`, 2);
  const folder = options.get('d');
  const run = new PatchRun(io, options, folder === undefined ? io.context.cwd : io.path(folder));
  const parser = new PatchParser(text);
  let count = 0;
  for (let each = parser.next(); each; each = parser.next()) {
    count++;
    if (!(await run.file(each, target ?? null)) || parser.malformed) break;
  }
  if (parser.malformed)
    return io.fail(`**** malformed patch at line ${parser.malformed.line}: ${parser.malformed.text}\n`, 2);
  if (count === 0 && text.trim() !== '') return io.fail('**** Only garbage was found in the patch input.', 2);
  return run.exitCode;
}
