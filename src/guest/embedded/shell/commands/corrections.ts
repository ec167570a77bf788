import type { Command, ExecResult } from 'just-bash/browser';
import { type CommandTools, type Context, command, fail } from './command.ts';
import { dateArgs } from './dateArgs.ts';
import { statByFormat } from './statFormat.ts';

interface Correction {
  /** Arguments in the form that just-bash's command understands. */
  readonly args?: (
    args: readonly string[],
    tools: CommandTools,
    context: Context,
  ) => string[] | Promise<string[]>;
  /** Answers by itself; null leaves it to just-bash. */
  readonly run?: (
    args: readonly string[],
    tools: CommandTools,
    context: Context,
  ) => Promise<ExecResult | null>;
  readonly stdout?: (stdout: string, args: readonly string[]) => string;
}

/** Splits `-rn1` and `-I{}` into letters and values, up to the first operand. */
function splitClusters(args: readonly string[], flags: string, valued: string): string[] {
  const split: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const arg = args[index]!;
    if (!/^-[^-]/.test(arg)) return [...split, ...args.slice(index)];
    for (let at = 1; at < arg.length; at++) {
      const letter = arg[at]!;
      split.push(`-${letter}`);
      if (flags.includes(letter)) continue;
      if (!valued.includes(letter)) {
        split[split.length - 1] = `-${arg.slice(at)}`;
        break;
      }
      const value = arg.slice(at + 1) || args[++index];
      if (value !== undefined) split.push(value);
      break;
    }
  }
  return split;
}

/** `1i\text` in one line, as GNU reads it: just-bash keeps the backslash. */
function sedScript(script: string): string {
  return script.replace(/^(\s*(?:\d+|\$|\/[^/]*\/)?\s*[aic])\\(?=[^\n])\s*/, '$1 ');
}

function pasteArgs(args: readonly string[]): string[] {
  const split = splitClusters(args, 'sz', 'd');
  const hasFile = split.some((arg, index) => !/^-./.test(arg) && split[index - 1] !== '-d');
  return hasFile ? split : [...split, '-'];
}

async function sedArgs(args: readonly string[], tools: CommandTools, context: Context): Promise<string[]> {
  const fixed = [...args];
  const script = args.findIndex((_arg, index) => index > 0 && args[index - 1] === '-e');
  const first = args.findIndex((arg) => !arg.startsWith('-'));
  const at = script >= 0 ? script : first;
  if (at >= 0) fixed[at] = sedScript(args[at]!);
  const backup = args.findIndex((arg) => /^-i\.[\w.~-]+$/.test(arg));
  if (backup < 0) return fixed;
  const suffix = args[backup]!.slice(2);
  fixed[backup] = '-i';
  for (const file of args.slice(at + 1).filter((arg) => !arg.startsWith('-'))) {
    const path = tools.disk.resolvePath(context.cwd, file);
    if (await tools.disk.exists(path)) await tools.disk.cp(path, `${path}${suffix}`);
  }
  return fixed;
}

function isRecursive(args: readonly string[]): boolean {
  return args.some((arg) => /^-[a-zA-Z]*[rR]/.test(arg) || arg === '--recursive');
}

/** How many words are no options: the pattern, unless an option gave it, and files. */
function operandsOfGrep(args: readonly string[]): number {
  let operands = args.some((arg) => /^-[a-zA-Z]*[ef]$|^--(regexp|file)=/.test(arg)) ? 1 : 0;
  for (let index = 0; index < args.length; index++) {
    const arg = args[index]!;
    if (/^-[a-zA-Z]*[efmABC]$|^--(include|exclude|exclude-dir|max-count)$/.test(arg)) index++;
    else if (arg === '--') return operands + args.length - index - 1;
    else if (!/^-./.test(arg)) operands++;
  }
  return operands;
}

/** Folder operands of a recursive grep, which GNU prints as they were typed. */
const grep: Correction = {
  args(args) {
    const kept = args.filter((arg) => !/^--colou?r(=|$)/.test(arg));
    if (!isRecursive(kept)) return kept;
    // Without a place to look GNU looks here, and names files without `./`.
    if (operandsOfGrep(kept) === 1) return [...kept, '.'];
    return kept.map((arg, index) => (arg === '.' && index > 0 ? './' : arg));
  },
  stdout: (stdout, args) => (isRecursive(args) ? stdout.replace(/^([^\n:]*?)\/\//gm, '$1/') : stdout),
};

/** Links are removed here: just-bash's `rm` follows them, and refuses one that leads to a folder. */
async function rmArgs(args: readonly string[], tools: CommandTools, context: Context): Promise<string[]> {
  const kept: string[] = [];
  let onlyOperands = false;
  let removed = false;
  for (const arg of args) {
    const isOption = !onlyOperands && arg.startsWith('-');
    if (arg === '--') onlyOperands = true;
    const path = tools.disk.resolvePath(context.cwd, arg);
    const isLink = !isOption && !arg.endsWith('/') && (await kindOf(tools, path)) === 'symlink';
    if (isLink) await tools.disk.files.rm(path, { recursive: false, force: true });
    else kept.push(arg);
    removed ||= isLink;
  }
  // Nothing is left to remove, which is no missing operand.
  return removed && kept.every((arg) => arg.startsWith('-')) ? ['-f', ...kept] : kept;
}

async function kindOf(tools: CommandTools, path: string): Promise<string | null> {
  try {
    return (await tools.disk.lstatOf(path)).kind;
  } catch {
    return null;
  }
}

/** `-f FILE`, which just-bash's awk does not know: its text goes where the program stands. */
async function awkArgs(args: readonly string[], tools: CommandTools, context: Context): Promise<string[]> {
  const fixed: string[] = [];
  const programs: string[] = [];
  let index = 0;
  for (; index < args.length && /^-./.test(args[index]!) && args[index] !== '--'; index++) {
    const arg = args[index]!;
    if (arg.startsWith('-f')) {
      const file = arg.length > 2 ? arg.slice(2) : (args[++index] ?? '');
      programs.push(await tools.disk.readFile(tools.disk.resolvePath(context.cwd, file)));
    } else if (arg === '-v' || arg === '-F') fixed.push(arg, args[++index] ?? '');
    else fixed.push(arg);
  }
  if (programs.length === 0) return [...args];
  return [...fixed, programs.join('\n').replace(/^#![^\n]*\n/, ''), ...args.slice(index)];
}

/** `\\xe2\\x9c\\x93` are the bytes of one character; just-bash would make three of them. */
function decodedEscapes(arg: string): string {
  return arg.replace(/(?:\\x[89a-fA-F][0-9a-fA-F]|\\0?[23][0-7]{2})+/g, (escapes) => {
    const bytes = Array.from(escapes.matchAll(/\\x(..)|\\0?([23][0-7]{2})/g), ([, hex, octal]) =>
      hex === undefined ? Number.parseInt(octal ?? '', 8) : Number.parseInt(hex, 16),
    );
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes));
    } catch {
      return escapes;
    }
  });
}

const corrections: Readonly<Record<string, Correction>> = {
  awk: { args: awkArgs },
  stat: { args: (args) => [...args], run: statByFormat },
  date: { args: dateArgs },
  echo: {
    args: (args) => (args.some((arg) => /^-[neE]*e/.test(arg)) ? args.map(decodedEscapes) : [...args]),
  },
  printf: { args: (args) => args.map((arg, index) => (index === 0 ? decodedEscapes(arg) : arg)) },
  paste: { args: pasteArgs },
  sed: { args: sedArgs },
  rm: { args: rmArgs },
  uniq: {
    stdout: (stdout, args) => (args.some((arg) => /^-[a-z]*c|^--count/.test(arg)) ? widen(stdout) : stdout),
  },
  grep,
  egrep: grep,
  fgrep: grep,
};

/** GNU prints a count in seven columns. */
function widen(stdout: string): string {
  return stdout.replace(/^ *(\d+) /gm, (_line, count: string) => `${count.padStart(7)} `);
}

/** Commands of just-bash whose worst differences from GNU lie in how they read arguments or print a column. */
export function correctedCommands(tools: CommandTools): Command[] {
  return Object.entries(corrections).map(([name, correction]) =>
    command(name, async (args, context): Promise<ExecResult> => {
      if (!context.origCommand) return fail(`bash: ${name}: command not found\n`, 127);
      const own = await correction.run?.(args, tools, context);
      if (own) return own;
      const fixed = correction.args ? await correction.args(args, tools, context) : args;
      const result = await context.origCommand(fixed);
      return correction.stdout ? { ...result, stdout: correction.stdout(result.stdout, args) } : result;
    }),
  );
}
