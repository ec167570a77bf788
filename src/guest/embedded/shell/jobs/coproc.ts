import type { Command } from 'just-bash/browser';
import { createPipe, PipeReader, PipeWriter } from '../../pipes/index.ts';
import { type CommandTools, type Context, command } from '../commands/command.ts';
import type { CommandNode } from '../stream/ast.ts';
import type { Job } from './jobTable.ts';
import { coprocCommand } from './names.ts';

/** Descriptors that bash moves the ends of a coprocess to: the highest that are free. */
const highest = 63;

/** The name that `coproc` gives, of the group that the parser makes of it (`build/descriptorPatches.ts`); else null. */
export function coprocName(node: CommandNode): string | null {
  return 'coproc' in node && typeof node.coproc === 'string' ? node.coproc : null;
}

/** The pipes of a coprocess that is about to start. */
export class CoprocessPipes {
  readonly input = createPipe();
  readonly output = createPipe();
}

interface Started {
  readonly name: string;
  readonly pipes: CoprocessPipes;
  readonly job: Job;
}

/**
 * What comes after the start of a coprocess: gives the shell its ends, `${NAME[0]}` to read and `${NAME[1]}` to write, and
 * `$NAME_PID`. When somebody has waited for it, all three are gone, as in bash.
 */
export function coprocCommandFor(tools: CommandTools, take: () => Started | null): Command {
  return command(coprocCommand, async (_args, context) => {
    const started = take();
    const descriptors = tools.disk.hooks?.descriptors;
    const { fileDescriptors } = context;
    if (!started || !descriptors || !fileDescriptors) return { stdout: '', stderr: '', exitCode: 254 };
    const { name, pipes, job } = started;
    const [input, , , output] = freeDescriptors(fileDescriptors);
    const reading = tools.ends.reading(new PipeReader(pipes.output));
    const writing = tools.ends.writing(new PipeWriter(pipes.input));
    fileDescriptors.set(input!, reading.ticket ?? '');
    fileDescriptors.set(output!, `__file_append__:${writing.path}`);
    descriptors.keepEnd(reading);
    descriptors.keepEnd(writing);
    await assign(context, name, [String(input), String(output)]);
    await context.assignShellVariable?.(`${name}_PID`, String(job.pid));
    descriptors.whenSeen((state) => {
      if (job.exitCode === null || !job.known) return false;
      for (const [fd, end] of [
        [input!, reading.ticket ?? ''],
        [output!, `__file_append__:${writing.path}`],
      ] as const) {
        if (state.fileDescriptors?.get(fd) === end) state.fileDescriptors.delete(fd);
      }
      state.arrays?.delete(name);
      state.env.delete(name);
      state.env.delete(`${name}_PID`);
      return true;
    });
    return { stdout: '', stderr: '', exitCode: 0 };
  });
}

async function assign(context: Context, name: string, values: readonly string[]): Promise<void> {
  for (const [index, value] of values.entries())
    await context.assignShellVariable?.(name, value, String(index));
}

function freeDescriptors(open: ReadonlyMap<number, string>): number[] {
  const free: number[] = [];
  for (let number = highest; free.length < 4 && number > 9; number--)
    if (!open.has(number)) free.push(number);
  return free;
}
