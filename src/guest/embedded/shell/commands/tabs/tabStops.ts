/** Columns of tab stops: listed ones, and a step after them where there is one. */
export interface TabStops {
  readonly list: readonly number[];
  /** Stops after the listed ones; null where there are none. */
  readonly step: number | null;
  /** From where the steps are counted: column 0, or the last listed stop. */
  readonly stepsFrom: number;
}

/** Columns of a line may be counted on; those of a tab stop are numbers that C's `uintmax_t` holds. */
const largest = 2n ** 64n - 1n;

/** The stops that all `-t` of a call ask for; an error is in GNU's words. */
export function parseTabStops(lists: readonly string[]): TabStops | { readonly error: string } {
  const stops: number[] = [];
  let fromStart: number | null = null;
  let fromLast: number | null = null;
  for (const text of lists) {
    for (const word of text.split(/[, \t]/)) {
      const match = /^([/+]*)(\d*)$/.exec(word);
      if (!match) {
        const misplaced = /\d([/+].*)$/.exec(word);
        return misplaced
          ? { error: `'${misplaced[1]![0]}' specifier not at start of number: '${misplaced[1]}'` }
          : {
              error: `tab size contains invalid character(s): '${/[^\d/+].*/.exec(text.slice(text.indexOf(word)))?.[0]}'`,
            };
      }
      const [, marks = '', digits = ''] = match;
      if (digits === '') continue;
      if (BigInt(digits) > largest) return { error: `tab stop is too large '${digits}'` };
      const size = Number(digits);
      const mark = marks.at(-1);
      if (mark === '/') {
        if (fromStart !== null) return { error: "'/' specifier only allowed with the last value" };
        fromStart = size;
      } else if (mark === '+') {
        if (fromLast !== null) return { error: "'+' specifier only allowed with the last value" };
        fromLast = size;
      } else if (fromStart !== null || fromLast !== null)
        return { error: `'${fromStart === null ? '+' : '/'}' specifier only allowed with the last value` };
      else stops.push(size);
    }
  }
  return checked(stops, fromStart || null, fromLast || null);
}

function checked(
  stops: readonly number[],
  fromStart: number | null,
  fromLast: number | null,
): TabStops | { readonly error: string } {
  for (const [index, stop] of stops.entries()) {
    if (stop === 0) return { error: 'tab size cannot be 0' };
    if (index > 0 && stop <= stops[index - 1]!) return { error: 'tab sizes must be ascending' };
  }
  if (fromStart !== null && fromLast !== null)
    return { error: "'/' specifier is mutually exclusive with '+'" };
  if (stops.length === 0) return { list: [], step: fromStart ?? fromLast ?? 8, stepsFrom: 0 };
  if (fromStart === null && fromLast === null)
    return stops.length === 1
      ? { list: [], step: stops[0]!, stepsFrom: 0 }
      : { list: stops, step: null, stepsFrom: 0 };
  return { list: stops, step: fromStart ?? fromLast, stepsFrom: fromStart === null ? stops.at(-1)! : 0 };
}

/** The next stop after a column; null behind the last. */
export function stopAfter({ list, step, stepsFrom }: TabStops, column: number): number | null {
  if (list.length > 0 && column < list.at(-1)!) return list.find((stop) => column < stop)!;
  return step === null ? null : column + step - ((column - stepsFrom) % step);
}
