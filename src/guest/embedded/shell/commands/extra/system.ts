import type { Command } from 'just-bash/browser';
import type { CommandTools } from '../command.ts';
import type { Options } from './getopt.ts';
import { extraCommand, type Io, optionCommand } from './io.ts';

const host = 'spillway';
const user = 'user';
const userId = '1000';
/** The guest shows one processor: two commands that run at once are not promised two. */
const processors = 1;
const pageBytes = 4096;

const systemNames: readonly (readonly [key: string, value: string])[] = [
  ['s', 'Linux'],
  ['n', host],
  ['r', '6.1.0-spillway'],
  ['v', '#1 SMP'],
  ['m', 'x86_64'],
  ['p', 'unknown'],
  ['i', 'unknown'],
  ['o', 'GNU/Linux'],
];

const unameSpec = [
  'a|all',
  's|kernel-name|sysname',
  'n|nodename',
  'r|kernel-release|release',
  'v|kernel-version',
  'm|machine',
  'p|processor',
  'i|hardware-platform',
  'o|operating-system',
];

async function uname(io: Io, options: Options): Promise<number> {
  if (options.operands.length > 0) return io.usage(`extra operand '${options.operands[0]}'`);
  const known = systemNames.filter(([key, value]) =>
    options.has('a') ? value !== 'unknown' : options.has(key) || (options.list.length === 0 && key === 's'),
  );
  await io.out(`${known.map(([, value]) => value).join(' ')}\n`);
  return 0;
}

async function id(io: Io, options: Options): Promise<number> {
  const kinds = ['u', 'g', 'G'].filter((key) => options.has(key));
  if (kinds.length > 1) return io.fail('cannot print "only" of more than one choice');
  if (kinds.length === 0 && options.has('n'))
    return io.fail('cannot print only names or real IDs in default format');
  const accounts = options.operands.length > 0 ? options.operands : [user];
  let exitCode = 0;
  for (const name of accounts) {
    const isRoot = name === 'root' || name === '0';
    if (!isRoot && name !== user && name !== userId) {
      exitCode = await io.fail(`'${name}': no such user`);
      continue;
    }
    const [shown, number] = isRoot ? ['root', '0'] : [user, userId];
    const whole = `uid=${number}(${shown}) gid=${number}(${shown}) groups=${number}(${shown})`;
    const end = options.has('z') ? '\0' : '\n';
    await io.out(`${kinds.length === 0 ? whole : options.has('n') ? shown : number}${end}`);
  }
  return exitCode;
}

async function uptime(io: Io, args: readonly string[]): Promise<number> {
  const now = new Date(io.tools.nowMs).toISOString();
  const asked = args.join(' ');
  if (/^(-s|--since)$/.test(asked)) await io.out(`${now.slice(0, 10)} ${now.slice(11, 19)}\n`);
  else if (/^(-p|--pretty)$/.test(asked)) await io.out('up 0 minutes\n');
  else await io.out(` ${now.slice(11, 19)} up 0 min,  1 user,  load average: 0.00, 0.00, 0.00\n`);
  return 0;
}

/** Nobody is logged in on a terminal here: `who` lists nobody, and `w` has no rows. */
async function who(io: Io, args: readonly string[]): Promise<number> {
  if (args.includes('-H') || args.includes('--heading'))
    await io.out('NAME     LINE         TIME             COMMENT\n');
  if (args.includes('-q') || args.includes('--count')) await io.out('\n# users=0\n');
  return 0;
}

async function w(io: Io, args: readonly string[]): Promise<number> {
  if (args.includes('-h') || args.includes('--no-header')) return 0;
  await uptime(io, []);
  await io.out('USER     TTY      FROM             LOGIN@   IDLE   JCPU   PCPU WHAT\n');
  return 0;
}

const memoryKib = { total: 4_194_304, used: 2_097_152 };

/** `4.0Gi` as `free -h` has it. */
function human(kib: number, unit: string): string {
  let value = kib * 1024;
  let power = 0;
  while (value >= 1024 && power < 4) {
    value /= 1024;
    power++;
  }
  const digits = value < 10 && power > 0 ? value.toFixed(1) : String(Math.floor(value));
  return `${digits}${power === 0 ? 'B' : `${'KMGT'[power - 1]}${unit}`}`;
}

async function free(io: Io, options: Options): Promise<number> {
  const divisor = { b: 1 / 1024, k: 1, m: 1024, g: 1024 ** 2 }[options.last('b', 'k', 'm', 'g') ?? 'k'] ?? 1;
  const show = (kib: number): string =>
    options.has('h') ? human(kib, 'i') : String(Math.floor(kib / divisor));
  const row = (name: string, values: readonly number[]): string =>
    `${name}${values.map((value, index) => show(value).padStart(index === 0 ? 20 - name.length : 12)).join('')}\n`;
  const { total, used } = memoryKib;
  await io.out(
    '               total        used        free      shared  buff/cache   available\n' +
      row('Mem:', [total, used, total - used, 0, 0, total - used]) +
      row('Swap:', [0, 0, 0]),
  );
  return 0;
}

async function getconf(io: Io, args: readonly string[]): Promise<number> {
  const known: Readonly<Record<string, string>> = {
    PAGESIZE: String(pageBytes),
    PAGE_SIZE: String(pageBytes),
    _NPROCESSORS_ONLN: String(processors),
    _NPROCESSORS_CONF: String(processors),
    ARG_MAX: '2097152',
    LONG_BIT: '64',
    PATH: '/bin:/usr/bin',
    PATH_MAX: '4096',
    NAME_MAX: '255',
    OPEN_MAX: '1024',
    CLK_TCK: '100',
    INT_MAX: '2147483647',
    GNU_LIBC_VERSION: 'glibc 2.36',
  };
  const [name] = args;
  if (name === undefined) return io.fail('usage: getconf [-v specification] variable_name [pathname]', 2);
  const value = known[name];
  if (value === undefined) {
    await io.note(`getconf: Unrecognized variable \`${name}'\n`);
    return 2;
  }
  await io.out(`${value}\n`);
  return 0;
}

async function locale(io: Io, args: readonly string[]): Promise<number> {
  if (args[0] === '-a') await io.out('C\nC.utf8\nPOSIX\n');
  else if (args[0] === 'charmap') await io.out('UTF-8\n');
  else {
    const lang = io.env('LANG') ?? '';
    const all = io.env('LC_ALL') ?? '';
    const kinds =
      'CTYPE NUMERIC TIME COLLATE MONETARY MESSAGES PAPER NAME ADDRESS TELEPHONE MEASUREMENT IDENTIFICATION';
    const rows = kinds.split(' ').map((kind) => {
      const own = all === '' ? io.env(`LC_${kind}`) : undefined;
      return `LC_${kind}=${own ?? `"${all || lang || 'POSIX'}"`}\n`;
    });
    await io.out(`LANG=${lang}\nLANGUAGE=${io.env('LANGUAGE') ?? ''}\n${rows.join('')}LC_ALL=${all}\n`);
  }
  return 0;
}

const lscpuText = `Architecture:            x86_64
  CPU op-mode(s):        32-bit, 64-bit
  Byte Order:            Little Endian
CPU(s):                  ${processors}
  On-line CPU(s) list:   0
Model name:              in-browser guest
  Thread(s) per core:    1
  Core(s) per socket:    1
  Socket(s):             1
`;

/** Commands that always say the same. */
const fixed: Readonly<Record<string, string>> = {
  arch: 'x86_64\n',
  whoami: `${user}\n`,
  logname: `${user}\n`,
  users: `${user}\n`,
  lscpu: lscpuText,
};

async function nproc(io: Io, options: Options): Promise<number> {
  const ignored = options.get('ignore') ?? '0';
  if (!/^\d+$/.test(ignored)) return io.fail(`invalid number: '${ignored}'`);
  if (options.operands.length > 0) return io.usage(`extra operand '${options.operands[0]}'`);
  await io.out(`${Math.max(1, processors - Number(ignored))}\n`);
  return 0;
}

async function groups(io: Io, args: readonly string[]): Promise<number> {
  for (const name of args) {
    if (name !== user && name !== 'root') return io.fail(`'${name}': no such user`);
    await io.out(`${name} : ${name}\n`);
  }
  if (args.length === 0) await io.out(`${user}\n`);
  return 0;
}

async function hostname(io: Io, args: readonly string[]): Promise<number> {
  const [first] = args;
  if (first !== undefined && !first.startsWith('-'))
    return io.fail('you must be root to change the host name');
  if (first === '-I' || first === '-i' || first?.startsWith('--ip')) await io.out('127.0.0.1\n');
  else if (first === '-d') await io.out('\n');
  else await io.out(`${host}\n`);
  return 0;
}

export const systemNamesAdded = [
  ...['uname', 'id', 'nproc', 'uptime', 'free', 'getconf', 'locale', 'groups', 'who', 'w'],
  ...Object.keys(fixed),
];

/** Commands that tell about the machine and the one who uses it. */
export function systemCommands(tools: CommandTools): Command[] {
  return [
    optionCommand(tools, 'uname', unameSpec, uname),
    optionCommand(tools, 'id', ['u|user', 'g|group', 'G|groups', 'n|name', 'r|real', 'z|zero', 'a'], id),
    optionCommand(tools, 'nproc', ['all', 'ignore='], nproc),
    optionCommand(
      tools,
      'free',
      ['b|bytes', 'k|kibi', 'm|mebi', 'g|gibi', 'h|human', 't|total', 'w|wide'],
      free,
    ),
    extraCommand(tools, 'uptime', uptime),
    extraCommand(tools, 'who', who),
    extraCommand(tools, 'w', w),
    extraCommand(tools, 'getconf', getconf),
    extraCommand(tools, 'locale', locale),
    extraCommand(tools, 'groups', groups),
    extraCommand(tools, 'hostname', hostname),
    ...Object.entries(fixed).map(([name, text]) =>
      extraCommand(tools, name, async (io, args) => {
        if (args.length > 0 && name !== 'lscpu') return io.usage(`extra operand '${args[0]}'`);
        await io.out(text);
        return 0;
      }),
    ),
  ];
}
