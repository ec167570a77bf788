import { changedLines } from './myers.ts';
import { type Placement, slideBlocks } from './slide.ts';

/** Lines `[oldFrom, oldTo)` become `[nowFrom, nowTo)`. */
export interface Edit {
  readonly oldFrom: number;
  readonly oldTo: number;
  readonly nowFrom: number;
  readonly nowTo: number;
}

/** Lines with their ends; the last may lack one. */
export function linesOf(units: string): string[] {
  const lines = units.split('\n');
  const last = lines.pop() ?? '';
  const ended = lines.map((line) => `${line}\n`);
  return last === '' ? ended : [...ended, last];
}

export type Whitespace = 'exact' | 'amount' | 'all';

function comparable(line: string, whitespace: Whitespace): string {
  if (whitespace === 'all') return line.replace(/\s+/g, '');
  if (whitespace === 'amount') return line.replace(/\s+$/, '').replace(/\s+/g, ' ');
  return line;
}

/** What changed between two texts, block by block. */
export function editsBetween(
  old: readonly string[],
  now: readonly string[],
  whitespace: Whitespace = 'exact',
  placement: Placement = 'readable',
): Edit[] {
  const numbers = new Map<string, number>();
  const numbered = (lines: readonly string[]) =>
    Int32Array.from(lines, (line) => {
      const key = comparable(line, whitespace);
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, numbers.size);
      return numbers.size - 1;
    });
  const oldLines = numbered(old);
  const nowLines = numbered(now);
  const changed = changedLines(oldLines, nowLines);
  slideBlocks(changed, { lines: oldLines, texts: old }, { lines: nowLines, texts: now }, placement);
  const edits: Edit[] = [];
  let [a, b] = [0, 0];
  while (a < old.length || b < now.length) {
    const [oldFrom, nowFrom] = [a, b];
    while (changed.old[a] === 1) a++;
    while (changed.now[b] === 1) b++;
    if (a > oldFrom || b > nowFrom) edits.push({ oldFrom, oldTo: a, nowFrom, nowTo: b });
    a++;
    b++;
  }
  return edits;
}

interface Hunk {
  readonly edits: readonly Edit[];
  readonly oldFrom: number;
  readonly oldTo: number;
  readonly nowFrom: number;
  readonly nowTo: number;
}

function hunksOf(edits: readonly Edit[], oldLength: number, context: number): Hunk[] {
  const groups: Edit[][] = [];
  for (const edit of edits) {
    const before = groups.at(-1)?.at(-1);
    if (before && edit.oldFrom - before.oldTo <= 2 * context) groups.at(-1)!.push(edit);
    else groups.push([edit]);
  }
  return groups.map((group) => {
    const first = group[0]!;
    const last = group.at(-1)!;
    const before = Math.min(context, first.oldFrom);
    const after = Math.min(context, oldLength - last.oldTo);
    return {
      edits: group,
      oldFrom: first.oldFrom - before,
      oldTo: last.oldTo + after,
      nowFrom: first.nowFrom - before,
      nowTo: last.nowTo + after,
    };
  });
}

function range(from: number, to: number): string {
  const count = to - from;
  const start = count === 0 ? from : from + 1;
  return count === 1 ? String(start) : `${start},${count}`;
}

/** The line that names where a hunk stands: the nearest one above that begins with a letter, `_` or `$`. */
function placeOf(lines: readonly string[], before: number): string {
  for (let at = before - 1; at >= 0; at--) {
    if (/^[A-Za-z_$]/.test(lines[at]!)) return ` ${lines[at]!.slice(0, 80).replace(/\s+$/, '')}`;
  }
  return '';
}

const noLineEnd = '\n\\ No newline at end of file\n';

function marked(sign: string, line: string): string {
  return line.endsWith('\n') ? sign + line : sign + line + noLineEnd;
}

/** The hunks of a unified diff, with their `@@` lines. All in units. */
export function unifiedHunks(
  old: readonly string[],
  now: readonly string[],
  edits: readonly Edit[],
  context: number,
): string {
  const parts: string[] = [];
  for (const hunk of hunksOf(edits, old.length, context)) {
    const place = placeOf(old, hunk.oldFrom);
    parts.push(`@@ -${range(hunk.oldFrom, hunk.oldTo)} +${range(hunk.nowFrom, hunk.nowTo)} @@${place}\n`);
    // Context is shown as the new side has it: only white space can differ there.
    let at = hunk.nowFrom;
    for (const edit of hunk.edits) {
      for (; at < edit.nowFrom; at++) parts.push(marked(' ', now[at]!));
      for (let gone = edit.oldFrom; gone < edit.oldTo; gone++) parts.push(marked('-', old[gone]!));
      for (; at < edit.nowTo; at++) parts.push(marked('+', now[at]!));
    }
    for (; at < hunk.nowTo; at++) parts.push(marked(' ', now[at]!));
  }
  return parts.join('');
}
