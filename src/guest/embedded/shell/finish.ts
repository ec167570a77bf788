import type { BashExecResult } from 'just-bash/browser';
import type { RunNote } from '../../port.ts';
import type { CarryOver } from './carry/carryOver.ts';
import { bytesFromLatin1, bytesFromText } from './disk/bytes.ts';
import type { JobRecord, ShellHost, ShellJob, ShellResult } from './job.ts';
import { limitNotes } from './limits.ts';
import type { LiveDevice } from './stream/liveDevice.ts';
import { wordSyntaxError } from './syntaxErrors.ts';

const stoppedExitCode = 143;
/** SIGPIPE: the stage wrote on after the next had read enough. Whether it comes to that is a matter of time. */
const brokenPipeExitCode = 141;
/** As many as a note may hold. */
const mostStages = 1_000;

interface Ending {
  readonly job: ShellJob;
  readonly host: ShellHost;
  readonly live: LiveDevice;
  readonly carry: CarryOver;
  readonly notes: RunNote[];
  readonly jobs: readonly JobRecord[];
  readonly result: BashExecResult;
}

export function notStreamed(parts: readonly string[]): RunNote {
  return {
    code: 'not-streamed',
    detail: parts.join(', '),
  };
}

/** The exit code of a pipeline is that of its last stage: what failed before it is said beside it. */
function stageNotes(stages: readonly number[]): readonly RunNote[] {
  const exits = stages.map((exit) => exit & 0xff);
  const hasFailed = exits.slice(0, -1).some((exit) => exit !== 0 && exit !== brokenPipeExitCode);
  if (!hasFailed || exits.length > mostStages) return [];
  return [{ code: 'pipeline-stages', detail: `exits of the stages: ${exits.join(' ')}`, exits }];
}

/** Hands out what the interpreter still held, and says what the run came to. */
export async function finish(ending: Ending): Promise<ShellResult> {
  const { job, host, live, carry, notes, jobs, result } = ending;
  if (result.stdout) {
    const isBytes = result.stdoutKind === 'bytes';
    await live.write('stdout', isBytes ? bytesFromLatin1(result.stdout) : bytesFromText(result.stdout));
  }
  // An abort is ours or the host's; just-bash's own sentence about it is nobody's output.
  const own = result.stderr.replace(/(bash: )?execution aborted\n/g, '');
  const stderr = wordSyntaxError(own, job.command, 'bash: -c');
  if (stderr) await live.write('stderr', bytesFromText(stderr));

  notes.push(...limitNotes(own, job.maxBuiltBytes));
  const state = carry.after();
  if (carry.left.length > 0) {
    notes.push({
      code: 'state-not-carried',
      detail: `the next command will not have: ${carry.left.join(', ')}`,
    });
  }
  const exitCode = host.signal.aborted ? stoppedExitCode : result.exitCode;
  if (!host.signal.aborted) notes.push(...stageNotes(carry.stageExits));
  return { exitCode, state, notes, jobs };
}
