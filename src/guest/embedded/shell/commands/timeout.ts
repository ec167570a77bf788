import type { Command, ExecResult } from 'just-bash/browser';
import { type ProcessSignal, signalFrom } from '../../processes/signals.ts';
import { exitCodeOf, startChild, startFailure } from '../jobs/runningChild.ts';
import { specOf } from '../jobs/shellProcess.ts';
import { durationMs } from '../jobs/sleep.ts';
import type { Route } from '../stream/route.ts';
import { type CommandTools, type Context, command, fail, quoted } from './command.ts';
import { stdinChunks } from './inputs.ts';
import { hasProgram, noProgram } from './programPlace.ts';
import { runArgv } from './runArgv.ts';

const tryHelp = "Try 'timeout --help' for more information.\n";
const timedOutExitCode = 124;
const killedExitCode = 137;

/** Commands that look at deadlines themselves; for them no process need be started. */
const cooperative = new Set(
  'cat date echo env false head ls printf pwd seq sleep tail tee true wc yes'.split(' '),
);

interface Limits {
  readonly ms: number;
  readonly signal: ProcessSignal;
  /** When SIGKILL follows the first signal; null never. */
  readonly killAfterMs: number | null;
  readonly preservesStatus: boolean;
  readonly isVerbose: boolean;
  readonly argv: readonly string[];
}

/** `timeout [-k D] [-s SIG] [--preserve-status] [-v] DURATION COMMAND…`; stops busy loops too. */
export function timeout(tools: CommandTools): Command {
  return command('timeout', async (args, context) => {
    const { route } = tools.live.takeCall('timeout');
    const limits = parse(args);
    if ('refused' in limits) return fail(limits.refused, 125);
    const called = { name: limits.argv[0] ?? '', cwd: context.cwd, variables: context.exportedEnv ?? {} };
    if (!(await hasProgram(tools, called)))
      return noProgram(tools, context, called.name, `timeout: failed to run command '${called.name}'`);
    // What `<(…)` writes is this shell's alone to read.
    const readsHere = limits.argv.some((word) => tools.disk.hooks?.named.has(word));
    if (tools.processes && !readsHere && !cooperative.has(limits.argv[0] ?? '')) {
      return runLimited(tools, context, limits, route);
    }
    return runCooperative(tools, context, limits, route);
  });
}

function parse(args: readonly string[]): Limits | { readonly refused: string } {
  let signal: ProcessSignal = 'SIGTERM';
  let killAfterMs: number | null = null;
  let preservesStatus = false;
  let isVerbose = false;
  let index = 0;
  for (; index < args.length && args[index]!.startsWith('-'); index++) {
    const arg = args[index]!;
    if (arg === '--') {
      index++;
      break;
    }
    const valued = /^(?:-([ks])(.+)?|--(kill-after|signal)(?:=(.+))?)$/.exec(arg);
    if (valued) {
      const value = valued[2] ?? valued[4] ?? args[++index] ?? '';
      if (valued[1] === 's' || valued[3] === 'signal') {
        const named = signalFrom(value);
        if (!named) return { refused: `timeout: ${value}: invalid signal\n${tryHelp}` };
        signal = named;
      } else {
        killAfterMs = durationMs(value);
        if (killAfterMs === null) return { refused: `timeout: invalid time interval '${value}'\n${tryHelp}` };
      }
    } else if (arg === '--preserve-status') preservesStatus = true;
    else if (arg === '-v' || arg === '--verbose') isVerbose = true;
    else if (arg !== '--foreground') return { refused: `timeout: unrecognized option '${arg}'\n${tryHelp}` };
  }
  const [duration, ...argv] = args.slice(index);
  if (duration === undefined || argv.length === 0) return { refused: tryHelp };
  const ms = durationMs(duration);
  if (ms === null) return { refused: `timeout: invalid time interval '${duration}'\n${tryHelp}` };
  return { ms, signal, killAfterMs, preservesStatus, isVerbose, argv };
}

/** As a process, which ends whatever it is doing. */
async function runLimited(
  tools: CommandTools,
  context: Context,
  limits: Limits,
  route: Route,
): Promise<ExecResult> {
  const { processes } = tools;
  const { ms, signal, killAfterMs, argv } = limits;
  if (!processes) return fail('', 125);
  const script = argv.map(quoted).join(' ');
  const variables = { ...context.exportedEnv };
  const spec = specOf(tools, { title: script, script, variables, cwd: context.cwd });
  try {
    const child = await startChild(tools, processes, {
      spec,
      route,
      stdin: stdinChunks(tools, context),
      options: { standsForChild: true, untilBegun: true },
    });
    let sent: ProcessSignal | null = null;
    let words = '';
    const send = (which: ProcessSignal) => {
      sent = which;
      if (limits.isVerbose) words += `timeout: sending signal ${which.slice(3)} to command '${argv[0]}'\n`;
      void processes.calls.signal(child.pid, which);
    };
    let disposeKill = () => {};
    const disposeFirst = after(tools, ms === 0 ? Number.POSITIVE_INFINITY : ms, () => {
      send(signal);
      if (killAfterMs !== null) disposeKill = after(tools, killAfterMs, () => send('SIGKILL'));
    });
    const interrupt = () => void processes.calls.signal(child.pid, 'SIGTERM');
    context.signal?.addEventListener('abort', interrupt, { once: true });
    try {
      const code = exitCodeOf(await child.awaited());
      const killed = sent === 'SIGKILL' ? killedExitCode : timedOutExitCode;
      const exitCode = sent === null || limits.preservesStatus ? code : killed;
      const { stdout, stderr } = child.takeBuilt();
      return { stdout, stderr: words + stderr, exitCode, stdoutKind: 'bytes', stdoutEncoding: 'binary' };
    } finally {
      disposeFirst();
      disposeKill();
      context.signal?.removeEventListener('abort', interrupt);
    }
  } catch (error) {
    return fail(`timeout: ${startFailure(error)}\n`, 125);
  }
}

function after({ clock }: CommandTools, ms: number, then: () => void): () => void {
  if (!Number.isFinite(ms)) return () => {};
  const dueMs = clock && clock.nowMs + ms;
  const reached = () => {
    clock?.reach(dueMs);
    then();
  };
  const timer = setTimeout(reached, Math.min(ms, 2 ** 31 - 1));
  return () => clearTimeout(timer);
}

/** In this shell, which looks at the clock in loops and where it writes. */
async function runCooperative(
  tools: CommandTools,
  context: Context,
  limits: Limits,
  route: Route,
): Promise<ExecResult> {
  const { ms, signal, preservesStatus, argv } = limits;
  const stop = new AbortController();
  const dispose = ms === 0 || !Number.isFinite(ms) ? () => {} : tools.deadlines.add(ms, () => stop.abort());
  try {
    const variables = { ...context.exportedEnv };
    const result = await runArgv(tools, context, {
      argv,
      route,
      variables,
      cwd: context.cwd,
      signal: stop.signal,
    });
    if (!stop.signal.aborted) return result;
    const killed = signal === 'SIGKILL' ? killedExitCode : timedOutExitCode;
    const exitCode = preservesStatus ? 143 : killed;
    return { ...result, exitCode, stderr: result.stderr.replace(/(bash: )?execution aborted\n/g, '') };
  } finally {
    dispose();
  }
}
