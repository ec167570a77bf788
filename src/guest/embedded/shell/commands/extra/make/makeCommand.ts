import { optionsOf } from '../getopt.ts';
import type { Io } from '../io.ts';
import { MakeRun } from './makeRun.ts';

const spec = [
  ...[
    'B|always-make',
    'C|directory=',
    'f|file|makefile=',
    'n|just-print|dry-run|recon',
    'j|jobs=?',
    'k|keep-going',
  ],
  ...[
    's|silent|quiet',
    'i|ignore-errors',
    'I|include-dir=',
    'e|environment-overrides',
    'q|question',
    't|touch',
  ],
  ...[
    'w|print-directory',
    'no-print-directory',
    'S|no-keep-going|stop',
    'v|version',
    'h|help',
    'r|no-builtin-rules',
  ],
  ...[
    'R|no-builtin-variables',
    'l|load-average=?',
    'o|old-file=',
    'W|new-file=',
    'd',
    'debug=?',
    'O|output-sync=?',
  ],
  ...[
    'warn-undefined-variables',
    'p|print-data-base',
    'trace',
    'L|check-symlink-times',
    'no-silent',
    'b',
    'm',
    'E|eval=',
  ],
];

/** `-j 4` and `-j4`: the number is the option's, where it stands apart. */
function withNumbers(args: readonly string[]): string[] {
  return args.flatMap((arg, index) => {
    if (/^-[jl]$/.test(arg)) return [arg + (/^[\d.]+$/.test(args[index + 1] ?? '') ? args[index + 1] : '')];
    return /^[\d.]+$/.test(arg) && /^-[jl]$/.test(args[index - 1] ?? '') ? [] : [arg];
  });
}

export async function make(io: Io, args: readonly string[]): Promise<number> {
  // A make that was started by make gets its options and variables through MAKEFLAGS.
  const inherited = (io.env('MAKEFLAGS') ?? '').split(' -- ');
  const letters = (inherited[0] ?? '').trim();
  const passed = letters === '' ? [] : [letters.startsWith('-') ? letters : `-${letters}`];
  const options = optionsOf(
    withNumbers([...passed.filter((each) => /^-[a-zA-Z]+$/.test(each)), ...args]),
    spec,
  );
  if ('error' in options) {
    await io.note(`make: ${options.error}\nUsage: make [options] [target] ...\n`);
    return 2;
  }
  if (options.has('v')) {
    await io.out('GNU Make 4.3\nBuilt for x86_64-pc-linux-gnu\n');
    return 0;
  }
  if (options.has('h')) {
    await io.out('Usage: make [options] [target] ...\n');
    return 0;
  }
  const level = Number(io.env('MAKELEVEL') ?? 0);
  const name = level > 0 ? `make[${level}]` : 'make';
  let cwd = io.context.cwd;
  for (const folder of options.all('C')) {
    cwd = io.tools.disk.resolvePath(cwd, folder);
    const kind = (await io.stat(cwd))?.kind;
    if (kind === 'directory') continue;
    await io.note(
      `${name}: *** ${folder}: ${kind ? 'Not a directory' : 'No such file or directory'}.  Stop.\n`,
    );
    return 2;
  }
  const says = (options.has('C', 'w') || level > 0) && !options.has('no-print-directory', 's');
  const settings = inherited[1]?.match(/(?:\\.|\S)+/g)?.map((word) => word.replace(/\\(.)/g, '$1')) ?? [];
  const words = options.operands;
  const run = new MakeRun(io, name, cwd, {
    files: options.all('f'),
    goals: words.filter((word) => !/^[^=]*=/.test(word)),
    settings: [...settings, ...words.filter((word) => /^[^=]*=/.test(word))],
    level,
    letters: 'Bknsiqtew'
      .split('')
      .filter((letter) => options.has(letter))
      .join(''),
    environmentWins: options.has('e'),
    evals: options.all('E'),
  });
  if (says) await io.out(`${name}: Entering directory '${cwd}'\n`);
  const exitCode = await run.run();
  if (says) await io.out(`${name}: Leaving directory '${cwd}'\n`);
  return exitCode;
}
