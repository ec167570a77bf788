import type { Change } from './lineDiff.ts';

/** A text as lines; what is said where the last of them has no end. */
export interface Side {
  readonly lines: readonly string[];
  readonly endsInLine: boolean;
}

const noEnd = '\\ No newline at end of file\n';

function shown(side: Side, index: number, prefix: string): string {
  const isLast = index === side.lines.length - 1;
  return `${prefix}${side.lines[index]}\n${isLast && !side.endsInLine ? noEnd : ''}`;
}

function shownAll(side: Side, from: number, count: number, prefix: string): string {
  let text = '';
  for (let index = from; index < from + count; index++) text += shown(side, index, prefix);
  return text;
}

/** `3,5`, `3`, or the line before for none. */
function lineRange(at: number, count: number): string {
  if (count === 0) return String(at);
  return count === 1 ? String(at + 1) : `${at + 1},${at + count}`;
}

export function normalFormat(changes: readonly Change[], a: Side, b: Side): string {
  return changes
    .map(({ oldAt, oldCount, newAt, newCount }) => {
      const letter = oldCount === 0 ? 'a' : newCount === 0 ? 'd' : 'c';
      const head = `${lineRange(oldAt, oldCount)}${letter}${lineRange(newAt, newCount)}\n`;
      const between = letter === 'c' ? '---\n' : '';
      return head + shownAll(a, oldAt, oldCount, '< ') + between + shownAll(b, newAt, newCount, '> ');
    })
    .join('');
}

/** An `ed` script: last change first. */
export function edFormat(changes: readonly Change[], b: Side): string {
  return [...changes]
    .reverse()
    .map(({ oldAt, oldCount, newAt, newCount }) => {
      const letter = oldCount === 0 ? 'a' : newCount === 0 ? 'd' : 'c';
      const head = `${lineRange(oldAt, oldCount)}${letter}\n`;
      if (letter === 'd') return head;
      return `${head}${b.lines.slice(newAt, newAt + newCount).join('\n')}\n.\n`;
    })
    .join('');
}

/** Changes whose context would touch or overlap belong to one hunk. */
function hunksOf(changes: readonly Change[], context: number): Change[][] {
  const hunks: Change[][] = [];
  for (const change of changes) {
    const last = hunks.at(-1)?.at(-1);
    if (last && change.oldAt - (last.oldAt + last.oldCount) <= 2 * context) hunks.at(-1)!.push(change);
    else hunks.push([change]);
  }
  return hunks;
}

interface Span {
  readonly oldFrom: number;
  readonly oldTo: number;
  readonly newFrom: number;
  readonly newTo: number;
}

function spanOf(hunk: readonly Change[], context: number, a: Side, b: Side): Span {
  const first = hunk[0]!;
  const last = hunk.at(-1)!;
  return {
    oldFrom: Math.max(0, first.oldAt - context),
    oldTo: Math.min(a.lines.length, last.oldAt + last.oldCount + context),
    newFrom: Math.max(0, first.newAt - context),
    newTo: Math.min(b.lines.length, last.newAt + last.newCount + context),
  };
}

function unifiedRange(from: number, to: number): string {
  const count = to - from;
  if (count === 1) return String(from + 1);
  return count === 0 ? `${from},0` : `${from + 1},${count}`;
}

/** The last line before `at` that begins as a function does, for `-p`. */
function functionBefore(side: Side, at: number, wanted: boolean): string {
  if (!wanted) return '';
  for (let index = at - 1; index >= 0; index--) {
    const line = side.lines[index]!;
    if (/^[A-Za-z_$]/.test(line)) return ` ${line.slice(0, 40).trimEnd()}`;
  }
  return '';
}

export function unifiedFormat(
  changes: readonly Change[],
  a: Side,
  b: Side,
  context: number,
  namesFunction: boolean,
): string {
  return hunksOf(changes, context)
    .map((hunk) => {
      const { oldFrom, oldTo, newFrom, newTo } = spanOf(hunk, context, a, b);
      const title = functionBefore(a, oldFrom, namesFunction);
      let text = `@@ -${unifiedRange(oldFrom, oldTo)} +${unifiedRange(newFrom, newTo)} @@${title}\n`;
      let at = oldFrom;
      for (const { oldAt, oldCount, newAt, newCount } of hunk) {
        text += shownAll(a, at, oldAt - at, ' ');
        text += shownAll(a, oldAt, oldCount, '-') + shownAll(b, newAt, newCount, '+');
        at = oldAt + oldCount;
      }
      return text + shownAll(a, at, oldTo - at, ' ');
    })
    .join('');
}

function contextRange(from: number, to: number): string {
  if (to - from <= 1) return String(to);
  return `${from + 1},${to}`;
}

export function contextFormat(changes: readonly Change[], a: Side, b: Side, context: number): string {
  return hunksOf(changes, context)
    .map((hunk) => {
      const { oldFrom, oldTo, newFrom, newTo } = spanOf(hunk, context, a, b);
      const half = (isOld: boolean): string => {
        const side = isOld ? a : b;
        const touched = hunk.some((change) => (isOld ? change.oldCount : change.newCount) > 0);
        if (!touched) return '';
        let text = '';
        let at = isOld ? oldFrom : newFrom;
        for (const change of hunk) {
          const from = isOld ? change.oldAt : change.newAt;
          const count = isOld ? change.oldCount : change.newCount;
          const sign = change.oldCount > 0 && change.newCount > 0 ? '! ' : isOld ? '- ' : '+ ';
          text += shownAll(side, at, from - at, '  ') + shownAll(side, from, count, sign);
          at = from + count;
        }
        return text + shownAll(side, at, (isOld ? oldTo : newTo) - at, '  ');
      };
      const head = `***************\n*** ${contextRange(oldFrom, oldTo)} ****\n`;
      return `${head}${half(true)}--- ${contextRange(newFrom, newTo)} ----\n${half(false)}`;
    })
    .join('');
}
