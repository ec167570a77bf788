import type { Command } from 'just-bash/browser';
import type { ShellState } from '../../../port.ts';
import { orderNote } from '../../clock/index.ts';
import { type CommandTools, type Context, command, fail, quoted, stdinOf } from '../commands/command.ts';
import type { BackgroundStatements, JobText } from './backgroundStatements.ts';
import type { Job } from './jobTable.ts';
import { jobCommand, lastPidVariable, pidCommand, reapCommand } from './names.ts';
import { startChild, startFailure } from './runningChild.ts';

export interface JobStarting {
  readonly statements: BackgroundStatements;
  /** The state that a shell's account of itself describes; null where it is none. */
  readonly stateFrom: (report: string, context: Context) => ShellState | null;
}

/** The commands that `cmd &` has become. */
export function jobStartCommands(tools: CommandTools, starting: JobStarting): Command[] {
  let failed = 0;
  return [
    command(jobCommand, async ([id = ''], context) => {
      const { route } = tools.live.takeCall(jobCommand);
      const text = starting.statements.textOf(id);
      const state = starting.stateFrom(stdinOf(context), context);
      failed = 0;
      if (!text || !state || !tools.processes)
        return refuse(tools.processes ? 'fork: no such job' : startFailure({ code: 'ENOSYS' }));
      try {
        const child = await startChild(tools, tools.processes, {
          spec: shellSpec(tools, text, withArguments(state, context)),
          route,
          stdin: null,
          options: { ignoresInterrupt: true, standsForChild: text.isOneCommand },
        });
        const job = tools.jobs.add(child, text.text, text.printsHere);
        tools.holdOpen(job.ended);
        if (tools.clock) tools.note(orderNote);
        return { stdout: '', stderr: tools.isInteractive ? `[${job.number}] ${job.pid}\n` : '', exitCode: 0 };
      } catch (error) {
        return refuse(startFailure(error));
      }
    }),
    command(pidCommand, async (_args, context) => {
      const { lastPid } = tools.jobs;
      if (failed === 0 && lastPid !== null)
        await context.assignShellVariable?.(lastPidVariable, `${lastPid}`);
      return { stdout: '', stderr: '', exitCode: failed };
    }),
    command(reapCommand, async (_args, context) => {
      const built = await collectedFrom(tools, tools.jobs.collecting());
      return {
        ...built,
        exitCode: Number(context.env.get('?')) || 0,
        stdoutKind: 'bytes',
        stdoutEncoding: 'binary',
      };
    }),
  ];

  function refuse(sentence: string) {
    failed = 254;
    return fail(`bash: ${sentence}\n`, failed);
  }
}

/** What jobs have printed for the place at which this runs, once they have ended. */
async function collectedFrom(
  tools: CommandTools,
  jobs: readonly Job[],
): Promise<{ stdout: string; stderr: string }> {
  let stdout = '';
  let stderr = '';
  for (const job of jobs) {
    await job.ended;
    tools.clock?.reach(job.end?.clockMs);
    const { child } = job;
    const built = child?.takeBuilt();
    stdout += built?.stdout ?? '';
    stderr += built?.stderr ?? '';
  }
  return { stdout, stderr };
}

function shellSpec({ maxBuiltBytes, shellPid }: CommandTools, { text }: JobText, state: ShellState) {
  return {
    kind: 'shell' as const,
    title: text,
    job: { command: text, state, stdin: null, seed: 0, clockStartMs: null, maxBuiltBytes, shellPid },
  };
}

/** With the positional parameters of the place, which are no variables. */
function withArguments(state: ShellState, { env }: Context): ShellState {
  const count = Number(env.get('#')) || 0;
  if (count === 0) return state;
  const words = Array.from({ length: count }, (_, index) => quotedWord(env.get(`${index + 1}`) ?? ''));
  return { ...state, prelude: `${state.prelude}\nset -- ${words.join(' ')}` };
}

function quotedWord(text: string): string {
  return text === '' ? "''" : quoted(text);
}
