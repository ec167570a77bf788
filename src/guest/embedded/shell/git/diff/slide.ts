import type { Changed } from './myers.ts';

/**
 * A block of changed lines can often slide: `}\n\nf() {` added before or after its like is the same change.
 * git moves such blocks to where people would put them: in line with a change of the other side, else where
 * indentation and blank lines say that something begins. The weights are those git found by trial on many
 * repositories (its indent heuristic).
 */
const weights = {
  startOfFile: 1,
  endOfFile: 21,
  blank: -30,
  blankBehind: 6,
  deeper: -4,
  deeperAfterBlank: 10,
  outdent: 24,
  outdentAfterBlank: 17,
  dedent: 23,
  dedentAfterBlank: 17,
  indent: 60,
} as const;
const furthestSlide = 100;
const mostBlanks = 20;
const mostIndent = 200;

interface Group {
  start: number;
  end: number;
}

class Side {
  readonly lines: Int32Array;
  readonly changed: Uint8Array;
  readonly group: Group = { start: 0, end: 0 };

  constructor(lines: Int32Array, changed: Uint8Array) {
    this.lines = lines;
    this.changed = changed;
    while (changed[this.group.end] === 1) this.group.end++;
  }

  next(): boolean {
    const { group, changed } = this;
    if (group.end === this.lines.length) return false;
    group.start = group.end + 1;
    group.end = group.start;
    while (changed[group.end] === 1) group.end++;
    return true;
  }

  previous(): void {
    const { group, changed } = this;
    group.end = group.start - 1;
    group.start = group.end;
    while (group.start > 0 && changed[group.start - 1] === 1) group.start--;
  }

  slideUp(): boolean {
    const { group, changed, lines } = this;
    if (group.start === 0 || lines[group.start - 1] !== lines[group.end - 1]) return false;
    changed[--group.start] = 1;
    changed[--group.end] = 0;
    while (group.start > 0 && changed[group.start - 1] === 1) group.start--;
    return true;
  }

  slideDown(): boolean {
    const { group, changed, lines } = this;
    if (group.end >= lines.length || lines[group.start] !== lines[group.end]) return false;
    changed[group.start++] = 0;
    changed[group.end++] = 1;
    while (changed[group.end] === 1) group.end++;
    return true;
  }
}

interface Score {
  readonly indent: number;
  readonly penalty: number;
}

/** Columns of white space in front; -1 for a blank line. */
function indentOf(line: string): number {
  let column = 0;
  for (const unit of line) {
    if (unit === ' ') column++;
    else if (unit === '\t') column += 8 - (column % 8);
    else if (unit !== '\n' && unit !== '\r' && unit !== '\f' && unit !== '\v') return column;
    if (column >= mostIndent) return mostIndent;
  }
  return -1;
}

/** The nearest line with text in one direction: its indentation, and the blank lines before it. */
function nearestText(
  texts: readonly string[],
  from: number,
  step: 1 | -1,
): { indent: number; blanks: number } {
  let blanks = 0;
  for (let at = from; at >= 0 && at < texts.length; at += step) {
    const indent = indentOf(texts[at]!);
    if (indent !== -1) return { indent, blanks };
    if (++blanks === mostBlanks) return { indent: 0, blanks };
  }
  return { indent: -1, blanks };
}

/** How bad it would be to begin or end a block in front of line `at`. */
function scoreOf(texts: readonly string[], at: number): Score {
  const isEnd = at >= texts.length;
  const own = isEnd ? -1 : indentOf(texts[at]!);
  const before = nearestText(texts, at - 1, -1);
  const after = nearestText(texts, at + 1, 1);
  let penalty = 0;
  if (before.indent === -1 && before.blanks === 0) penalty += weights.startOfFile;
  if (isEnd) penalty += weights.endOfFile;
  const blankBehind = own === -1 ? 1 + after.blanks : 0;
  const blanks = before.blanks + blankBehind;
  penalty += weights.blank * blanks + weights.blankBehind * blankBehind;
  const indent = own !== -1 ? own : after.indent;
  const afterBlank = blanks !== 0;
  if (indent !== -1 && before.indent !== -1 && indent !== before.indent) {
    if (indent > before.indent) penalty += afterBlank ? weights.deeperAfterBlank : weights.deeper;
    else if (after.indent !== -1 && after.indent > indent)
      penalty += afterBlank ? weights.outdentAfterBlank : weights.outdent;
    else penalty += afterBlank ? weights.dedentAfterBlank : weights.dedent;
  }
  return { indent, penalty };
}

function isNoWorse(a: Score, b: Score): boolean {
  return weights.indent * Math.sign(a.indent - b.indent) + (a.penalty - b.penalty) <= 0;
}

/** Where the block would best end, between `earliest` and where it ends now. */
function bestEnd(texts: readonly string[], group: Group, earliest: number): number {
  const size = group.end - group.start;
  let best = -1;
  let bestScore: Score = { indent: 0, penalty: 0 };
  for (
    let end = Math.max(earliest, group.end - size - 1, group.end - furthestSlide);
    end <= group.end;
    end++
  ) {
    const last = scoreOf(texts, end);
    const first = scoreOf(texts, end - size);
    const score = { indent: last.indent + first.indent, penalty: last.penalty + first.penalty };
    if (best === -1 || isNoWorse(score, bestScore)) {
      best = end;
      bestScore = score;
    }
  }
  return best;
}

/** Where a block that can slide ends up: where it reads best, or as late as it can, which is how merges see it. */
export type Placement = 'readable' | 'last';

function slideOneSide(side: Side, other: Side, texts: readonly string[], placement: Placement): void {
  const { group } = side;
  for (;;) {
    if (group.end > group.start) {
      let size: number;
      let earliest: number;
      let matching: number;
      do {
        size = group.end - group.start;
        matching = -1;
        while (side.slideUp()) other.previous();
        earliest = group.end;
        if (other.group.end > other.group.start) matching = group.end;
        while (side.slideDown()) {
          other.next();
          if (other.group.end > other.group.start) matching = group.end;
        }
      } while (size !== group.end - group.start);
      if (group.end !== earliest) {
        if (matching !== -1) {
          while (other.group.end === other.group.start && side.slideUp()) other.previous();
        } else if (placement === 'readable') {
          const end = bestEnd(texts, group, earliest);
          while (group.end > end && side.slideUp()) other.previous();
        }
      }
    }
    if (!side.next()) return;
    other.next();
  }
}

/** Slides the blocks of both sides in place. */
export function slideBlocks(
  changed: Changed,
  old: { readonly lines: Int32Array; readonly texts: readonly string[] },
  now: { readonly lines: Int32Array; readonly texts: readonly string[] },
  placement: Placement,
): void {
  slideOneSide(new Side(old.lines, changed.old), new Side(now.lines, changed.now), old.texts, placement);
  slideOneSide(new Side(now.lines, changed.now), new Side(old.lines, changed.old), now.texts, placement);
}
