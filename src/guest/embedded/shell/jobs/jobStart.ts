import type { Command } from 'just-bash/browser';
import type { ShellState } from '../../../port.ts';
import { orderNote } from '../../clock/index.ts';
import { type CommandTools, type Context, command, fail, quoted, stdinOf } from '../commands/command.ts';
import type { BackgroundStatements, JobText } from './backgroundStatements.ts';
import { CoprocessPipes, coprocCommandFor } from './coproc.ts';
import { descriptorsFor, type InheritedDescriptor } from './inheritedDescriptors.ts';
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
  let coprocess: { readonly name: string; readonly pipes: CoprocessPipes; readonly job: Job } | null = null;
  return [
    command(jobCommand, async ([id = ''], context) => {
      const { route } = tools.live.takeCall(jobCommand);
      const text = starting.statements.textOf(id);
      const state = starting.stateFrom(stdinOf(context), context);
      failed = 0;
      coprocess = null;
      if (!text || !state || !tools.processes)
        return refuse(tools.processes ? 'fork: no such job' : startFailure({ code: 'ENOSYS' }));
      try {
        const descriptors = descriptorsFor(tools, context);
        const pipes = text.coproc ? new CoprocessPipes() : null;
        const child = await startChild(tools, tools.processes, {
          spec: shellSpec(tools, text, withArguments(state, context), descriptors),
          route,
          stdin: null,
          ...(pipes ? { coprocess: pipes } : {}),
          options: {
            ignoresInterrupt: true,
            standsForChild: text.isOneCommand,
            inherits: descriptors.flatMap(({ end }) => (end ? [end.id] : [])),
          },
        });
        const job = tools.jobs.add(child, text.coproc?.shown ?? text.text, text.printsHere);
        if (pipes && text.coproc) {
          coprocess = { name: text.coproc.name, pipes, job };
          return { stdout: '', stderr: '', exitCode: 0 };
        }
        tools.holdOpen(job.ended);
        if (tools.clock) tools.note(orderNote);
        return { stdout: '', stderr: tools.isInteractive ? `[${job.number}] ${job.pid}\n` : '', exitCode: 0 };
      } catch (error) {
        return refuse(startFailure(error));
      }
    }),
    coprocCommandFor(tools, () => coprocess),
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

function shellSpec(
  { maxBuiltBytes, shellPid }: CommandTools,
  { text }: JobText,
  state: ShellState,
  descriptors: readonly InheritedDescriptor[],
) {
  return {
    kind: 'shell' as const,
    title: text,
    job: {
      command: text,
      state,
      stdin: null,
      seed: 0,
      clockStartMs: null,
      maxBuiltBytes,
      shellPid,
      descriptors,
    },
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
