import { compareText, compareValues, type KeyValue, type SortKey } from './keys.ts';

interface Rules {
  readonly keys: readonly SortKey[];
  /** The whole is turned round. */
  readonly reverse: boolean;
  /** Lines whose keys are equal are in the order of their texts. */
  readonly lastResort: boolean;
}

/**
 * Lines and what they are sorted by: by key and not by line, since of a million lines the objects would be larger than
 * their texts.
 */
export class Ordering {
  readonly #lines: readonly string[];
  readonly #columns: readonly (readonly KeyValue[])[];
  readonly #rules: Rules;

  constructor(lines: readonly string[], columns: readonly (readonly KeyValue[])[], rules: Rules) {
    this.#lines = lines;
    this.#columns = columns;
    this.#rules = rules;
  }

  /** Of two lines by their numbers. */
  compare(a: number, b: number): number {
    const { keys, reverse, lastResort } = this.#rules;
    for (let index = 0; index < keys.length; index++) {
      const { flags } = keys[index]!;
      const values = this.#columns[index]!;
      const order = compareValues(values[a]!, values[b]!, flags);
      if (order !== 0) return flags.reverse ? -order : order;
    }
    if (keys.length > 0 && !lastResort) return 0;
    const byLine = compareText(this.#lines[a]!, this.#lines[b]!);
    return reverse ? -byLine : byLine;
  }

  /** The numbers of the lines in their order; of equal ones the first stays the first, or alone. */
  sorted(onlyFirst: boolean): Uint32Array {
    const order = Uint32Array.from(this.#lines.keys()).sort((a, b) => this.compare(a, b) || a - b);
    if (!onlyFirst) return order;
    return order.filter((line, index) => index === 0 || this.compare(order[index - 1]!, line) !== 0);
  }
}

/** Lines by their texts alone, where none needs to be looked at by character: as the engine sorts, which is faster. */
export function sortedTexts(lines: string[], reverse: boolean, onlyFirst: boolean): string[] {
  lines.sort();
  if (reverse) lines.reverse();
  return onlyFirst ? lines.filter((line, index) => index === 0 || lines[index - 1] !== line) : lines;
}
