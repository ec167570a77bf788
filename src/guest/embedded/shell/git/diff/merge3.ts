import { type Edit, editsBetween, linesOf } from './hunks.ts';

export interface Merged {
  /** In units; conflicts are between markers. */
  readonly text: string;
  readonly conflicts: number;
}

interface Labels {
  readonly ours: string;
  readonly theirs: string;
  /** The side whose lines are taken in a conflict, which then is none. */
  readonly favor?: 'ours' | 'theirs' | undefined;
}

type Part =
  /** As in the base, or as both sides have it. */
  | { readonly kind: 'common'; readonly lines: readonly string[] }
  /** What one side changed. */
  | { readonly kind: 'taken'; readonly lines: readonly string[] }
  | { readonly kind: 'conflict'; readonly ours: readonly string[]; readonly theirs: readonly string[] };

/** Conflicts with no more than so many common lines between are shown as one. */
const closeLines = 3;

/** Joins two changes of one text. What both change alike is no conflict. */
export function mergeTexts(base: string, ours: string, theirs: string, labels: Labels): Merged {
  const parts = joined(mergedParts(linesOf(base), linesOf(ours), linesOf(theirs)));
  let text = '';
  let conflicts = 0;
  for (const part of parts) {
    if (part.kind !== 'conflict') {
      text += part.lines.join('');
      continue;
    }
    if (labels.favor) {
      text += part[labels.favor].join('');
      continue;
    }
    conflicts++;
    text += `<<<<<<< ${labels.ours}\n${ended(part.ours)}=======\n${ended(part.theirs)}>>>>>>> ${labels.theirs}\n`;
  }
  return { text, conflicts };
}

function ended(lines: readonly string[]): string {
  const text = lines.join('');
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

/** Conflicts that stand close together become one. */
function joined(parts: readonly Part[]): Part[] {
  const list: Part[] = [];
  for (const part of parts) {
    const [before, between] = [list.at(-2), list.at(-1)];
    const isClose = between?.kind === 'common' && between.lines.length <= closeLines;
    if (part.kind === 'conflict' && before?.kind === 'conflict' && isClose) {
      list.splice(-2, 2, {
        kind: 'conflict',
        ours: [...before.ours, ...between.lines, ...part.ours],
        theirs: [...before.theirs, ...between.lines, ...part.theirs],
      });
    } else list.push(part);
  }
  return list;
}

function growth(edits: readonly Edit[]): number {
  return edits.reduce((sum, edit) => sum + (edit.nowTo - edit.nowFrom) - (edit.oldTo - edit.oldFrom), 0);
}

function mergedParts(base: readonly string[], ours: readonly string[], theirs: readonly string[]): Part[] {
  const left = editsBetween(base, ours, 'exact', 'last');
  const right = editsBetween(base, theirs, 'exact', 'last');
  const parts: Part[] = [];
  let at = 0;
  let [l, r] = [0, 0];
  /** How far each side is ahead of the base behind the edits that were taken. */
  let [leftShift, rightShift] = [0, 0];
  while (l < left.length || r < right.length) {
    const from = Math.min(left[l]?.oldFrom ?? base.length, right[r]?.oldFrom ?? base.length);
    let to = from;
    const taken: { readonly left: Edit[]; readonly right: Edit[] } = { left: [], right: [] };
    // Whatever touches what was taken belongs to the same place; edits of one side never touch each other.
    for (;;) {
      const [mine, other] = [left[l], right[r]];
      if (mine && mine.oldFrom <= to) {
        to = Math.max(to, mine.oldTo);
        taken.left.push(mine);
        l++;
      } else if (other && other.oldFrom <= to) {
        to = Math.max(to, other.oldTo);
        taken.right.push(other);
        r++;
      } else break;
    }
    parts.push({ kind: 'common', lines: base.slice(at, from) });
    const [leftAfter, rightAfter] = [leftShift + growth(taken.left), rightShift + growth(taken.right)];
    const mine = ours.slice(from + leftShift, to + leftAfter);
    const other = theirs.slice(from + rightShift, to + rightAfter);
    if (taken.right.length === 0) parts.push({ kind: 'taken', lines: mine });
    else if (taken.left.length === 0) parts.push({ kind: 'taken', lines: other });
    else if (mine.join('') === other.join('')) parts.push({ kind: 'taken', lines: mine });
    else parts.push(...refined(mine, other));
    [leftShift, rightShift] = [leftAfter, rightAfter];
    at = to;
  }
  parts.push({ kind: 'common', lines: base.slice(at) });
  return parts;
}

/** A conflict without the lines that both sides have. */
function refined(ours: readonly string[], theirs: readonly string[]): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const edit of editsBetween(ours, theirs, 'exact', 'last')) {
    if (edit.oldFrom > at) parts.push({ kind: 'common', lines: ours.slice(at, edit.oldFrom) });
    parts.push({
      kind: 'conflict',
      ours: ours.slice(edit.oldFrom, edit.oldTo),
      theirs: theirs.slice(edit.nowFrom, edit.nowTo),
    });
    at = edit.oldTo;
  }
  if (at < ours.length) parts.push({ kind: 'common', lines: ours.slice(at) });
  return parts;
}
