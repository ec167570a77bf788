import type { OutputText, Piece, TextSource, ToolRecord, WindowedText } from '../../contract/index.ts';
import { harnessPiece, outputPiece } from '../../pieces/index.ts';

/**
 * What a command's result says of its exit and its two streams, before any cut.
 * Success: stdout then stderr, each whole; a newline is put between them where stdout has none at its end.
 * Any other ending: `Exit code N` where there is one, then stdout, then stderr, non-empty parts joined by
 * newlines, a single final newline of each part dropped.
 */
export function bashBody(record: ToolRecord, text: OutputText): readonly Piece[] {
  if (record.outcome.status === 'ok') return successBody(text);
  const parts: Piece[] = [];
  const { outcome } = record;
  if (outcome.status === 'failed' && outcome.exitCode !== null) {
    parts.push(harnessPiece('status', `Exit code ${outcome.exitCode}`));
  }
  for (const of of ['stdout', 'stderr'] as const) {
    const end = endWithoutNewline(text[of]);
    if (end > 0) parts.push(outputPiece(of, 0, end));
  }
  return joinLines(parts);
}

/** The parts with a newline of the harness between them. */
export function joinLines(parts: readonly Piece[]): readonly Piece[] {
  return parts.flatMap((part, at) => (at === 0 ? [part] : [harnessPiece('separator', '\n'), part]));
}

/** True where the whole output is known to be white space only; a longer output than the windows never is. */
export function isBlank(text: OutputText): boolean {
  return (['stdout', 'stderr'] as const).every((of) => {
    const { head, units } = text[of];
    return head.length === units && head.trim() === '';
  });
}

function successBody(text: OutputText): readonly Piece[] {
  const body: Piece[] = [];
  if (text.stdout.units > 0) body.push(wholePiece('stdout', text.stdout));
  if (text.stderr.units > 0) {
    if (text.stdout.units > 0 && !endsWithNewline(text.stdout)) body.push(harnessPiece('separator', '\n'));
    body.push(wholePiece('stderr', text.stderr));
  }
  return body;
}

function wholePiece(of: TextSource, source: WindowedText): Piece {
  return outputPiece(of, 0, source.units);
}

function endsWithNewline(source: WindowedText): boolean {
  return (source.tail === '' ? source.head : source.tail).endsWith('\n');
}

function endWithoutNewline(source: WindowedText): number {
  return endsWithNewline(source) ? source.units - 1 : source.units;
}
