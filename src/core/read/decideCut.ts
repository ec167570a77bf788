import type { ReadPage, TokenEncoding, TokenPrefix } from '../contract/index.ts';
import type { ReadPlan } from './plan.ts';

/** What is known of a file and of the window that was counted. */
export interface PageFacts {
  readonly path: string;
  readonly plan: ReadPlan;
  /** `wc -l` of the whole file plus an unterminated last line. At least `plan.firstLine`. */
  readonly totalLines: number;
  /** Offset in the file of the window's first byte, and the window's size. */
  readonly windowStart: number;
  readonly windowBytes: number;
  /** The largest prefix of whole lines of the window that fits the cap. */
  readonly prefix: TokenPrefix;
  /** Tokens of the range where a range was asked, else of the whole file; null while not counted. */
  readonly rangeTokens: number | null;
  readonly capTokens: number;
  readonly encoding: TokenEncoding;
  /** Where the window's first line alone is over the cap: how much of it fits. Needed only then. */
  readonly longLine: {
    readonly bytes: number;
    readonly units: number;
    /** UTF-16 units of the whole line, null while its end is not known. */
    readonly lineUnits: number | null;
  } | null;
}

export interface DecidedPage {
  readonly page: ReadPage;
  /** Bytes of the window, from its start, that are the page's output. */
  readonly shownBytes: number;
}

/** True where `decideCut` needs to know how much of the first line fits. */
export function needsLongLine(prefix: TokenPrefix): boolean {
  return !prefix.whole && prefix.lines === 0;
}

/**
 * What of a window is shown. It fits: all of it. One line longer than the cap: its start, whether or not a range
 * was asked, since an error there could never be obeyed. A range over the cap: nothing, an error. A whole file
 * over the cap: the largest prefix of whole lines.
 * Throws a RangeError where facts are missing or contradict each other (programmer's mistake).
 */
export function decideCut(facts: PageFacts): DecidedPage {
  const { plan, prefix, totalLines } = facts;
  if (totalLines < plan.firstLine) {
    throw new RangeError(`line ${plan.firstLine} is past the end of a file of ${totalLines} lines`);
  }
  const windowEnd = Math.min(plan.firstLine + plan.maxLines - 1, totalLines);
  if (prefix.whole) {
    const cutByWindow = plan.askedLimit === null && windowEnd < totalLines;
    return decided(facts, windowEnd, facts.windowBytes, { kind: cutByWindow ? 'window' : 'none' });
  }
  if (prefix.lines === 0) {
    const { longLine } = facts;
    if (longLine === null) throw new RangeError('the first line is over the cap and nobody cut it');
    return decided(facts, plan.firstLine, longLine.bytes, {
      kind: 'long-line',
      shownUnits: longLine.units,
      lineUnits: longLine.lineUnits,
      nextByte: facts.windowStart + longLine.bytes,
    });
  }
  if (plan.isRange) return decided(facts, plan.firstLine - 1, 0, { kind: 'range-over-cap' });
  return decided(facts, plan.firstLine + prefix.lines - 1, prefix.bytes, { kind: 'partial' });
}

function decided(facts: PageFacts, lastLine: number, shownBytes: number, cut: ReadPage['cut']): DecidedPage {
  const { path, plan, totalLines, rangeTokens, capTokens, encoding } = facts;
  return {
    page: {
      path,
      askedOffset: plan.askedOffset,
      askedLimit: plan.askedLimit,
      firstLine: plan.firstLine,
      lastLine,
      totalLines,
      rangeTokens,
      capTokens,
      encoding,
      cut,
    },
    shownBytes,
  };
}
