import {
  cutShellOutput,
  type JsonObject,
  type ShellLimits,
  shellDrainMs,
  shellNotes,
  shellOutputOf,
} from '../../core/index.ts';
import type {
  BashError,
  BashNote,
  BashOutcome,
  BashPhase,
  BashRequest,
  BashRun,
  RunExit,
} from './contract.ts';
import type { EndedRun } from './runToEnd.ts';
import type { CallSignature } from './signature.ts';

/** A call whose command never ran; the first note is the error's. */
export function notStarted(
  request: BashRequest | null,
  code: BashError['code'],
  phase: BashPhase,
  notes: readonly [BashNote, ...BashNote[]],
): BashOutcome {
  const error = { code, phase, message: notes[0].message };
  return { tool: 'bash', status: 'error', error, request, run: null, output: null, notes };
}

export interface Ended {
  readonly request: BashRequest;
  /** Absolute. */
  readonly cwd: string;
  readonly ended: EndedRun;
  /** Of what came before the start. */
  readonly notes: readonly BashNote[];
  readonly limits: ShellLimits;
  /** The sink's. */
  readonly reference: string | null;
  readonly signature: CallSignature;
}

/** A call whose command was given to the runner. */
export function endedOutcome(all: Ended): BashOutcome {
  const { request, cwd, ended, notes, limits, reference } = all;
  const { exit, stoppedBy, unconfirmedStop, durationMs } = ended;
  if (exit.error !== undefined) return startError(all, exit.error);
  const { text, facts } = ended.capture.end();
  const run: BashRun = {
    command: request.command,
    cwd,
    timeoutMs: request.timeoutMs,
    exitCode: exit.code,
    signal: exit.signal,
    durationMs,
    stoppedBy,
    unconfirmedStop,
  };
  const output = shellOutputOf(cutShellOutput(text, facts, limits), text, facts, reference);
  const after = [
    ...notes,
    ...(unconfirmedStop ? [shellNotes.unconfirmedStop()] : []),
    ...incompleteNotes(ended),
  ];
  if (stoppedBy === 'abort' || stoppedBy === 'output-cap') {
    const [code, note] =
      stoppedBy === 'abort'
        ? (['ABORTED', shellNotes.aborted(durationMs)] as const)
        : (['OUTPUT_CAP', shellNotes.outputCap(limits.maxCaptureBytes)] as const);
    const error = { code, phase: 'run' as const, message: note.message };
    return { tool: 'bash', status: 'error', error, request, run, output, notes: [note, ...after] };
  }
  const status = stoppedBy === 'timeout' ? 'timeout' : exit.code === 0 ? 'ok' : 'failed';
  return { tool: 'bash', status, request, run, output, notes: after };
}

function startError(
  { request, cwd, notes, signature }: Ended,
  { reason, detail }: NonNullable<RunExit['error']>,
): BashOutcome {
  switch (reason) {
    case 'cwd-not-found':
      return notStarted(request, 'CWD_NOT_FOUND', 'run', [
        shellNotes.cwdNotFound(cwd, signature.cwd),
        ...notes,
      ]);
    case 'cwd-not-a-directory':
      return notStarted(request, 'CWD_NOT_A_DIRECTORY', 'run', [
        shellNotes.cwdNotADirectory(cwd, signature.cwd),
        ...notes,
      ]);
    default:
      return notStarted(request, 'SPAWN_FAILED', 'run', [shellNotes.spawnFailed(detail ?? null), ...notes]);
  }
}

/** After a stop nothing more is expected of the stream; a chunk that was none is said all the same. */
function incompleteNotes({ stoppedBy, streamError, hasDrained, capture }: EndedRun): readonly BashNote[] {
  const { skippedChunks } = capture;
  const detail = stoppedBy === null ? streamError : null;
  const drainMs = stoppedBy === null && !hasDrained ? shellDrainMs : null;
  if (detail === null && drainMs === null && skippedChunks === 0) return [];
  const data: JsonObject = {
    skippedChunks,
    ...(detail === null ? {} : { detail }),
    ...(drainMs === null ? {} : { drainMs }),
  };
  return [{ ...shellNotes.outputIncomplete({ detail, drainMs, skippedChunks }), data }];
}
