import {
  countNewlines,
  type OutputText,
  omittedRanges,
  type Presented,
  seenRanges,
  textOfPieces,
  utf8Length,
  type WindowedText,
} from '../../../core/index.ts';
import type { ViewLoss } from './messages.ts';

/** Measures a view against the text that its profile was given. */
export function viewLossOf({ sent, text }: Presented): ViewLoss {
  const { account } = sent;
  const sources = sourcesOf(
    sent.pieces.some((piece) => piece.from === 'output' && piece.of === 'merged'),
    text,
  );
  const sourceBytes = sum(sources, (source) => source.utf8Bytes);
  const sourceLines = sum(sources, (source) => source.lines);
  const kept: { start: number; end: number }[] = [];
  let keptBytes = 0;
  let keptNewlines = 0;
  for (const range of seenRanges(sent.pieces)) {
    const seen = textOfPieces([{ from: 'output', ...range }], text);
    const shift = range.of === 'stderr' ? text.stdout.units : 0;
    kept.push({ start: range.start + shift, end: range.end + shift });
    keptBytes += utf8Length(seen);
    keptNewlines += countNewlines(new TextEncoder().encode(seen));
  }
  const isLost = account.omittedUnits > 0;
  const lastLineLost = omittedRanges(sent.pieces, text).some(
    (range) => range.end === text[range.of].units && endsOpen(text[range.of]),
  );
  const newlines = sum(sources, (source) => source.lines - (endsOpen(source) ? 1 : 0));
  return {
    sourceUnits: account.sourceUnits,
    sourceBytes,
    sourceLines,
    keptUnits: account.seenUnits,
    keptBytes: isLost ? keptBytes : sourceBytes,
    lostUnits: account.omittedUnits,
    lostBytes: isLost ? Math.max(0, sourceBytes - keptBytes) : 0,
    lostLines: isLost ? Math.max(0, newlines - keptNewlines) + (lastLineLost ? 1 : 0) : 0,
    kept: isLost ? kept : [{ start: 0, end: account.sourceUnits }],
  };
}

function sourcesOf(isMerged: boolean, text: OutputText): readonly WindowedText[] {
  return isMerged ? [text.merged] : [text.stdout, text.stderr];
}

/** The last line has no newline. */
function endsOpen(source: WindowedText): boolean {
  const end = source.tail === '' ? source.head : source.tail;
  return source.units > 0 && !end.endsWith('\n');
}

function sum(sources: readonly WindowedText[], of: (source: WindowedText) => number): number {
  return sources.reduce((total, source) => total + of(source), 0);
}
