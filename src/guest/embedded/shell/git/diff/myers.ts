/**
 * The shortest way from one sequence of lines to another: Myers' algorithm in linear space ("An O(ND)
 * Difference Algorithm and Its Variations", 1986), meeting in the middle. Which of several equally short ways
 * is taken follows git (first from the far end of the diagonals), so that hunks come out as git's do.
 */
export interface Changed {
  /** Per line of the old sequence whether it goes, and of the new one whether it comes. */
  readonly old: Uint8Array;
  readonly now: Uint8Array;
}

/** At this many edits the middle is guessed: beyond it an exact answer would cost quadratic time. */
const leastExactCost = 256;

/** Lines are numbers: equal lines, equal numbers. */
export function changedLines(old: Int32Array, now: Int32Array): Changed {
  const changed = { old: new Uint8Array(old.length), now: new Uint8Array(now.length) };
  let start = 0;
  const shorter = Math.min(old.length, now.length);
  while (start < shorter && old[start] === now[start]) start++;
  let end = 0;
  while (end < shorter - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end++;
  const oldKept = worthComparing(old, now, start, old.length - end, changed.old);
  const nowKept = worthComparing(now, old, start, now.length - end, changed.now);
  const search = new Search(
    oldKept.map((at) => old[at]!),
    nowKept.map((at) => now[at]!),
    (at) => {
      changed.old[oldKept[at]!] = 1;
    },
    (at) => {
      changed.now[nowKept[at]!] = 1;
    },
  );
  search.box(0, oldKept.length, 0, nowKept.length);
  return changed;
}

/** About the square root, by powers of two. */
function roughRoot(count: number): number {
  let root = 1;
  for (let left = count; left > 0; left >>= 2) root <<= 1;
  return root;
}

/**
 * Places of the lines that can be part of the answer. A line that the other side lacks is changed at once; so
 * is one that is all over the other side (a lone brace) and stands among lines that it lacks.
 */
function worthComparing(
  lines: Int32Array,
  others: Int32Array,
  start: number,
  end: number,
  changed: Uint8Array,
): Int32Array {
  const counts = new Map<number, number>();
  for (const line of others) counts.set(line, (counts.get(line) ?? 0) + 1);
  const many = Math.min(roughRoot(lines.length), 1024);
  const kinds = lines.map((line) => {
    const count = counts.get(line) ?? 0;
    return count === 0 ? 0 : count >= many ? 2 : 1;
  });
  const kept: number[] = [];
  for (let at = start; at < end; at++) {
    if (kinds[at] === 1 || (kinds[at] === 2 && !standsAmongMissing(kinds, at, start, end))) kept.push(at);
    else changed[at] = 1;
  }
  return Int32Array.from(kept);
}

function standsAmongMissing(kinds: Int32Array, at: number, start: number, end: number): boolean {
  const window = 100;
  const count = (step: 1 | -1) => {
    let missing = 0;
    let common = 1;
    for (
      let next = at + step;
      next >= Math.max(start, at - window) && next < Math.min(end, at + window + 1);
      next += step
    ) {
      if (kinds[next] === 0) missing++;
      else if (kinds[next] === 2) common++;
      else break;
    }
    return { missing, common };
  };
  const before = count(-1);
  if (before.missing === 0) return false;
  const after = count(1);
  if (after.missing === 0) return false;
  const missing = before.missing + after.missing;
  const common = before.common + after.common;
  return common * 4 < common + missing;
}

class Search {
  readonly #old: Int32Array;
  readonly #now: Int32Array;
  readonly #oldGoes: (at: number) => void;
  readonly #nowComes: (at: number) => void;
  /** Furthest points by diagonal, from the start and from the end. */
  readonly #forward: Int32Array;
  readonly #backward: Int32Array;
  readonly #zero: number;
  readonly #mostCost: number;

  constructor(
    old: Int32Array,
    now: Int32Array,
    oldGoes: (at: number) => void,
    nowComes: (at: number) => void,
  ) {
    this.#old = old;
    this.#now = now;
    this.#oldGoes = oldGoes;
    this.#nowComes = nowComes;
    const diagonals = old.length + now.length + 3;
    this.#forward = new Int32Array(diagonals);
    this.#backward = new Int32Array(diagonals);
    this.#zero = now.length + 1;
    this.#mostCost = Math.max(leastExactCost, roughRoot(diagonals));
  }

  /** Compares `old[oldFrom, oldTo)` with `now[nowFrom, nowTo)`. */
  box(oldFrom: number, oldTo: number, nowFrom: number, nowTo: number): void {
    const [old, now] = [this.#old, this.#now];
    let [a, aEnd, b, bEnd] = [oldFrom, oldTo, nowFrom, nowTo];
    while (a < aEnd && b < bEnd && old[a] === now[b]) {
      a++;
      b++;
    }
    while (a < aEnd && b < bEnd && old[aEnd - 1] === now[bEnd - 1]) {
      aEnd--;
      bEnd--;
    }
    if (a === aEnd) for (; b < bEnd; b++) this.#nowComes(b);
    else if (b === bEnd) for (; a < aEnd; a++) this.#oldGoes(a);
    else {
      const [x, y] = this.#middle(a, aEnd, b, bEnd);
      this.box(a, x, b, y);
      this.box(x, aEnd, y, bEnd);
    }
  }

  #middle(a: number, aEnd: number, b: number, bEnd: number): readonly [number, number] {
    const [old, now, forward, backward, zero] = [
      this.#old,
      this.#now,
      this.#forward,
      this.#backward,
      this.#zero,
    ];
    const lowest = a - bEnd;
    const highest = aEnd - b;
    const fromStart = a - b;
    const fromEnd = aEnd - bEnd;
    const isOdd = ((fromStart - fromEnd) & 1) !== 0;
    let [fMin, fMax, bMin, bMax] = [fromStart, fromStart, fromEnd, fromEnd];
    forward[zero + fromStart] = a;
    backward[zero + fromEnd] = aEnd;
    for (let cost = 1; ; cost++) {
      if (fMin > lowest) forward[zero + --fMin - 1] = -1;
      else fMin++;
      if (fMax < highest) forward[zero + ++fMax + 1] = -1;
      else fMax--;
      for (let d = fMax; d >= fMin; d -= 2) {
        const below = forward[zero + d - 1]!;
        const above = forward[zero + d + 1]!;
        let x = below >= above ? below + 1 : above;
        while (x < aEnd && x - d < bEnd && old[x] === now[x - d]) x++;
        forward[zero + d] = x;
        if (isOdd && bMin <= d && d <= bMax && backward[zero + d]! <= x) return [x, x - d];
      }
      if (bMin > lowest) backward[zero + --bMin - 1] = 0x7fffffff;
      else bMin++;
      if (bMax < highest) backward[zero + ++bMax + 1] = 0x7fffffff;
      else bMax--;
      for (let d = bMax; d >= bMin; d -= 2) {
        const below = backward[zero + d - 1]!;
        const above = backward[zero + d + 1]!;
        let x = below < above ? below : above - 1;
        while (x > a && x - d > b && old[x - 1] === now[x - d - 1]) x--;
        backward[zero + d] = x;
        if (!isOdd && fMin <= d && d <= fMax && x <= forward[zero + d]!) return [x, x - d];
      }
      if (cost >= this.#mostCost) return this.#furthest([a, aEnd, b, bEnd], [fMin, fMax, bMin, bMax]);
    }
  }

  /** The point that has come furthest from either side. */
  #furthest(
    [a, aEnd, b, bEnd]: readonly [number, number, number, number],
    [fMin, fMax, bMin, bMax]: readonly [number, number, number, number],
  ): readonly [number, number] {
    let best: readonly [number, number] = [a, b];
    let bestSum = -1;
    for (let d = fMax; d >= fMin; d -= 2) {
      let x = Math.min(this.#forward[this.#zero + d]!, aEnd);
      if (x - d > bEnd) x = bEnd + d;
      if (x + x - d > bestSum) {
        bestSum = x + x - d;
        best = [x, x - d];
      }
    }
    let leastSum = Number.MAX_SAFE_INTEGER;
    let least = best;
    for (let d = bMax; d >= bMin; d -= 2) {
      let x = Math.max(a, this.#backward[this.#zero + d]!);
      if (x - d < b) x = b + d;
      if (x + x - d < leastSum) {
        leastSum = x + x - d;
        least = [x, x - d];
      }
    }
    return aEnd + bEnd - leastSum < bestSum - (a + b) ? best : least;
  }
}
