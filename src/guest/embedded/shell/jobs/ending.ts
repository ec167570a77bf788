import type { CommandTools } from '../commands/command.ts';
import { bytesFromLatin1, bytesFromText } from '../disk/bytes.ts';
import type { ApartStage } from '../stream/sharedStages.ts';
import { jobLine } from './jobCommands.ts';

/** How long jobs that print to the terminal may go on after the last command, milliseconds: `echo a & echo b &`. */
const graceMs = 300;

/** `< <(…)` that the shell has not read to its end goes on for a moment, and is then stopped: nobody reads it. */
export async function settleApart(apart: ReadonlySet<ApartStage>, signal: AbortSignal): Promise<void> {
  if (apart.size === 0) return;
  if (!signal.aborted) await withinGrace([...apart].map(({ ended }) => ended));
  for (const { stop } of apart) stop();
}

async function withinGrace(ends: readonly Promise<unknown>[]): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const grace = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, graceMs);
  });
  await Promise.race([grace, Promise.all(ends)]);
  clearTimeout(timer);
}

/**
 * The end of a run. Jobs live on; what they have printed so far still counts, what comes later has no terminal to go
 * to any more, which the record of the run should know.
 */
export async function settleJobs(tools: CommandTools): Promise<void> {
  const { jobs, live } = tools;
  const printing = () =>
    jobs.allRunning().filter(({ printsHere, child }) => printsHere && child?.leadsToTerminal);
  if (printing().length > 0 && !tools.signal.aborted) {
    await withinGrace(printing().map(({ ended }) => ended));
  }
  const left = printing();
  for (const { child } of jobs.allRunning()) await child?.detach();
  for (const { child } of jobs.collecting()) {
    const { stdout = '', stderr = '' } = child?.takeBuilt() ?? {};
    await live.write('stdout', bytesFromLatin1(stdout));
    await live.write('stderr', bytesFromText(stderr));
  }
  if (tools.isInteractive) {
    for (const job of jobs.listed()) {
      if (job.exitCode === null) continue;
      await live.write('stderr', bytesFromText(jobLine(tools, job)));
      job.known = true;
    }
  } else if (left.length > 0) {
    const named = left.map(({ text, pid }) => `${text} (pid ${pid})`).join('; ');
    tools.note({
      code: 'background-running',
      detail: `still running when the command returned; what they print from here on is not kept: ${named}`,
    });
  }
}
