import type { Command } from 'just-bash/browser';
import type { ProcessInfo } from '../../processes/contract.ts';
import { type ProcessSignal, signalFrom } from '../../processes/signals.ts';
import { type CommandTools, command, fail, succeed } from '../commands/command.ts';
import { laterTask } from '../stream/pause.ts';
import { nameOf } from './ps.ts';

interface Wanted {
  readonly flags: ReadonlySet<string>;
  /** Pids of which it must be a child; null for any. */
  readonly parents: readonly number[] | null;
  /** Between the pids. */
  readonly delimiter: string;
  readonly signal: ProcessSignal | null;
  readonly patterns: readonly string[];
}

const longFlags: Readonly<Record<string, string>> = {
  full: 'f',
  exact: 'x',
  'list-name': 'l',
  'list-full': 'a',
  count: 'c',
  newest: 'n',
  oldest: 'o',
  quiet: 'q',
  inverse: 'v',
  'ignore-case': 'i',
};

/** Options in any order; `-SIG` of those that send one. Answers what is wrong where something is. */
function wantedOf(args: readonly string[], sends: boolean): Wanted | string {
  const flags = new Set<string>();
  const patterns: string[] = [];
  let signal: ProcessSignal | null = 'SIGTERM';
  let parents: number[] | null = null;
  let delimiter = '\n';
  const words = [...args];
  for (let arg = words.shift(); arg !== undefined; arg = words.shift()) {
    const valued = /^(?:-([sPuUd])|--(signal|parent|euid|uid|delimiter)(?=$|=))=?(.*)$/.exec(arg);
    const option = valued?.[1] ?? valued?.[2]?.[0];
    const isSignal = sends && (option === 's' || /^-(?:\d+|[A-Z]{2,}\d?)$/.test(arg));
    const value = () => valued?.[3] || (words.shift() ?? '');
    if (isSignal) {
      const named = option === 's' ? value() : arg.slice(1);
      signal = named === '0' ? null : signalFrom(named);
      if (signal === null && named !== '0') return `invalid argument: '${named}'`;
    } else if (option === 'P' || option === 'p') parents = value().split(',').map(Number);
    else if (option === 'd') delimiter = value();
    // There is one user.
    else if (option === 'u' || option === 'U' || option === 'e') value();
    else if (/^-[a-zA-Z]+$/.test(arg)) for (const letter of arg.slice(1)) flags.add(letter);
    else if (/^--[a-z-]+$/.test(arg)) flags.add(longFlags[arg.slice(2)] ?? arg);
    else patterns.push(arg);
  }
  return { flags, signal, patterns, parents, delimiter };
}

/** Processes but the one that asks, by an extended expression on their name or, with `-f`, their whole command line. */
async function matching(
  tools: CommandTools,
  { flags, patterns, parents }: Wanted,
): Promise<ProcessInfo[] | string> {
  let regex: RegExp;
  try {
    regex = new RegExp(
      flags.has('x') ? `^(?:${patterns[0]})$` : (patterns[0] ?? ''),
      flags.has('i') ? 'i' : '',
    );
  } catch {
    return `regex error: ${patterns[0]}`;
  }
  const own = tools.processes?.pid;
  const found = ((await tools.processes?.calls.list()) ?? []).filter(
    (info) =>
      info.pid !== own &&
      (parents === null || parents.includes(info.ppid)) &&
      regex.test(flags.has('f') ? info.title : nameOf(info.title)) !== flags.has('v'),
  );
  if (flags.has('n')) return found.slice(-1);
  return flags.has('o') ? found.slice(0, 1) : found;
}

function pgrepOrPkill(tools: CommandTools, name: 'pgrep' | 'pkill'): Command {
  return command(name, async (args) => {
    const wanted = wantedOf(args, name === 'pkill');
    if (typeof wanted === 'string') return fail(`${name}: ${wanted}\n`, 2);
    if (wanted.patterns.length > 1 || (wanted.patterns.length === 0 && wanted.parents === null)) {
      const words =
        wanted.patterns.length === 0 ? 'no matching criteria specified' : 'only one pattern can be provided';
      return fail(`${name}: ${words}\nTry \`${name} --help' for more information.\n`, 2);
    }
    const found = await matching(tools, wanted);
    if (typeof found === 'string') return fail(`${name}: ${found}\n`, 2);
    if (name === 'pkill') {
      for (const { pid } of found) await tools.processes?.calls.signal(pid, wanted.signal);
      await laterTask();
      return fail('', found.length > 0 ? 0 : 1, wanted.flags.has('c') ? `${found.length}\n` : '');
    }
    const { flags } = wanted;
    const line = ({ pid, title }: ProcessInfo) =>
      flags.has('a') ? `${pid} ${title}` : flags.has('l') ? `${pid} ${nameOf(title)}` : `${pid}`;
    const lines = found.map(line).join(wanted.delimiter);
    const text = flags.has('c') ? `${found.length}\n` : found.length > 0 ? `${lines}\n` : '';
    return fail('', found.length > 0 ? 0 : 1, text);
  });
}

/** By their whole names, each of which must be there. */
function byName(tools: CommandTools, name: 'killall' | 'pidof'): Command {
  return command(name, async (args) => {
    const wanted = wantedOf(args, name === 'killall');
    if (typeof wanted === 'string') return fail(`${name}: ${wanted}\n`, 1);
    const processes = (await tools.processes?.calls.list()) ?? [];
    const pids: number[] = [];
    let stderr = '';
    for (const each of wanted.patterns) {
      const found = processes.filter(
        ({ pid, title }) => pid !== tools.processes?.pid && nameOf(title) === each,
      );
      pids.push(...found.map(({ pid }) => pid));
      if (found.length === 0 && name === 'killall' && !wanted.flags.has('q'))
        stderr += `${each}: no process found\n`;
    }
    if (name === 'pidof') return pids.length > 0 ? succeed(`${pids.join(' ')}\n`) : fail('', 1);
    for (const pid of pids) await tools.processes?.calls.signal(pid, wanted.signal);
    await laterTask();
    return fail(stderr, pids.length > 0 && stderr === '' ? 0 : 1);
  });
}

/** `pgrep`, `pkill`, `killall`, `pidof`. */
export function processNameCommands(tools: CommandTools): Command[] {
  return [
    pgrepOrPkill(tools, 'pgrep'),
    pgrepOrPkill(tools, 'pkill'),
    byName(tools, 'killall'),
    byName(tools, 'pidof'),
  ];
}

export const processNameNames: readonly string[] = ['pgrep', 'pkill', 'killall', 'pidof'];
