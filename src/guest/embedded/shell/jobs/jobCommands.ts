import type { Command } from 'just-bash/browser';
import { signalNumber } from '../../processes/signals.ts';
import {
  type CommandTools,
  type Context,
  command,
  fail,
  latin1FromText,
  succeed,
} from '../commands/command.ts';
import type { Job } from './jobTable.ts';
import { waitCommand } from './names.ts';

/** `jobs`, `wait`, `fg`, `bg`, `disown`. */
export function jobCommands(tools: CommandTools): Command[] {
  return [
    command('jobs', (args) => listJobs(tools, args)),
    command(waitCommand, (args, context) => waitFor(tools, args, context)),
    command('fg', (args) => foreground(tools, args)),
    command('bg', async (args) =>
      tools.isInteractive ? background(tools, args) : fail('bash: bg: no job control\n'),
    ),
    command('disown', (args) => disown(tools, args)),
  ];
}

/** `Running`, `Done`, `Exit 3`, `Terminated`: how `jobs` says it. */
export function jobState({ exitCode, end }: Job): string {
  if (exitCode === null) return 'Running';
  if (exitCode === 0) return 'Done';
  if (end?.kind === 'signaled') return wordsOf[end.signal] ?? end.signal;
  return `Exit ${exitCode}`;
}

const wordsOf: Readonly<Record<string, string>> = {
  SIGTERM: 'Terminated',
  SIGKILL: 'Killed',
  SIGHUP: 'Hangup',
  SIGINT: 'Interrupt',
};

/** The line of `jobs`; `withPid` as for `-l`. */
export function jobLine(tools: CommandTools, job: Job, withPid = false): string {
  const mark = job === tools.jobs.current() ? '+' : job === tools.jobs.previous() ? '-' : ' ';
  const pid = withPid ? `${job.pid} ` : ' ';
  const state = jobState(job).padEnd(24);
  const text = job.exitCode === null ? `${job.text} &` : job.text;
  return `[${job.number}]${mark} ${pid}${state}${text}\n`;
}

async function listJobs(tools: CommandTools, args: readonly string[]) {
  await tools.jobs.refresh();
  const options = args.filter((arg) => /^-./.test(arg)).join('');
  const specs = args.filter((arg) => !/^-./.test(arg));
  const wrong = /[^-lprsn]/.exec(options)?.[0];
  if (wrong)
    return fail(
      `bash: jobs: -${wrong}: invalid option\njobs: usage: jobs [-lnprs] [jobspec ...] or jobs -x command [args]\n`,
      2,
    );
  let stdout = '';
  let stderr = '';
  const listed = specs.length === 0 ? tools.jobs.listed() : [];
  for (const spec of specs) {
    const job = tools.jobs.bySpec(spec.startsWith('%') ? spec : `%${spec}`);
    if (job) listed.push(job);
    else stderr += `bash: jobs: ${spec}: no such job\n`;
  }
  // A shell that no person types into forgets a job when it has ended.
  const shown = listed.filter(({ exitCode }) => exitCode === null || tools.isInteractive);
  for (const job of shown) {
    if (options.includes('s') || (options.includes('r') && job.exitCode !== null)) continue;
    stdout += options.includes('p') ? `${job.pid}\n` : jobLine(tools, job, options.includes('l'));
    if (job.exitCode !== null) job.known = true;
  }
  return {
    stdout: latin1FromText(stdout),
    stderr,
    exitCode: stderr === '' ? 0 : 1,
    stdoutKind: 'bytes' as const,
  };
}

async function waitFor(tools: CommandTools, args: readonly string[], context: Context) {
  const { jobs } = tools;
  const rest = [...args];
  let any = false;
  let variable: string | null = null;
  while (/^-[nfp]/.test(rest[0] ?? '')) {
    const option = rest.shift();
    if (option === '-n') any = true;
    else if (option === '-p') variable = rest.shift() ?? null;
  }
  await jobs.refresh();
  const interrupted = tools.traps.whenSignaled();
  let stderr = '';
  const found: Job[] = [];
  let exitCode = 0;
  for (const word of rest) {
    const job = word.startsWith('%')
      ? jobs.bySpec(word)
      : /^\d+$/.test(word)
        ? jobs.byPid(Number(word))
        : null;
    exitCode = 0;
    if (job) found.push(job);
    else {
      exitCode = 127;
      if (word.startsWith('%')) stderr += `bash: wait: ${word}: no such job\n`;
      else if (/^\d+$/.test(word)) stderr += `bash: wait: pid ${word} is not a child of this shell\n`;
      else {
        stderr += `bash: wait: \`${word}': not a pid or valid job spec\n`;
        exitCode = 1;
      }
    }
  }
  try {
    if (any) {
      const candidates = (rest.length > 0 ? found : jobs.listed()).filter(({ known }) => !known);
      if (candidates.length === 0) return fail(stderr, 127);
      const ended = candidates.find((job) => job.exitCode !== null);
      const first = ended
        ? ended
        : await Promise.race([interrupted.signal, ...candidates.map((job) => job.ended.then(() => job))]);
      if (typeof first === 'string') return fail(stderr, 128 + signalNumber(first));
      tools.clock?.reach(first.end?.clockMs);
      return await told(first, stderr);
    }
    const awaited = rest.length > 0 ? found : jobs.running();
    const all = Promise.all(awaited.map(({ ended }) => ended));
    const signal = await Promise.race([interrupted.signal, all.then(() => null)]);
    if (signal !== null) return fail(stderr, 128 + signalNumber(signal));
    for (const { end } of awaited) tools.clock?.reach(end?.clockMs);
    if (rest.length === 0) {
      for (const job of jobs.listed()) job.known = job.exitCode !== null;
      return succeed();
    }
    const last = found.at(-1);
    if (!last || exitCode !== 0) return fail(stderr, exitCode);
    for (const job of found) job.known = true;
    return await told(last, stderr);
  } finally {
    interrupted.dispose();
  }

  async function told(job: Job, complaint: string) {
    job.known = true;
    if (variable !== null) await context.assignShellVariable?.(variable, `${job.pid}`);
    return fail(complaint, job.exitCode ?? 0);
  }
}

async function foreground(tools: CommandTools, args: readonly string[]) {
  await tools.jobs.refresh();
  const spec = args[0] ?? '%%';
  const job = tools.jobs.bySpec(spec.startsWith('%') ? spec : `%${spec}`);
  if (!tools.isInteractive) return fail('bash: fg: no job control\n');
  if (!job) return fail(`bash: fg: ${args[0] ?? 'current'}: no such job\n`);
  job.known = true;
  await tools.live.write('stdout', new TextEncoder().encode(`${job.text}\n`));
  await job.ended;
  tools.clock?.reach(job.end?.clockMs);
  return fail('', job.exitCode ?? 0);
}

async function background(tools: CommandTools, args: readonly string[]) {
  await tools.jobs.refresh();
  const job = tools.jobs.bySpec(args[0] ?? '%%');
  if (!job) return fail(`bash: bg: ${args[0] ?? 'current'}: no such job\n`);
  return fail(`bash: bg: job ${job.number} already in background\n`, 0);
}

async function disown(tools: CommandTools, args: readonly string[]) {
  await tools.jobs.refresh();
  const specs = args.filter((arg) => !/^-[ahr]$/.test(arg));
  const all = args.includes('-a') || (args.includes('-r') && specs.length === 0);
  if (args.includes('-h')) return succeed();
  const current = tools.jobs.current();
  const chosen = all ? tools.jobs.listed() : specs.length === 0 && current ? [current] : [];
  let stderr = specs.length === 0 && !all && !current ? 'bash: disown: current: no such job\n' : '';
  for (const spec of specs) {
    const job = spec.startsWith('%') ? tools.jobs.bySpec(spec) : tools.jobs.byPid(Number(spec));
    if (job && !job.disowned) chosen.push(job);
    else stderr += `bash: disown: ${spec}: no such job\n`;
  }
  for (const job of chosen) job.disowned = true;
  return fail(stderr, stderr === '' ? 0 : 1);
}
