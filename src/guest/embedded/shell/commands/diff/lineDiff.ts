/** `count` lines of the old text from `oldAt` are replaced by `newCount` of the new one from `newAt` (0-based). */
export interface Change {
  readonly oldAt: number;
  readonly oldCount: number;
  readonly newAt: number;
  readonly newCount: number;
}

/** Steps after which the search for the shortest difference gives up and takes what it has. */
const mostSteps = 4000;

/** The changes that lead from one list of lines to another: Myers' algorithm, then GNU's shift of each change down. */
export function lineChanges(a: readonly string[], b: readonly string[]): Change[] {
  const { x, y } = numbered(a, b);
  let start = 0;
  while (start < x.length && start < y.length && x[start] === y[start]) start++;
  let endX = x.length;
  let endY = y.length;
  while (endX > start && endY > start && x[endX - 1] === y[endY - 1]) {
    endX--;
    endY--;
  }
  const removed = new Uint8Array(x.length);
  const added = new Uint8Array(y.length);
  mark(x.subarray(start, endX), y.subarray(start, endY), removed, added, start);
  slide(x, removed, added);
  slide(y, added, removed);
  return gathered(removed, added);
}

/** Equal lines get equal numbers, so that comparing is cheap. */
function numbered(a: readonly string[], b: readonly string[]): { x: Int32Array; y: Int32Array } {
  const numbers = new Map<string, number>();
  const numberOf = (line: string): number => {
    const known = numbers.get(line);
    if (known !== undefined) return known;
    numbers.set(line, numbers.size);
    return numbers.size - 1;
  };
  return { x: Int32Array.from(a, numberOf), y: Int32Array.from(b, numberOf) };
}

function mark(x: Int32Array, y: Int32Array, removed: Uint8Array, added: Uint8Array, base: number): void {
  const n = x.length;
  const m = y.length;
  const most = Math.min(n + m, mostSteps);
  const offset = most + 1;
  const furthest = new Int32Array(2 * most + 3);
  const trace: Int32Array[] = [];
  for (let step = 0; step <= most; step++) {
    // Only the diagonals reached so far matter for the way back.
    trace.push(furthest.slice(offset - step - 1, offset + step + 2));
    for (let k = -step; k <= step; k += 2) {
      const down = k === -step || (k !== step && furthest[offset + k - 1]! < furthest[offset + k + 1]!);
      let i = down ? furthest[offset + k + 1]! : furthest[offset + k - 1]! + 1;
      while (i < n && i - k < m && i - k >= 0 && x[i] === y[i - k]) i++;
      furthest[offset + k] = i;
      if (i >= n && i - k >= m) {
        walkBack(trace, n, m, removed, added, base);
        return;
      }
    }
  }
  removed.fill(1, base, base + n);
  added.fill(1, base, base + m);
}

function walkBack(
  trace: readonly Int32Array[],
  n: number,
  m: number,
  removed: Uint8Array,
  added: Uint8Array,
  base: number,
): void {
  let i = n;
  let j = m;
  for (let step = trace.length - 1; step > 0; step--) {
    const before = trace[step]!;
    const at = (k: number): number => before[k + step + 1]!;
    const k = i - j;
    const down = k === -step || (k !== step && at(k - 1) < at(k + 1));
    const fromK = down ? k + 1 : k - 1;
    const fromI = at(fromK);
    const fromJ = fromI - fromK;
    if (down) added[base + fromJ] = 1;
    else removed[base + fromI] = 1;
    i = fromI;
    j = fromJ;
  }
}

/**
 * A run of changed lines that could as well stand further down is put there, and where it then meets changes
 * of the other side, beside them: as GNU's `diff` shows it.
 */
function slide(lines: Int32Array, changed: Uint8Array, other: Uint8Array): void {
  let i = 0;
  let j = 0;
  const end = lines.length;
  for (;;) {
    while (i < end && !changed[i]) {
      while (other[j]) j++;
      i++;
      j++;
    }
    while (other[j]) j++;
    if (i >= end) return;
    let start = i;
    let runLength: number;
    let corresponding: number;
    do {
      while (i < end && changed[i]) i++;
      runLength = i - start;
      // Up as far as it goes, merging with what is met.
      while (start > 0 && lines[start - 1] === lines[i - 1]) {
        changed[--start] = 1;
        changed[--i] = 0;
        while (start > 0 && changed[start - 1]) start--;
        j--;
        while (j > 0 && other[j - 1]) j--;
      }
      corresponding = j > 0 && other[j - 1] ? i : end;
      // And down again.
      while (i < end && lines[start] === lines[i]) {
        changed[start++] = 0;
        changed[i++] = 1;
        while (i < end && changed[i]) i++;
        j++;
        if (other[j]) corresponding = i;
        while (other[j]) j++;
      }
      if (other[j - 1] && j > 0) corresponding = i;
    } while (runLength !== i - start);
    while (corresponding < i) {
      changed[--start] = 1;
      changed[--i] = 0;
      j--;
      while (j > 0 && other[j - 1]) j--;
    }
  }
}

function gathered(removed: Uint8Array, added: Uint8Array): Change[] {
  const changes: Change[] = [];
  let i = 0;
  let j = 0;
  while (i < removed.length || j < added.length) {
    if (!removed[i] && !added[j]) {
      i++;
      j++;
      continue;
    }
    const oldAt = i;
    const newAt = j;
    while (removed[i]) i++;
    while (added[j]) j++;
    changes.push({ oldAt, oldCount: i - oldAt, newAt, newCount: j - newAt });
  }
  return changes;
}
