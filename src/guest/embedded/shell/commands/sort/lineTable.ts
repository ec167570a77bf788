import {
  compareDecimals,
  decimalAt,
  generalAt,
  latin1At,
  monthAt,
  shuffledAt,
  unitRankAt,
} from './keyNumbers.ts';
import { keyEnd, keyStart } from './keyPlaces.ts';
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

/** Characters at the start of a text that are looked at all at once: as many as a double holds exactly. */
const startCharacters = 6;

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

type Kind = 'text' | 'decimal' | 'unit' | 'version' | 'number';

/** One of the things that lines are compared by, with a double for each of them. */
interface Column {
  readonly key: SortKey | null;
  readonly kind: Kind;
  readonly weights: Uint16Array | null;
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
        return {
          key,
          kind,
          weights: weightsOf(key.flags),
          reverse,
          values: new Float64Array(size),
          ...places,
        };
      }),
    );
    const places = { starts: this.#starts, ends: this.#ends };
    const { reverse } = rules;
    const whole: Column = {
      ...{ key: null, kind: 'text', weights: null, reverse },
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
        column.starts[index] = from;
        column.ends[index] = Math.max(from, keyEnd(source, start, end, key, this.#rules.separator));
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

  /** Of two lines by their indexes. */
  compare(a: number, b: number): number {
    for (const column of this.#columns) {
      const [x, y] = [column.values[a]!, column.values[b]!];
      const order = x < y ? -1 : x > y ? 1 : this.#compareClosely(column, a, b);
      if (order !== 0) return column.reverse ? -order : order;
    }
    return 0;
  }

  #value({ key, kind, weights, starts, ends }: Column, source: Uint8Array, index: number): number {
    const [from, to] = [starts[index]!, ends[index]!];
    if (kind === 'text') return startOf(source, from, to, weights);
    if (kind === 'decimal') return decimalAt(source, from, to);
    if (kind === 'unit') return unitRankAt(source, from, to);
    if (kind === 'version') return 0;
    if (key?.flags.general) return generalAt(source, from, to);
    if (key?.flags.month) return monthAt(source, from, to);
    return shuffledAt(counted(source, from, to, weights), this.#rules.salt);
  }

  #compareClosely({ kind, weights, starts, ends }: Column, a: number, b: number): number {
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

function startOf(source: Uint8Array, from: number, to: number, weights: Uint16Array | null): number {
  let value = 0;
  let at = from;
  for (let taken = 0; taken < startCharacters; at++) {
    const weight = at >= to ? 0 : weights === null ? source[at]! : weights[source[at]!]!;
    if (weight === skipped) continue;
    value = value * 256 + weight;
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
