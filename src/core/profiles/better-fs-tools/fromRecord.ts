import type { CaptureLoss, Note, Outcome, ToolRecord } from '../../contract/index.ts';
import { lossLine } from '../shared/endings.ts';
import { noteLines } from '../shared/noteWords.ts';
import type { TimeoutUnit } from './numberWords.ts';
import { drainMs, type ShellLimits } from './shellLimits.ts';
import { type ShellNote, shellNotes } from './shellNotes.ts';
import type { ShellRun } from './shellReport.ts';

export interface RecordWords {
  readonly limits: ShellLimits;
  readonly timeoutUnit: TimeoutUnit;
  /** The sink's failure is said, as 0.1 did. */
  readonly saysSpillFailure: boolean;
}

/** The run of a record; null where the command never started. */
export function runOfRecord(record: ToolRecord, limits: ShellLimits): ShellRun | null {
  const { outcome } = record;
  if (!hasStarted(record)) return null;
  const durationMs = Math.max(0, record.endedAtMs - record.startedAtMs);
  const base = {
    exitCode: null,
    signal: null,
    durationMs,
    timeoutMs: limits.defaultTimeoutMs,
    stoppedBy: null,
  };
  switch (outcome.status) {
    case 'ok':
      return { ...base, exitCode: outcome.exitCode ?? 0 };
    case 'failed':
      return { ...base, exitCode: outcome.exitCode, signal: outcome.signal };
    case 'timeout':
      return { ...base, timeoutMs: outcome.timeoutMs, signal: outcome.signal, stoppedBy: 'timeout' };
    case 'error': {
      const stoppedBy = outcome.stoppedBy === 'cap' ? 'output-cap' : 'abort';
      // A record keeps no signal of a stop; the runner asks with SIGTERM first.
      return { ...base, signal: outcome.unconfirmedStop ? null : 'SIGTERM', stoppedBy };
    }
  }
}

/** The notes of a record in the tool's order: an error's first, then the clamp, then what happened to the run. */
export function notesOfRecord(record: ToolRecord, words: RecordWords): readonly ShellNote[] {
  const { outcome, notes } = record;
  const error = errorNote(record, words.limits);
  const made: ShellNote[] = error === null ? [] : [error];
  const clamp = notes.find((note) => note.code === 'timeout-clamped');
  const [asked, used] = [numberOf(clamp, 'askedMs'), numberOf(clamp, 'usedMs')];
  if (asked !== null && used !== null) made.push(shellNotes.clamped(asked, used, words.timeoutUnit));
  if ('unconfirmedStop' in outcome && outcome.unconfirmedStop) made.push(shellNotes.unconfirmedStop());
  const incomplete = incompleteNote(record);
  if (incomplete !== null) made.push(incomplete);
  if (words.saysSpillFailure && record.saveError !== null) {
    made.push({
      code: 'spill-failed',
      severity: 'warning',
      message: 'The file spill sink failed, so the full output was not saved. The command was not affected.',
    });
  }
  return [...made, ...ownNotes(record)];
}

function hasStarted({ outcome, output }: ToolRecord): boolean {
  if (outcome.status !== 'error' || output.totalBytes > 0) return true;
  return outcome.stoppedBy !== null && outcome.error.code !== 'NOT_RUN';
}

function errorNote(record: ToolRecord, limits: ShellLimits): ShellNote | null {
  const { outcome } = record;
  if (outcome.status !== 'error') return null;
  const { error, stoppedBy } = outcome;
  switch (stoppedBy) {
    case 'cap':
      return shellNotes.outputCap(capOf(record.output.loss, limits));
    case 'user':
    case 'session-end':
      return hasStarted(record)
        ? shellNotes.aborted(record.endedAtMs - record.startedAtMs)
        : shellNotes.abortedBeforeStart();
    case 'guest-death':
      return shellNotes.extensionFailed('runner', 'run');
    default:
      return startError(outcome, error.message);
  }
}

function startError({ error }: Extract<Outcome, { status: 'error' }>, message: string): ShellNote {
  if (error.phase === 'input') return shellNotes.invalidInput(message);
  if (error.phase === 'guest') return shellNotes.spawnFailed(message);
  return shellNotes.extensionFailed('runner', error.phase);
}

/** Where our own cap stopped the command, that is the cap which is named. */
function capOf(loss: CaptureLoss | null, limits: ShellLimits): number {
  return loss?.code === 'output-cap' || loss?.code === 'session-cap' ? loss.atByte : limits.maxCaptureBytes;
}

/** After a stop by the tool nothing more is expected; a loss is said all the same, since no model can guess it. */
function incompleteNote(record: ToolRecord): ShellNote | null {
  const { outcome, output, notes } = record;
  const isCap = outcome.status === 'error' && outcome.stoppedBy === 'cap';
  const loss = output.loss === null || isCap ? null : lossLine(output.loss).replace(/\.$/, '');
  const isOpen = notes.some((note) => note.code === 'child-still-running');
  const given = notes.find((note) => note.code === 'output-incomplete');
  const detail = loss ?? (given === undefined ? null : (textOf(given, 'detail') ?? 'its end did not arrive'));
  if (detail === null && !isOpen) return null;
  return shellNotes.outputIncomplete({ detail, drainMs: isOpen ? drainMs : null });
}

/** Notes that the tool does not know, in our words under their own codes. */
function ownNotes(record: ToolRecord): readonly ShellNote[] {
  const worded = new Set(['timeout-clamped', 'child-still-running', 'output-incomplete']);
  return record.notes
    .filter((note) => !worded.has(note.code))
    .flatMap((note) =>
      noteLines({ ...record, notes: [note] }).map((message) => ({
        code: note.code,
        severity: 'info' as const,
        message,
      })),
    );
}

function numberOf(note: Note | undefined, name: string): number | null {
  const value = note?.data?.[name];
  return typeof value === 'number' ? value : null;
}

function textOf(note: Note, name: string): string | null {
  const value = note.data?.[name];
  return typeof value === 'string' && value !== '' ? value : null;
}
