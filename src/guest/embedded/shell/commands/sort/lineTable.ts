import {
  compareDecimals,
  decimalAt,
  decimalEnd,
  generalAt,
  isExactDecimal,
  latin1At,
  monthAt,
  shuffledAt,
  unitRankAt,
} from './keyNumbers.ts';
import { keyEnd, keyStart, skipBlanks } from './keyPlaces.ts';
import type { KeyFlags, SortKey } from './keys.ts';
import { orderOfVersions } from './version.ts';

export interface SortRules {
  readonly keys: readonly SortKey[];
  /** The whole is turned round. */
  readonly reverse: boolean;
  /** Lines whose keys are equal are in the order of their bytes. */
  readonly lastResort: boolean;
  /** The byte between fields; null for blanks. */
  readonly separator: number | null;
  /** Of a random order. */
  readonly salt: readonly number[];
}

/** Characters of a text that are looked at all at once, each or the end of the text being one of so many. */
const charactersAtOnce = 6;
const characterValues = 257;

const isLetterOrDigit = (byte: number): boolean =>
  (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122);

/** How bytes count in a text, 256 stands for one that does not; null where all count as they are. */
function weightsOf({ fold, dictionary, printable }: KeyFlags): Uint16Array | null {
  if (!fold && !dictionary && !printable) return null;
  return Uint16Array.from({ length: 256 }, (_none, byte) => {
    const isBlank = byte === 32 || byte === 9 || byte === 10;
    if (dictionary ? !isBlank && !isLetterOrDigit(byte) : printable && (byte < 32 || byte > 126))
      return skipped;
    return fold && byte >= 97 && byte <= 122 ? byte - 32 : byte;
  });
}
const skipped = 256;

/** From the first to before the second. */
type Range = readonly [from: number, to: number];

type Kind = 'text' | 'decimal' | 'unit' | 'version' | 'number';

/** One of the things that lines are compared by, with a double for each of them. */
interface Column {
  readonly key: SortKey | null;
  readonly kind: Kind;
  readonly weights: Uint16Array | null;
  /** Each byte of a text is one character of it. */
  readonly aligned: boolean;
  readonly reverse: boolean;
  readonly values: Float64Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

function kindsOf(flags: KeyFlags): readonly Kind[] {
  if (flags.human) return ['unit', 'decimal'];
  if (flags.numeric) return ['decimal'];
  if (flags.general || flags.month || flags.random) return ['number'];
  return flags.version ? ['version'] : ['text'];
}

/**
 * Lines by their places in bytes, and what they are compared by, in columns of numbers: of a million lines objects or
 * texts would be larger than the lines themselves.
 */
export class LineTable {
  readonly #rules: SortRules;
  readonly #sources: Uint8Array[] = [];
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;
  readonly #columns: readonly Column[];

  /** Of at most `size` lines. */
  constructor(rules: SortRules, size: number) {
    this.#rules = rules;
    this.#starts = new Uint32Array(size);
    this.#ends = new Uint32Array(size);
    const byKey = rules.keys.flatMap((key) =>
      kindsOf(key.flags).map((kind): Column => {
        const places = { starts: new Uint32Array(size), ends: new Uint32Array(size) };
        const { reverse } = key.flags;
        const weights = weightsOf(key.flags);
        return {
          key,
          kind,
          weights,
          aligned: !weights?.includes(skipped),
          reverse,
          values: new Float64Array(size),
          ...places,
        };
      }),
    );
    const places = { starts: this.#starts, ends: this.#ends };
    const { reverse } = rules;
    const whole: Column = {
      ...{ key: null, kind: 'text', weights: null, aligned: true, reverse },
      ...{ values: new Float64Array(size), ...places },
    };
    this.#columns = rules.keys.length > 0 && !rules.lastResort ? byKey : [...byKey, whole];
  }

  /** Puts the line of `source` from `start` to `end`, without its end, at `index`. */
  put(index: number, source: Uint8Array, start: number, end: number): void {
    this.#sources[index] = source;
    this.#starts[index] = start;
    this.#ends[index] = end;
    for (const column of this.#columns) {
      const { key, values } = column;
      if (key !== null) {
        const from = keyStart(source, start, end, key, this.#rules.separator);
        const to = Math.max(from, keyEnd(source, start, end, key, this.#rules.separator));
        const isDecimal = column.kind === 'decimal';
        column.starts[index] = isDecimal ? skipBlanks(source, from, to) : from;
        column.ends[index] = isDecimal ? decimalEnd(source, column.starts[index]!, to) : to;
      }
      values[index] = this.#value(column, source, index);
    }
  }

  copy(from: number, to: number): void {
    this.#sources[to] = this.#sources[from]!;
    this.#starts[to] = this.#starts[from]!;
    this.#ends[to] = this.#ends[from]!;
    for (const { values, starts, ends } of this.#columns) {
      values[to] = values[from]!;
      starts[to] = starts[from]!;
      ends[to] = ends[from]!;
    }
  }

  /** Of two lines by their indexes; `from` is the first column that counts. */
  compare(a: number, b: number, from = 0): number {
    for (let at = from; at < this.#columns.length; at++) {
      const column = this.#columns[at]!;
      const x = column.values[a]!;
      const y = column.values[b]!;
      const order = x < y ? -1 : x > y ? 1 : this.#compareClosely(column, a, b);
      if (order !== 0) return column.reverse ? -order : order;
    }
    return 0;
  }

  get columns(): number {
    return this.#columns.length;
  }

  /**
   * What the lines `order[from]` to `order[to]` have in a column, as numbers that are to ascend. `depth` counts the looks
   * that were taken at a text before.
   */
  numbersInto(
    keys: Float64Array,
    order: Uint32Array,
    [from, to]: Range,
    column: number,
    depth: number,
  ): void {
    const { values, reverse, starts, ends, weights } = this.#columns[column]!;
    const offset = depth * charactersAtOnce;
    for (let at = from; at < to; at++) {
      const line = order[at]!;
      const value =
        depth === 0
          ? values[line]!
          : charactersAt(this.#sources[line]!, starts[line]! + offset, ends[line]!, weights);
      keys[at] = reverse ? -value : value;
    }
  }

  /** What tells lines apart whose numbers in a column are equal, `key` being that number. */
  afterTie(
    order: Uint32Array,
    [from, to]: Range,
    column: number,
    key: number,
  ): 'next' | 'deeper' | 'closely' {
    const { kind, aligned, starts, ends } = this.#columns[column]!;
    if (kind === 'text') return key % characterValues === 0 ? 'next' : aligned ? 'deeper' : 'closely';
    if (kind === 'version') return 'closely';
    if (kind !== 'decimal') return 'next';
    for (let at = from; at < to; at++)
      if (!isExactDecimal(starts[order[at]!]!, ends[order[at]!]!)) return 'closely';
    return 'next';
  }

  #value({ key, kind, weights, starts, ends }: Column, source: Uint8Array, index: number): number {
    const [from, to] = [starts[index]!, ends[index]!];
    if (kind === 'text') return charactersAt(source, from, to, weights);
    if (kind === 'decimal') return decimalAt(source, from, to);
    if (kind === 'unit') return unitRankAt(source, from, to);
    if (kind === 'version') return 0;
    if (key?.flags.general) return generalAt(source, from, to);
    if (key?.flags.month) return monthAt(source, from, to);
    return shuffledAt(counted(source, from, to, weights), this.#rules.salt);
  }

  #compareClosely({ kind, weights, starts, ends, values }: Column, a: number, b: number): number {
    // Both texts have ended.
    if (kind === 'text' && values[a]! % characterValues === 0) return 0;
    const [left, right] = [this.#sources[a]!, this.#sources[b]!];
    const [from, to, otherFrom, otherTo] = [starts[a]!, ends[a]!, starts[b]!, ends[b]!];
    if (kind === 'text') {
      return weights === null
        ? compareBytes(left, from, to, right, otherFrom, otherTo)
        : compareWeights(left, from, to, right, otherFrom, otherTo, weights);
    }
    if (kind === 'decimal') return compareDecimals(left, [from, to], right, [otherFrom, otherTo]);
    if (kind !== 'version') return 0;
    return orderOfVersions(
      latin1Of(counted(left, from, to, weights)),
      latin1Of(counted(right, otherFrom, otherTo, weights)),
    );
  }
}

/** The bytes that count, as they count. */
function counted(source: Uint8Array, from: number, to: number, weights: Uint16Array | null): Uint8Array {
  const bytes = source.subarray(from, to);
  return weights === null
    ? bytes
    : bytes.filter((byte) => weights[byte] !== skipped).map((byte) => weights[byte]!);
}

function latin1Of(bytes: Uint8Array): string {
  return latin1At(bytes, 0, bytes.length);
}

/** The next characters as one number, which is a multiple of `characterValues` where the text ends in them. */
function charactersAt(source: Uint8Array, from: number, to: number, weights: Uint16Array | null): number {
  let value = 0;
  let at = from;
  for (let taken = 0; taken < charactersAtOnce; at++) {
    const weight = at >= to ? -1 : weights === null ? source[at]! : weights[source[at]!]!;
    if (weight === skipped) continue;
    value = value * characterValues + weight + 1;
    taken++;
  }
  return value;
}

function compareBytes(
  a: Uint8Array,
  aFrom: number,
  aTo: number,
  b: Uint8Array,
  bFrom: number,
  bTo: number,
): number {
  const shared = Math.min(aTo - aFrom, bTo - bFrom);
  for (let offset = 0; offset < shared; offset++) {
    const difference = a[aFrom + offset]! - b[bFrom + offset]!;
    if (difference !== 0) return difference;
  }
  return aTo - aFrom - (bTo - bFrom);
}

function compareWeights(
  a: Uint8Array,
  aFrom: number,
  aTo: number,
  b: Uint8Array,
  bFrom: number,
  bTo: number,
  weights: Uint16Array,
): number {
  for (let [x, y] = [aFrom, bFrom]; ; x++, y++) {
    while (x < aTo && weights[a[x]!] === skipped) x++;
    while (y < bTo && weights[b[y]!] === skipped) y++;
    if (x >= aTo || y >= bTo) return (x < aTo ? 1 : 0) - (y < bTo ? 1 : 0);
    const difference = weights[a[x]!]! - weights[b[y]!]!;
    if (difference !== 0) return difference;
  }
}
