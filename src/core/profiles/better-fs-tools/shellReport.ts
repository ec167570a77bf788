import type { OutputFacts, OutputText, Piece } from '../../contract/index.ts';
import { harnessPiece, normalizePieces, textOfPieces, unitsOfPieces } from '../../pieces/index.ts';
import { byteWords, durationWords } from './numberWords.ts';
import type { ShellCut } from './shellCut.ts';
import type { ShellNote } from './shellNotes.ts';

/** A command that was started. */
export interface ShellRun {
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** From just before the start to the end of the drain. */
  readonly durationMs: number;
  /** The limit that was in force. */
  readonly timeoutMs: number;
  readonly stoppedBy: 'timeout' | 'abort' | 'output-cap' | null;
}

/** What a result's `output` says; text is decoded, without escape sequences and one final newline. */
export interface ShellOutput {
  readonly head: string;
  /** Null exactly where nothing was cut. */
  readonly tail: string | null;
  readonly totalBytes: number;
  readonly totalLines: number;
  readonly omittedBytes: number;
  readonly omittedLines: number;
  readonly stdoutBytes: number;
  readonly stderrBytes: number;
  /** The sink's reference; null without a sink, and where it failed. */
  readonly spill: string | null;
}

export function shellOutputOf(
  cut: ShellCut,
  text: OutputText,
  facts: OutputFacts,
  spill: string | null,
): ShellOutput {
  return {
    head: textOfPieces(cut.head, text),
    tail: cut.tail === null ? null : textOfPieces(cut.tail, text),
    totalBytes: facts.totalBytes,
    totalLines: facts.lines,
    omittedBytes: cut.omittedBytes,
    omittedLines: cut.omittedLines,
    stdoutBytes: facts.stdoutBytes,
    stderrBytes: facts.stderrBytes,
    spill,
  };
}

/** What ran and what it wrote; null in a report of a command that never started. */
export interface ShellView {
  readonly run: ShellRun;
  readonly cut: ShellCut;
  readonly spill: string | null;
}

/** Faults of the tool's words that are repaired; none by default. */
export interface ShellFixes {
  /** A stop that was not confirmed is not said to have happened. */
  readonly unconfirmedStatus?: boolean;
  /** One line is `1 line`, and a cut inside one line does not read `0 lines`. */
  readonly gapCount?: boolean;
}

/** The model's text: status line, output, and after a blank line the notes, an error's first. */
export function shellReport(
  view: ShellView | null,
  notes: readonly ShellNote[],
  fixes: ShellFixes = {},
): readonly Piece[] {
  const noted = notes.map(({ code, message }) => `[bash:${code}] ${message}`).join('\n');
  if (view === null) return noted === '' ? [] : [harnessPiece('error', noted)];
  const isUnconfirmed =
    fixes.unconfirmedStatus === true && notes.some((note) => note.code === 'unconfirmed-stop');
  return normalizePieces([
    harnessPiece('status', `${statusLine(view.run, isUnconfirmed)}\n`),
    ...bodyPieces(view.cut, view.spill, fixes),
    ...(noted === '' ? [] : [harnessPiece('status', `\n\n${noted}`)]),
  ]);
}

function statusLine(run: ShellRun, saysUnconfirmed: boolean): string {
  if (run.stoppedBy === 'timeout') {
    const stopped = saysUnconfirmed ? '' : ' The process tree was stopped.';
    return `Timed out after ${durationWords(run.timeoutMs)}.${stopped}`;
  }
  const took = durationWords(run.durationMs);
  if (run.exitCode !== null) return `Exit code ${run.exitCode} · ${took}`;
  return `Ended by ${run.signal ?? 'an unknown signal'} · ${took}`;
}

function bodyPieces(cut: ShellCut, spill: string | null, fixes: ShellFixes): readonly Piece[] {
  const { head, tail } = cut;
  if (tail === null) return unitsOfPieces(head) === 0 ? [harnessPiece('empty', '(no output)')] : head;
  return [
    ...(unitsOfPieces(head) === 0 ? [] : [...head, harnessPiece('separator', '\n')]),
    harnessPiece('gap', `[… ${omittedWords(cut, fixes)} not shown]`),
    ...(spill === null ? [] : [harnessPiece('notice', ` Full output: ${spill}`)]),
    ...(unitsOfPieces(tail) === 0 ? [] : [harnessPiece('separator', '\n'), ...tail]),
  ];
}

function omittedWords({ omittedBytes, omittedLines }: ShellCut, { gapCount }: ShellFixes): string {
  const bytes = byteWords(omittedBytes);
  if (gapCount === true && omittedLines === 0) return `${bytes} of a line`;
  return `${omittedLines} ${gapCount === true && omittedLines === 1 ? 'line' : 'lines'} (${bytes})`;
}
