import type { Command } from 'just-bash/browser';
import type { PipeMode } from '../../processes/namedPipes.ts';
import { type CommandTools, type Context, command } from '../commands/command.ts';
import { isTicket } from '../stream/byteSource.ts';
import { drainCommand, inheritCommand } from './names.ts';

/** Input that a descriptor holds as text is given to a job up to here, UTF-16 units. */
const mostText = 64 * 1024;

/** A descriptor from 3 up that a job begins with. Plain data. */
export interface InheritedDescriptor {
  readonly fd: number;
  /** As the table of the interpreter has it; null where it is an end of a named pipe. */
  readonly entry: string | null;
  readonly end: { readonly id: number; readonly mode: PipeMode } | null;
}

/** What a job gets of its shell's descriptors: files, copies of the streams, ends of named pipes. */
export function descriptorsFor(tools: CommandTools, { fileDescriptors }: Context): InheritedDescriptor[] {
  const inherited: InheritedDescriptor[] = [];
  for (const [fd, entry] of fileDescriptors ?? []) {
    if (fd < 3) continue;
    const end = tools.disk.hooks?.descriptors.endOf(entry) ?? null;
    if (end && end.id !== null) {
      end.share();
      inherited.push({ fd, entry: null, end: { id: end.id, mode: end.mode } });
    } else if (!end && !isTicket(entry) && entry.length <= mostText) inherited.push({ fd, entry, end: null });
  }
  return inherited;
}

/** Gives the shell's streams back where `exec > >(…)` has moved them, and waits for what reads there. */
export function drainCommandFor(tools: CommandTools): Command {
  return command(drainCommand, async (_args, { fileDescriptors, env }) => {
    const descriptors = tools.disk.hooks?.descriptors;
    for (const fd of [1, 2]) {
      if (fileDescriptors?.get(fd)?.includes(':/dev/pipe/')) fileDescriptors.delete(fd);
    }
    descriptors?.leave(0);
    await descriptors?.drained();
    return { stdout: '', stderr: '', exitCode: Number(env.get('?')) || 0 };
  });
}

/** The first command of a job: opens what it has inherited. */
export function inheritCommandFor(tools: CommandTools, inherited: readonly InheritedDescriptor[]): Command {
  return command(inheritCommand, async (_args, { fileDescriptors }) => {
    for (const { fd, entry, end } of inherited) {
      if (entry !== null) fileDescriptors?.set(fd, entry);
      if (!end) continue;
      const adopted = tools.ends.adopt(end.id, end.mode);
      adopted.share();
      fileDescriptors?.set(fd, adopted.ticket ?? `__file_append__:${adopted.path}`);
      tools.disk.hooks?.descriptors.keepEnd(adopted);
    }
    return { stdout: '', stderr: '', exitCode: 0 };
  });
}
