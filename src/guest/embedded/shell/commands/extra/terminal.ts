import type { Command } from 'just-bash/browser';
import { isTerminal } from '../../stream/route.ts';
import type { CommandTools } from '../command.ts';
import { extraCommand, type Io } from './io.ts';

/** What a program reads of a terminal that is not one: pages, editors and modes have nothing to hold on to. */
async function stty(io: Io): Promise<number> {
  return io.fail("'standard input': Inappropriate ioctl for device");
}

async function tty(io: Io, args: readonly string[]): Promise<number> {
  if (!args.includes('-s')) await io.out('not a tty\n');
  return 1;
}

function sequenceOf(capability: string, values: readonly string[], hasColour: boolean): string | null {
  const [first = 0] = values.map(Number);
  const colour = (base: number): string =>
    first < 8
      ? `\x1b[${base}${first}m`
      : first < 16
        ? `\x1b[${base + 6}${first - 8}m`
        : `\x1b[${base}8;5;${first}m`;
  const plain: Readonly<Record<string, string>> = {
    bold: '\x1b[1m',
    dim: '\x1b[2m',
    smul: '\x1b[4m',
    rmul: '\x1b[24m',
    rev: '\x1b[7m',
    smso: '\x1b[7m',
    rmso: '\x1b[27m',
    sitm: '\x1b[3m',
    ritm: '\x1b[23m',
    sgr0: '\x1b(B\x1b[m',
    op: '\x1b[39;49m',
    clear: '\x1b[H\x1b[2J\x1b[3J',
    el: '\x1b[K',
    ed: '\x1b[J',
    civis: '\x1b[?25l',
    cnorm: '\x1b[?12l\x1b[?25h',
    sc: '\x1b7',
    rc: '\x1b8',
    bel: '\x07',
    smcup: '\x1b[?1049h\x1b[22;0;0t',
    rmcup: '\x1b[?1049l\x1b[23;0;0t',
  };
  if (capability === 'setaf') return hasColour ? colour(3) : null;
  if (capability === 'setab') return hasColour ? colour(4) : null;
  if (capability === 'cup') return `\x1b[${first + 1};${Number(values[1] ?? 0) + 1}H`;
  return plain[capability] ?? null;
}

async function tput(io: Io, args: readonly string[]): Promise<number> {
  const hasOption = args[0]?.startsWith('-T') ?? false;
  const attached = args[0]?.slice(2) ?? '';
  const terminal = hasOption ? attached || args[1] : io.env('TERM');
  const [capability, ...values] = args.slice(hasOption ? (attached === '' ? 2 : 1) : 0);
  if (!terminal) {
    await io.note('tput: No value for $TERM and no -T specified\n');
    return 2;
  }
  if (capability === undefined) {
    await io.note('usage: tput [-V] [-S] [-T term] capname\n');
    return 2;
  }
  const numbers: Readonly<Record<string, string>> = {
    cols: io.env('COLUMNS') ?? '80',
    lines: io.env('LINES') ?? '24',
    colors: terminal === 'dumb' ? '-1' : terminal.includes('256color') ? '256' : '8',
    it: '8',
  };
  const number = numbers[capability];
  if (number !== undefined) {
    await io.out(`${number}\n`);
    return 0;
  }
  if (capability === 'init' || capability === 'reset') return 0;
  const isDumb = terminal === 'dumb';
  const sequence = sequenceOf(capability, values, !isDumb);
  if (isDumb) return 1;
  if (sequence === null) {
    await io.note(`tput: unknown terminfo capability '${capability}'\n`);
    return 4;
  }
  await io.out(sequence);
  return 0;
}

async function pager(io: Io, args: readonly string[]): Promise<number> {
  const files = args.filter((arg) => !/^[-+]./.test(arg));
  for (const file of files.length > 0 ? files : ['-']) {
    const chunks = await io.open(file);
    if ('failed' in chunks) {
      const isFolder = chunks.failed === 'Is a directory';
      if (io.name === 'more') {
        if (isFolder) await io.out(`\n*** ${file}: directory ***\n\n`);
        else await io.note(`more: cannot open ${file}: ${chunks.failed}\n`);
        // less says it where its text would be, and does not count it as a failure.
      } else await io.out(isFolder ? `${file} is a directory\n` : `${file}: ${chunks.failed}\n`);
      continue;
    }
    if (io.name === 'more' && files.length > 1) await io.out(`::::::::::::::\n${file}\n::::::::::::::\n`);
    await io.output.writeAll(chunks);
  }
  return 0;
}

const watchUsage = `
Usage:
 watch [options] command

Options:
  -b, --beep             beep if command has a non-zero exit
  -c, --color            interpret ANSI color and style sequences
  -d, --differences[=<permanent>]
                         highlight changes between updates
  -e, --errexit          exit if command has a non-zero exit
  -g, --chgexit          exit when output from command changes
  -q, --equexit <cycles>
                         exit when output from command does not change
  -n, --interval <secs>  seconds to wait between updates
  -p, --precise          attempt run command in precise intervals
  -t, --no-title         turn off header
  -w, --no-wrap          turn off line wrapping
  -x, --exec             pass command to exec instead of "sh -c"

 -h, --help     display this help and exit
 -v, --version  output version information and exit

For more details see watch(1).
`;

/** `watch` needs a full screen, which is nowhere here; without a terminal the real one does not begin either. */
async function watch(io: Io, args: readonly string[]): Promise<number> {
  if (/^(-h|--help)$/.test(args[0] ?? '')) return (await io.out(watchUsage)) ? 0 : 1;
  if (/^(-v|--version)$/.test(args[0] ?? '')) return (await io.out('watch from procps-ng 4.0.2\n')) ? 0 : 1;
  if (
    !args.some(
      (arg, index) => !arg.startsWith('-') && !/^(-n|-q|--interval|--equexit)$/.test(args[index - 1] ?? ''),
    )
  ) {
    await io.note(watchUsage);
    return 1;
  }
  const terminal = io.env('TERM');
  await io.note(
    terminal === undefined || !isTerminal(io.call.route.out)
      ? `Error opening terminal: ${terminal ?? 'unknown'}.\n`
      : 'watch: no full-screen programs in this guest; use while sleep 2; do …; done\n',
  );
  return 1;
}

/** Programs that are not here, each with a sentence about what to do instead. */
const absent: Readonly<Record<string, readonly [sentence: string, exitCode: number]>> = {
  vi: ['no full-screen editor in this guest; write files with cat <<EOF, sed -i or printf', 1],
  vim: ['no full-screen editor in this guest; write files with cat <<EOF, sed -i or printf', 1],
  nano: ['no full-screen editor in this guest; write files with cat <<EOF, sed -i or printf', 1],
  emacs: ['no full-screen editor in this guest; write files with cat <<EOF, sed -i or printf', 1],
  bzip2: ['bzip2 is not in this guest; gzip, zip and tar -z are', 127],
  bunzip2: ['bzip2 is not in this guest; gunzip, unzip and tar -z are', 127],
  xz: ['xz is not in this guest; gzip, zip and tar -z are', 127],
  unxz: ['xz is not in this guest; gunzip, unzip and tar -z are', 127],
  zstd: ['zstd is not in this guest; gzip, zip and tar -z are', 127],
};

async function man(io: Io, args: readonly string[]): Promise<number> {
  const page = args.findLast((arg) => !arg.startsWith('-'));
  if (page === undefined) {
    await io.note("What manual page do you want?\nFor example, try 'man man'.\n");
    return 1;
  }
  await io.note(
    `No manual entry for ${page}: there are no manual pages in this guest; try '${page} --help'\n`,
  );
  return 16;
}

export const terminalNames = [
  ...['tty', 'stty', 'tput', 'less', 'more', 'man', 'reset', 'watch'],
  ...Object.keys(absent),
];

/** Commands about the terminal, and those that would need a real one. */
export function terminalCommands(tools: CommandTools): Command[] {
  const clear = async (io: Io): Promise<number> => {
    if (isTerminal(io.call.route.out) || io.env('TERM')) await io.out('\x1b[H\x1b[2J\x1b[3J');
    else await io.note('TERM environment variable not set.\n');
    return isTerminal(io.call.route.out) || io.env('TERM') ? 0 : 1;
  };
  return [
    extraCommand(tools, 'tty', tty),
    extraCommand(tools, 'stty', stty),
    extraCommand(tools, 'tput', tput),
    extraCommand(tools, 'clear', clear),
    extraCommand(tools, 'reset', clear),
    extraCommand(tools, 'less', pager),
    extraCommand(tools, 'more', pager),
    extraCommand(tools, 'man', man),
    extraCommand(tools, 'watch', watch),
    ...Object.entries(absent).map(([name, [sentence, exitCode]]) =>
      extraCommand(tools, name, (io) => io.fail(sentence, exitCode)),
    ),
  ];
}
