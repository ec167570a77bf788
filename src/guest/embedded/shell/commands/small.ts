import type { Command } from 'just-bash/browser';
import { type CommandTools, type Context, command, fail, latin1FromText, succeed } from './command.ts';
import { fileChunks, openInput, reasonOf } from './inputs.ts';
import { parseCount, parseOptions } from './options.ts';

const systemNames: Readonly<Record<string, string>> = {
  s: 'Linux',
  n: 'spillway',
  r: '6.1.0-spillway',
  v: '#1 SMP',
  m: 'x86_64',
  o: 'GNU/Linux',
};

function uname(args: readonly string[]) {
  const letters = args.length === 0 ? 's' : args.join('').replace(/--all/g, 'a').replace(/-/g, '');
  const wanted = letters.includes('a')
    ? [...'snrvmo']
    : [...'snrvmo'].filter((each) => letters.includes(each));
  if (wanted.length === 0) return fail(`uname: invalid option -- '${letters}'\n`);
  return succeed(`${wanted.map((letter) => systemNames[letter]).join(' ')}\n`);
}

function id(args: readonly string[]) {
  const letters = args.join('').replace(/-/g, '');
  if (letters === '') return succeed('uid=1000(user) gid=1000(user) groups=1000(user)\n');
  const byName = letters.includes('n');
  if (/[ugG]/.test(letters)) return succeed(byName ? 'user\n' : '1000\n');
  return fail(`id: '${args.at(-1)}': no such user\n`);
}

const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

async function mktemp(tools: CommandTools, args: readonly string[], context: Context) {
  const table = {
    flags: 'dquVt',
    valued: 'p',
    long: { directory: 'd', tmpdir: 'p', 'dry-run': 'u', quiet: 'q' },
  };
  const parsed = parseOptions(
    args.map((arg) => (arg === '--tmpdir' ? '-p/tmp' : arg)),
    table,
  );
  if ('error' in parsed) return fail(`mktemp: ${parsed.error}\n`);
  const [given] = parsed.operands;
  const template = given ?? 'tmp.XXXXXXXXXX';
  const holes = /X{3,}(?=[^X]*$)/.exec(template);
  if (!holes) return fail(`mktemp: too few X's in template '${template}'\n`);
  const inTmp = given === undefined || parsed.given.has('p') || parsed.given.has('t');
  const folder = parsed.given.get('p') || context.env.get('TMPDIR') || '/tmp';
  for (let attempt = 0; attempt < 100; attempt++) {
    const letters = Array.from(holes[0], () => alphabet[tools.randomByte() % alphabet.length]).join('');
    const name = template.slice(0, holes.index) + letters + template.slice(holes.index + holes[0].length);
    const shown = inTmp ? `${folder}/${name}` : name;
    const path = tools.disk.resolvePath(context.cwd, shown);
    if (await tools.disk.exists(path)) continue;
    try {
      if (parsed.given.has('d')) await tools.disk.mkdir(path);
      else if (!parsed.given.has('u')) await tools.disk.files.writeFile(path, new Uint8Array(0), 0o600);
    } catch (error) {
      const kind = parsed.given.has('d') ? 'directory' : 'file';
      return fail(`mktemp: failed to create ${kind} via template '${shown}': ${reasonOf(error)}\n`);
    }
    return succeed(latin1FromText(`${shown}\n`));
  }
  return fail(`mktemp: failed to create file via template '${template}': File exists\n`);
}

async function realpath(tools: CommandTools, args: readonly string[], context: Context) {
  const table = {
    flags: 'ems',
    valued: '',
    long: { 'canonicalize-existing': 'e', 'canonicalize-missing': 'm' },
  };
  const parsed = parseOptions(args, table);
  if ('error' in parsed) return fail(`realpath: ${parsed.error}\n`);
  if (parsed.operands.length === 0) return fail('realpath: missing operand\n');
  let stdout = '';
  let stderr = '';
  for (const operand of parsed.operands) {
    const path = tools.disk.resolvePath(context.cwd, operand);
    const parent = path.slice(0, path.lastIndexOf('/')) || '/';
    try {
      stdout += `${await tools.disk.realpath(path)}\n`;
    } catch (error) {
      const parentThere = await tools.disk.exists(parent);
      if (parsed.given.has('m') || (parentThere && !parsed.given.has('e'))) stdout += `${path}\n`;
      else stderr += `realpath: ${operand}: ${reasonOf(error)}\n`;
    }
  }
  return { stdout, stderr, exitCode: stderr === '' ? 0 : 1 };
}

async function truncate(tools: CommandTools, args: readonly string[], context: Context) {
  const parsed = parseOptions(args, { flags: 'c', valued: 's', long: { size: 's', 'no-create': 'c' } });
  if ('error' in parsed) return fail(`truncate: ${parsed.error}\n`);
  const wanted = parsed.given.get('s');
  if (wanted === undefined) return fail("truncate: you must specify either '--size' or '--reference'\n");
  const count = parseCount(wanted.replace(/^[-+]/, ''));
  if (count === null) return fail(`truncate: Invalid number: '${wanted}'\n`);
  for (const operand of parsed.operands) {
    const path = tools.disk.resolvePath(context.cwd, operand);
    const there = await tools.disk.exists(path);
    if (!there && parsed.given.has('c')) continue;
    try {
      if (!there) await tools.disk.files.writeFile(path, new Uint8Array(0));
      const { size } = await tools.disk.stat(path);
      const target = wanted.startsWith('+') ? size + count : wanted.startsWith('-') ? size - count : count;
      await tools.disk.files.truncate(path, Math.max(0, target));
    } catch (error) {
      return fail(`truncate: cannot open '${operand}' for writing: ${reasonOf(error)}\n`);
    }
  }
  return succeed();
}

async function allBytes(tools: CommandTools, context: Context, operand: string) {
  const input = await openInput(tools, context, operand);
  if ('failed' in input) return input;
  const parts: Uint8Array[] = [];
  for await (const chunk of input.file ? fileChunks(tools, input.file.path) : input.chunks) parts.push(chunk);
  return parts;
}

async function cmp(tools: CommandTools, args: readonly string[], context: Context) {
  const parsed = parseOptions(args, { flags: 'sbl', valued: 'n', long: { silent: 's', quiet: 's' } });
  if ('error' in parsed) return fail(`cmp: ${parsed.error}\n`, 2);
  const [left = '', right = '-'] = parsed.operands;
  const sides: Uint8Array[] = [];
  for (const operand of [left, right]) {
    const parts = await allBytes(tools, context, operand);
    if ('failed' in parts) return fail(`cmp: ${operand}: ${parts.failed}\n`, 2);
    sides.push(new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer()));
  }
  const [a, b] = sides as [Uint8Array, Uint8Array];
  const silent = parsed.given.has('s');
  let line = 1;
  for (let index = 0; index < Math.min(a.length, b.length); index++) {
    if (a[index] !== b[index]) {
      return fail('', 1, silent ? '' : `${left} ${right} differ: byte ${index + 1}, line ${line}\n`);
    }
    if (a[index] === 10) line++;
  }
  if (a.length === b.length) return succeed();
  const [shorter, length] = a.length < b.length ? [left, a.length] : [right, b.length];
  const where = length === 0 ? 'which is empty' : `after byte ${length}, in line ${line}`;
  return fail(silent ? '' : `cmp: EOF on ${shorter} ${where}\n`);
}

async function shuf(tools: CommandTools, args: readonly string[], context: Context) {
  const table = {
    flags: 'ezr',
    valued: 'in',
    long: { echo: 'e', 'input-range': 'i', 'head-count': 'n', repeat: 'r' },
  };
  const parsed = parseOptions(args, table);
  if ('error' in parsed) return fail(`shuf: ${parsed.error}\n`);
  const range = /^(\d+)-(\d+)$/.exec(parsed.given.get('i') ?? '');
  let lines: string[];
  if (range) {
    const [low, high] = [Number(range[1]), Number(range[2])];
    lines = Array.from({ length: high - low + 1 }, (_each, index) => String(low + index));
  } else if (parsed.given.has('e')) lines = [...parsed.operands];
  else {
    const parts = await allBytes(tools, context, parsed.operands[0] ?? '-');
    if ('failed' in parts) return fail(`shuf: ${parsed.operands[0]}: ${parts.failed}\n`);
    const text = await new Blob(parts as BlobPart[]).text();
    lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
  }
  const random = (below: number): number => {
    const word = [0, 1, 2, 3].reduce((sum) => sum * 256 + tools.randomByte(), 0);
    return Math.floor((word / 2 ** 32) * below);
  };
  for (let index = lines.length - 1; index > 0; index--) {
    const other = random(index + 1);
    [lines[index], lines[other]] = [lines[other]!, lines[index]!];
  }
  const count = parsed.given.has('n') ? Number(parsed.given.get('n')) : lines.length;
  return succeed(
    latin1FromText(
      lines
        .slice(0, count)
        .map((line) => `${line}\n`)
        .join(''),
    ),
  );
}

export const smallNames = ['uname', 'id', 'nproc', 'mktemp', 'realpath', 'truncate', 'cmp', 'shuf', 'umask'];

/** Small commands that just-bash lacks and that agents reach for at once. */
export function smallCommands(tools: CommandTools): Command[] {
  return [
    command('uname', async (args) => uname(args)),
    command('id', async (args) => id(args)),
    command('nproc', async () => succeed('1\n')),
    command('umask', async (args) => (args.length === 0 ? succeed('0022\n') : succeed())),
    command('mktemp', (args, context) => mktemp(tools, args, context)),
    command('realpath', (args, context) => realpath(tools, args, context)),
    command('truncate', (args, context) => truncate(tools, args, context)),
    command('cmp', (args, context) => cmp(tools, args, context)),
    command('shuf', (args, context) => shuf(tools, args, context)),
  ];
}
