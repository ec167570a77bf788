import type { Command } from 'just-bash/browser';
import { orderNote } from '../../clock/index.ts';
import { type CommandTools, type Context, command, fail } from '../commands/command.ts';
import { runArgv } from '../commands/runArgv.ts';
import { noProcesses } from './runningChild.ts';
import { durationMs } from './sleep.ts';

const usageExitCode = 64;
const notOpenedExitCode = 66;
const dataExitCode = 65;
const systemExitCode = 71;
const tryHelp = "Try 'flock --help' for more information.\n";

interface Wanted {
  readonly isShared: boolean;
  /** How long it may wait; null for ever. */
  readonly waitMs: number | null;
  readonly conflictExitCode: number;
  readonly path: string;
  /** Empty where an open descriptor is locked, whose number `path` is. */
  readonly argv: readonly string[];
  /** `-u`. */
  readonly releases: boolean;
}

/**
 * `flock [-snx] [-w SECONDS] [-E CODE] FILE COMMAND…` and `FILE -c 'script'`: the lock is the kernel's, so processes
 * of the whole guest heed it. `flock N` locks the file that the shell has open there, for as long as it has.
 */
export function flock(tools: CommandTools): Command {
  return command('flock', async (args, context) => {
    const { route } = tools.live.takeCall('flock');
    const wanted = wantedOf(args);
    if ('refused' in wanted) return fail(`flock: ${wanted.refused}\n`, wanted.exitCode);
    const { processes } = tools;
    if (!processes) return fail(`flock: ${noProcesses}\n`, systemExitCode);
    if (wanted.argv.length === 0) return lockDescriptor(tools, context, wanted);
    const path = await lockFile(tools, context, wanted.path);
    if (path === null) {
      return fail(
        `flock: cannot open lock file ${wanted.path}: No such file or directory\n`,
        notOpenedExitCode,
      );
    }
    const id = await taken(tools, context, path, wanted);
    if (id === null) return fail('', wanted.conflictExitCode);
    try {
      const { argv } = wanted;
      const variables = { ...context.exportedEnv };
      return await runArgv(tools, context, { argv, route, variables, cwd: context.cwd });
    } finally {
      await processes.calls.unlock(id);
    }
  });
}

function wantedOf(args: readonly string[]): Wanted | { readonly refused: string; readonly exitCode: number } {
  let isShared = false;
  let waitMs: number | null = null;
  let conflictExitCode = 1;
  const usage = (refused: string) => ({ refused, exitCode: usageExitCode });
  let index = 0;
  for (; index < args.length && args[index]!.startsWith('-'); index++) {
    const arg = args[index]!;
    const valued = /^(?:-([wE])|--(timeout|wait|conflict-exit-code)(?=$|=))=?(.*)$/.exec(arg);
    if (valued) {
      const value = valued[3] || (args[++index] ?? '');
      if (valued[1] === 'E' || valued[2] === 'conflict-exit-code') {
        conflictExitCode = Number(value);
        if (!/^\d+$/.test(value) || conflictExitCode > 255)
          return usage('exit code out of range (expected 0 to 255)');
      } else {
        waitMs = durationMs(value);
        if (waitMs === null) return usage(`invalid timeout value: '${value}'`);
      }
    } else if (/^-[snxeuoF]+$/.test(arg)) {
      for (const letter of arg.slice(1)) {
        if (letter === 's') isShared = true;
        else if (letter === 'n') waitMs = 0;
      }
    } else if (arg === '--shared') isShared = true;
    else if (arg === '--nonblock' || arg === '--nb') waitMs = 0;
    else if (!/^--(exclusive|close|no-fork|unlock|verbose)$/.test(arg))
      return usage(`unrecognized option '${arg}'\n${tryHelp.trimEnd()}`);
  }
  const [path, ...words] = args.slice(index);
  if (path === undefined) return usage(`not enough arguments\n${tryHelp.trimEnd()}`);
  const releases = args.slice(0, index).some((arg) => arg === '--unlock' || /^-[a-z]*u/.test(arg));
  if (words.length === 0) {
    if (!/^\d+$/.test(path)) return usage('bad file descriptor');
    return { isShared, waitMs, conflictExitCode, path, argv: [], releases };
  }
  const isScript = words[0] === '-c' || words[0] === '--command';
  if (isScript && words.length !== 2) return usage(`${words[0]} requires exactly one command argument`);
  const argv = isScript ? ['bash', '-c', words[1]!] : words;
  return { isShared, waitMs, conflictExitCode, path, argv, releases };
}

async function lockDescriptor(tools: CommandTools, context: Context, wanted: Wanted) {
  const descriptors = tools.disk.hooks?.descriptors;
  const entry = context.fileDescriptors?.get(Number(wanted.path));
  if (entry === undefined || !descriptors)
    return fail(`flock: ${wanted.path}: Bad file descriptor\n`, dataExitCode);
  const file = /^__file(?:_append)?__:([\s\S]*)$/.exec(entry)?.[1];
  if (file === undefined) {
    return fail(
      `flock: ${wanted.path}: only a descriptor that is open for writing can be locked here; use: exec ${wanted.path}>>FILE\n`,
      systemExitCode,
    );
  }
  const holds = `\0lock ${wanted.path}`;
  if (wanted.releases) {
    descriptors.drop(holds);
    return fail('', 0);
  }
  const kind = wanted.isShared ? '\0shared' : '\0exclusive';
  if (descriptors.keeps(holds, entry, kind)) return fail('', 0);
  const path = await lockFile(tools, context, file);
  if (path === null)
    return fail(`flock: ${wanted.path}: ${file}: No such file or directory\n`, notOpenedExitCode);
  // One of the other kind is let go first, as on Linux: another process may come between.
  if (descriptors.keeps(holds, entry)) descriptors.drop(holds);
  const id = await taken(tools, context, path, wanted);
  if (id === null) return fail('', wanted.conflictExitCode);
  descriptors.keep([entry, holds, kind], () => void tools.processes?.calls.unlock(id));
  return fail('', 0);
}

/** The file, made where there is none, by its one path; null where it cannot be. */
async function lockFile({ disk }: CommandTools, { cwd }: Context, path: string): Promise<string | null> {
  const full = disk.resolvePath(cwd, path);
  try {
    if (!(await disk.exists(full))) await disk.appendFile(full, new Uint8Array());
    return await disk.realpath(full);
  } catch {
    return null;
  }
}

async function taken(
  { processes, signal, clock, note, jobs }: CommandTools,
  context: Context,
  path: string,
  { isShared, waitMs }: Wanted,
): Promise<number | null> {
  if (!processes) return null;
  const { calls } = processes;
  const atOnce = await calls.lock(path, { isShared, waitMs: 0 });
  if (atOnce !== null || waitMs === 0) return atOnce;
  if (clock) note(orderNote);
  let dispose = () => {};
  const aborted = new Promise<null>((resolve) => {
    const stop = () => resolve(null);
    for (const each of [signal, context.signal]) each?.addEventListener('abort', stop, { once: true });
    dispose = () => {
      for (const each of [signal, context.signal]) each?.removeEventListener('abort', stop);
    };
    if (signal.aborted || context.signal?.aborted) stop();
  });
  const finite = waitMs === null || !Number.isFinite(waitMs) ? null : waitMs;
  const lock = calls.lock(path, { isShared, waitMs: finite });
  const id = await Promise.race([lock, aborted]);
  dispose();
  // What a holder printed before it gave the lock back stands before what is printed now.
  if (id !== null) await Promise.all(jobs.allRunning().map(({ child }) => child?.caughtUp()));
  // Where it was stopped before its turn, its turn passes when it comes.
  if (id === null) void lock.then((late) => (late === null ? undefined : calls.unlock(late)));
  return id;
}
