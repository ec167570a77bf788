/** A piece of a text: so many bytes as they are, then a copy of what stood `distance` bytes before. */
export interface Command {
  readonly literalStart: number;
  readonly literals: number;
  /** Zero in the last command of a block where nothing is copied. */
  readonly copy: number;
  readonly distance: number;
}

const shortest = 5;
const hashBits = 16;
/** Farther away nothing is looked for; less than the window of the stream. */
const farthest = 2 ** 22 - 16;

/** Finds repetitions in `data`, block after block. */
export class MatchFinder {
  readonly #data: Uint8Array;
  readonly #heads = new Int32Array(1 << hashBits).fill(-1);
  readonly #previous: Int32Array;
  readonly #depth: number;

  /** `depth`: how many earlier places are looked at for each. */
  constructor(data: Uint8Array, depth: number) {
    this.#data = data;
    this.#previous = new Int32Array(data.length);
    this.#depth = depth;
  }

  commandsIn(start: number, end: number): Command[] {
    const commands: Command[] = [];
    let literalStart = start;
    for (let at = start; at < end; ) {
      const found = this.#find(at, end);
      if (!found) {
        this.#remember(at);
        at += 1;
        continue;
      }
      commands.push({ literalStart, literals: at - literalStart, ...found });
      for (const stop = at + found.copy; at < stop; at++) this.#remember(at);
      literalStart = at;
    }
    if (literalStart < end)
      commands.push({ literalStart, literals: end - literalStart, copy: 0, distance: 0 });
    return commands;
  }

  #hash(at: number): number {
    const data = this.#data;
    const word =
      (data[at] ?? 0) |
      ((data[at + 1] ?? 0) << 8) |
      ((data[at + 2] ?? 0) << 16) |
      ((data[at + 3] ?? 0) << 24);
    return Math.imul(word, 0x1e35a7bd) >>> (32 - hashBits);
  }

  #remember(at: number): void {
    if (at + 4 > this.#data.length) return;
    const hash = this.#hash(at);
    this.#previous[at] = this.#heads[hash] ?? -1;
    this.#heads[hash] = at;
  }

  #find(at: number, end: number): { readonly copy: number; readonly distance: number } | null {
    if (at + shortest > end) return null;
    const data = this.#data;
    let best = shortest - 1;
    let distance = 0;
    let from = this.#heads[this.#hash(at)] ?? -1;
    for (let looks = this.#depth; from >= 0 && looks > 0 && at - from <= farthest; looks--) {
      if (data[from + best] === data[at + best]) {
        let length = 0;
        while (at + length < end && data[from + length] === data[at + length]) length += 1;
        if (length > best) {
          best = length;
          distance = at - from;
          if (at + best >= end) break;
        }
      }
      from = this.#previous[from] ?? -1;
    }
    return distance === 0 ? null : { copy: best, distance };
  }
}
