import { type Edit, editsBetween, linesOf } from './hunks.ts';

export interface Merged {
  /** In units; conflicts are between markers. */
  readonly text: string;
  readonly conflicts: number;
}

interface Labels {
  readonly ours: string;
  readonly theirs: string;
}

type Part =
  | { readonly kind: 'lines'; readonly lines: readonly string[] }
  | { readonly kind: 'conflict'; readonly ours: readonly string[]; readonly theirs: readonly string[] };

/** Conflicts with no more than so many common lines between are shown as one. */
const closeLines = 3;

/** Joins two changes of one text. What both change alike is no conflict. */
export function mergeTexts(base: string, ours: string, theirs: string, labels: Labels): Merged {
  const [baseLines, ourLines, theirLines] = [linesOf(base), linesOf(ours), linesOf(theirs)];
  const parts = mergedParts(baseLines, ourLines, theirLines);
  let text = '';
  let conflicts = 0;
  for (const part of parts) {
    if (part.kind === 'lines') {
      text += part.lines.join('');
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

function mergedParts(base: readonly string[], ours: readonly string[], theirs: readonly string[]): Part[] {
  const left = editsBetween(base, ours);
  const right = editsBetween(base, theirs);
  const parts: Part[] = [];
  let at = 0;
  let [l, r] = [0, 0];
  /** How far each side is ahead of the base behind the edits that were taken. */
  let [leftShift, rightShift] = [0, 0];
  while (l < left.length || r < right.length) {
    const from = Math.min(
      left[l]?.oldFrom ?? Number.POSITIVE_INFINITY,
      right[r]?.oldFrom ?? Number.POSITIVE_INFINITY,
    );
    let to = from;
    const taken: { left: Edit[]; right: Edit[] } = { left: [], right: [] };
    const touches = (edit: Edit | undefined) => edit !== undefined && edit.oldFrom <= to;
    // Whatever touches what was taken belongs to the same place.
    for (;;) {
      if (
        touches(left[l]) &&
        (taken.left.length === 0 || taken.right.length > 0 || left[l]!.oldFrom < to || to === from)
      ) {
        to = Math.max(to, left[l]!.oldTo);
        taken.left.push(left[l++]!);
      } else if (touches(right[r])) {
        to = Math.max(to, right[r]!.oldTo);
        taken.right.push(right[r++]!);
      } else break;
    }
    parts.push({ kind: 'lines', lines: base.slice(at, from) });
    const shift = (edits: readonly Edit[]) =>
      edits.reduce((sum, edit) => sum + (edit.nowTo - edit.nowFrom) - (edit.oldTo - edit.oldFrom), 0);
    const [leftAfter, rightAfter] = [leftShift + shift(taken.left), rightShift + shift(taken.right)];
    const mine = ours.slice(from + leftShift, to + leftAfter);
    const other = theirs.slice(from + rightShift, to + rightAfter);
    if (taken.right.length === 0) parts.push({ kind: 'lines', lines: mine });
    else if (taken.left.length === 0 || mine.join('') === other.join(''))
      parts.push({ kind: 'lines', lines: other });
    else parts.push(...refined(mine, other));
    [leftShift, rightShift] = [leftAfter, rightAfter];
    at = to;
  }
  parts.push({ kind: 'lines', lines: base.slice(at) });
  return parts;
}

/** A conflict without the lines that both sides have. */
function refined(ours: readonly string[], theirs: readonly string[]): Part[] {
  const parts: Part[] = [];
  let [a, b] = [0, 0];
  for (const edit of editsBetween(ours, theirs)) {
    const between = ours.slice(a, edit.oldFrom);
    const before = parts.at(-1);
    if (before?.kind === 'conflict' && between.length <= closeLines) {
      parts[parts.length - 1] = {
        kind: 'conflict',
        ours: [...before.ours, ...between, ...ours.slice(edit.oldFrom, edit.oldTo)],
        theirs: [...before.theirs, ...theirs.slice(b, edit.nowTo)],
      };
    } else {
      parts.push({ kind: 'lines', lines: between });
      parts.push({
        kind: 'conflict',
        ours: ours.slice(edit.oldFrom, edit.oldTo),
        theirs: theirs.slice(edit.nowFrom, edit.nowTo),
      });
    }
    [a, b] = [edit.oldTo, edit.nowTo];
  }
  parts.push({ kind: 'lines', lines: ours.slice(a) });
  return parts;
}
