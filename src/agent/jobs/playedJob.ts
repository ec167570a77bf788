import type { OutputChunk } from '../../core/index.ts';
import type { ExitStatus, Guest, GuestProcess } from '../../guest/index.ts';
import { CommandPump } from '../tools/commandRun.ts';
import type { JobPlace, RunningCommand } from '../tools/toolPort.ts';

const exited: ExitStatus = { kind: 'exited', code: 0 };

/** A job that runs nothing: it writes what was recorded. When and how it ends is the recording's to say. */
export async function playedJob(
  place: JobPlace,
  chunks: readonly OutputChunk[],
  guest: Guest,
  mayEnd: (job: string) => Promise<unknown>,
): Promise<RunningCommand> {
  const process: GuestProcess = {
    pid: 0,
    output: recorded(chunks),
    exit: mayEnd(place.facts.id).then(() => exited),
    notes: Promise.resolve([]),
    signal: async () => true,
  };
  const pump = new CommandPump(process, async () => {});
  const resume = await pump.hold();
  return { place, process, pump, resume, guest };
}

async function* recorded(chunks: readonly OutputChunk[]): AsyncGenerator<OutputChunk> {
  for (const { stream, bytes } of chunks) yield { stream, bytes: bytes.slice() };
}
