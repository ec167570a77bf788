import type { Command, ExecResult } from 'just-bash/browser';
import { type CommandTools, command, fail, succeed } from './command.ts';

const bitLetters = (bits: number): string =>
  [...'rwx'].filter((_letter, index) => bits & (4 >> index)).join('');

function symbolic(mask: number): string {
  const shift = { u: 6, g: 3, o: 0 };
  return Object.entries(shift)
    .map(([who, by]) => `${who}=${bitLetters((~mask >> by) & 7)}`)
    .join(',');
}

/** The mask that a symbolic mode such as `u=rwx,g=rx,o=` leaves; null where it is none. */
function maskFrom(text: string, mask: number): number | null {
  let allowed = ~mask & 0o777;
  for (const clause of text.split(',')) {
    const match = /^([ugoa]*)([-+=])([rwx]*)$/.exec(clause);
    if (!match) return null;
    const [, who = '', sign, letters = ''] = match;
    const part =
      (letters.includes('r') ? 4 : 0) | (letters.includes('w') ? 2 : 0) | (letters.includes('x') ? 1 : 0);
    for (const [name, by] of Object.entries({ u: 6, g: 3, o: 0 })) {
      if (who !== '' && !who.includes('a') && !who.includes(name)) continue;
      const bits = part << by;
      if (sign === '+') allowed |= bits;
      else if (sign === '-') allowed &= ~bits;
      else allowed = (allowed & ~(7 << by)) | bits;
    }
  }
  return ~allowed & 0o777;
}

async function umask(tools: CommandTools, args: readonly string[]): Promise<ExecResult> {
  const { disk } = tools;
  const options = args.filter((arg) => /^-[pS]+$/.test(arg));
  const operands = args.filter((arg) => !/^-[pS]+$/.test(arg));
  const shown = (): string => {
    const octal = disk.umask.toString(8).padStart(4, '0');
    const text = options.some((option) => option.includes('S')) ? symbolic(disk.umask) : octal;
    const prefix = options.some((option) => option.includes('S')) ? 'umask -S ' : 'umask ';
    return `${options.some((option) => option.includes('p')) ? prefix : ''}${text}\n`;
  };
  const [operand] = operands;
  if (operand === undefined) return succeed(shown());
  if (/^\d+$/.test(operand)) {
    const mask = /^[0-7]+$/.test(operand) ? Number.parseInt(operand, 8) : 0o1000;
    if (mask > 0o777) return fail(`bash: umask: ${operand}: octal number out of range\n`);
    disk.umask = mask;
  } else {
    const mask = maskFrom(operand, disk.umask);
    if (mask === null) return fail(`bash: umask: \`${operand}': invalid symbolic mode operator\n`);
    disk.umask = mask;
  }
  return succeed(options.some((option) => option.includes('S')) ? shown() : '');
}

/** Letter, words and unit of each limit, and what it is here: none of them is enforced. */
const limits: readonly (readonly [letter: string, title: string, unit: string, value: string])[] = [
  ['R', 'real-time non-blocking time', 'microseconds, ', 'unlimited'],
  ['c', 'core file size', 'blocks, ', '0'],
  ['d', 'data seg size', 'kbytes, ', 'unlimited'],
  ['e', 'scheduling priority', '', '0'],
  ['f', 'file size', 'blocks, ', 'unlimited'],
  ['i', 'pending signals', '', '15640'],
  ['l', 'max locked memory', 'kbytes, ', '64'],
  ['m', 'max memory size', 'kbytes, ', 'unlimited'],
  ['n', 'open files', '', '1024'],
  ['p', 'pipe size', '512 bytes, ', '8'],
  ['q', 'POSIX message queues', 'bytes, ', '819200'],
  ['r', 'real-time priority', '', '0'],
  ['s', 'stack size', 'kbytes, ', '8192'],
  ['t', 'cpu time', 'seconds, ', 'unlimited'],
  ['u', 'max user processes', '', '15640'],
  ['v', 'virtual memory', 'kbytes, ', 'unlimited'],
  ['x', 'file locks', '', 'unlimited'],
];

async function ulimit(args: readonly string[]): Promise<ExecResult> {
  let wanted = 'f';
  for (const arg of args) {
    if (!/^-[A-Za-z]+$/.test(arg)) {
      // A limit that is set is taken and not enforced.
      return /^(\d+|unlimited|hard|soft)$/.test(arg)
        ? succeed()
        : fail(`bash: ulimit: ${arg}: invalid number\n`);
    }
    for (const letter of arg.slice(1)) if (!'HS'.includes(letter)) wanted = letter;
  }
  if (wanted === 'a') {
    const rows = limits.map(
      ([letter, title, unit, value]) =>
        `${title.padEnd(20)} ${`(${unit}-${letter})`.padStart(43 - Math.max(20, title.length) - 1)} ${value}\n`,
    );
    return succeed(rows.join(''));
  }
  const limit = limits.find(([letter]) => letter === wanted);
  if (!limit)
    return fail(
      `bash: ulimit: -${wanted}: invalid option\nulimit: usage: ulimit [-SHabcdefiklmnpqrstuvxPRT] [limit]\n`,
      2,
    );
  return succeed(`${limit[3]}\n`);
}

const builtins =
  '. : [ alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs disown echo enable eval exec exit export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf pushd pwd read readarray readonly return set shift shopt source suspend test times trap true type typeset ulimit umask unalias unset wait'.split(
    ' ',
  );

export const smallNames = ['umask', 'ulimit', 'times', 'enable'];

/** Builtins of bash that just-bash lacks. */
export function smallCommands(tools: CommandTools): Command[] {
  return [
    command('umask', (args) => umask(tools, args)),
    command('ulimit', (args) => ulimit(args)),
    command('times', async () => succeed('0m0.000s 0m0.000s\n0m0.000s 0m0.000s\n')),
    command('enable', async (args) => {
      const names = args.filter((arg) => !arg.startsWith('-'));
      const unknown = names.find((name) => !builtins.includes(name));
      if (unknown !== undefined) return fail(`bash: enable: ${unknown}: not a shell builtin\n`);
      return succeed(names.length > 0 ? '' : builtins.map((name) => `enable ${name}\n`).join(''));
    }),
  ];
}
