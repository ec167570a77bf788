import {
  createShellCapture,
  defaultShellLimits,
  type Piece,
  type ShellCut,
  shellReport,
  textOfPieces,
} from '../../core/index.ts';
import type { BashFormatter, BashNote, BashOutcome, ContentPart } from './contract.ts';

export interface BashFormatOptions {
  /** `view` leaves the notes out. */
  readonly mode?: 'full' | 'view';
  /** A note in other words, or null where it is not shown. */
  readonly note?: (note: BashNote) => string | null;
}

/** The tool's own words: status line, output, and after a blank line the notes. */
export function defaultBashFormatter(options: BashFormatOptions = {}): BashFormatter {
  return { format: (outcome) => [{ type: 'text', text: formatBash(outcome, options) }] };
}

/** The text of a result in the tool's own words. */
export function formatBash(outcome: BashOutcome, { mode = 'full', note }: BashFormatOptions = {}): string {
  const shown = mode === 'view' ? [] : outcome.notes;
  const notes = shown.flatMap((one) => {
    const message = note === undefined ? one.message : note(one);
    return message === null ? [] : [{ ...one, message }];
  });
  const { run, output } = outcome;
  const view = run === null || output === null ? null : { run, cut: cutOf(output), spill: output.spill };
  return textOfPieces(shellReport(view, notes), noText);
}

/** Several parts as one text. */
export function textOfContent(content: readonly ContentPart[]): string {
  return content.map((part) => part.text).join('\n');
}

// The parts of a result are texts by now; as pieces they stand for themselves.
const noText = createShellCapture(defaultShellLimits).end().text;

function cutOf(output: NonNullable<BashOutcome['output']>): ShellCut {
  const { head, tail, omittedBytes, omittedLines } = output;
  return { head: literal(head), tail: tail === null ? null : literal(tail), omittedBytes, omittedLines };
}

function literal(text: string): readonly Piece[] {
  return text === '' ? [] : [{ from: 'harness', role: 'separator', text }];
}
