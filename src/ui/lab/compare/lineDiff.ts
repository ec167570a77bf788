export interface DiffLine {
  readonly kind: 'same' | 'left' | 'right' | 'skipped';
  readonly text: string;
  /** Line numbers from 1; null on the side that has no such line. For `skipped`: how many lines, in `text`. */
  readonly left: number | null;
  readonly right: number | null;
}

/** More edits than this are shown as one block taken out and one put in: nobody reads them one by one. */
const MOST_EDITS = 600;
/** Lines of one side that are shown of such a block. */
const BLOCK_LINES = 200;

/** The lines of two texts as one list, unchanged runs folded to `context` lines around each change. */
export function lineDiff(left: string, right: string, context = 3): readonly DiffLine[] {
  const a = left.split('\n');
  const b = right.split('\n');
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end])
    end++;
  const middleA = a.slice(start, a.length - end);
  const middleB = b.slice(start, b.length - end);
  const steps = edits(middleA, middleB) ?? blocks(middleA, middleB);
  const lines: DiffLine[] = [];
  for (let at = 0; at < start; at++) lines.push(same(a[at], at, at));
  let i = start;
  let j = start;
  for (const step of steps) {
    if (step === 'same') lines.push(same(a[i], i++, j++));
    else if (step === 'left') lines.push({ kind: 'left', text: a[i] ?? '', left: ++i, right: null });
    else lines.push({ kind: 'right', text: b[j] ?? '', left: null, right: ++j });
  }
  i = a.length - end;
  j = b.length - end;
  for (let at = 0; at < end; at++) lines.push(same(a[i], i++, j++));
  return folded(lines, context);
}

type Step = 'same' | 'left' | 'right';

function same(text: string | undefined, left: number, right: number): DiffLine {
  return { kind: 'same', text: text ?? '', left: left + 1, right: right + 1 };
}

function blocks(a: readonly string[], b: readonly string[]): readonly Step[] {
  return [...a.map((): Step => 'left'), ...b.map((): Step => 'right')];
}

/** The shortest edit (Myers 1986); null where it is longer than `MOST_EDITS`. */
function edits(a: readonly string[], b: readonly string[]): readonly Step[] | null {
  const most = Math.min(a.length + b.length, MOST_EDITS);
  const size = 2 * most + 3;
  const middle = most + 1;
  const furthest = new Int32Array(size);
  const trail: Int32Array[] = [];
  for (let d = 0; d <= most; d++) {
    trail.push(furthest.slice());
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && at(furthest, middle + k - 1) < at(furthest, middle + k + 1));
      let x = down ? at(furthest, middle + k + 1) : at(furthest, middle + k - 1) + 1;
      let y = x - k;
      while (x < a.length && y < b.length && a[x] === b[y]) {
        x++;
        y++;
      }
      furthest[middle + k] = x;
      if (x >= a.length && y >= b.length) return walkBack(trail, d, middle, a.length, b.length);
    }
  }
  return null;
}

function walkBack(
  trail: readonly Int32Array[],
  edit: number,
  middle: number,
  endA: number,
  endB: number,
): readonly Step[] {
  const steps: Step[] = [];
  let x = endA;
  let y = endB;
  for (let d = edit; d > 0; d--) {
    const furthest = trail[d] ?? new Int32Array();
    const k = x - y;
    const down = k === -d || (k !== d && at(furthest, middle + k - 1) < at(furthest, middle + k + 1));
    const before = down ? k + 1 : k - 1;
    const fromX = at(furthest, middle + before);
    const fromY = fromX - before;
    // The run of equal lines behind this edit, back to where the edit itself ends.
    while (x > fromX && y > fromY) {
      steps.push('same');
      x--;
      y--;
    }
    steps.push(down ? 'right' : 'left');
    x = fromX;
    y = fromY;
  }
  while (x > 0 && y > 0) {
    steps.push('same');
    x--;
    y--;
  }
  return steps.reverse();
}

function at(list: Int32Array, index: number): number {
  return list[index] ?? 0;
}

function folded(lines: readonly DiffLine[], context: number): readonly DiffLine[] {
  const near = new Uint8Array(lines.length);
  lines.forEach((line, index) => {
    if (line.kind === 'same') return;
    near.fill(1, Math.max(0, index - context), Math.min(lines.length, index + context + 1));
  });
  const out: DiffLine[] = [];
  let skipped = 0;
  let run = 0;
  let kind: DiffLine['kind'] = 'same';
  const flush = () => {
    if (skipped > 0) out.push({ kind: 'skipped', text: String(skipped), left: null, right: null });
    skipped = 0;
  };
  lines.forEach((line, index) => {
    run = line.kind === kind ? run + 1 : 1;
    kind = line.kind;
    const isTooMuch = line.kind !== 'same' && run > BLOCK_LINES;
    if (near[index] === 0 || isTooMuch) skipped++;
    else {
      flush();
      out.push(line);
    }
  });
  flush();
  return out;
}
