import { formatFloat } from '../text/numberFormat.ts';

/** A field or other input: a number in comparisons if it looks like one. */
export class InputText {
  readonly text: string;
  #number: number | null | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** Its value where all of it is a number, else null. */
  get asNumber(): number | null {
    if (this.#number === undefined)
      this.#number =
        /^\s*[-+]?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?|(?:inf|nan)(?![a-z])|infinity)\s*$/i.test(
          this.text,
        )
          ? numberIn(this.text)
          : null;
    return this.#number;
  }
}

/** `undefined`: a variable that was never set. */
export type Value = number | string | InputText | undefined;

export type AwkArray = Map<string, Value>;

/** The number at the start of a text. */
export function numberIn(text: string): number {
  const match = /^\s*([-+]?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?))/.exec(text);
  if (match) return Number(match[1]);
  const named = /^\s*([-+])?(inf|nan)/i.exec(text);
  if (!named?.[1]) return 0;
  const value = named[2]!.toLowerCase() === 'inf' ? Number.POSITIVE_INFINITY : Number.NaN;
  return named[1] === '-' ? -value : value;
}

export function toNumber(value: Value): number {
  if (typeof value === 'number') return value;
  if (value === undefined) return 0;
  if (typeof value === 'string') return numberIn(value);
  return value.asNumber ?? numberIn(value.text);
}

/** A number as text: integers in full, others by `CONVFMT` or `OFMT`. */
export function numberText(value: number, format: string): string {
  if (Number.isInteger(value)) {
    if (Object.is(value, -0)) return '0';
    return Math.abs(value) < 1e16 ? String(value) : BigInt(value).toString();
  }
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf';
  const match = /^%([-+ #0]*)(\d*)(?:\.(\d+))?([efgdEG])$/.exec(format);
  if (!match) return String(value);
  const [, flags = '', width, precision, letter = 'g'] = match;
  if (letter === 'd') return String(Math.trunc(value));
  return formatFloat(value, {
    flags,
    width: Number(width ?? 0),
    precision: precision === undefined ? null : Number(precision),
    letter,
  });
}

export function toText(value: Value, format: string): string {
  if (typeof value === 'string') return value;
  if (value === undefined) return '';
  return typeof value === 'number' ? numberText(value, format) : value.text;
}

export function isTrue(value: Value): boolean {
  if (typeof value === 'number') return value !== 0;
  if (typeof value === 'string') return value !== '';
  if (value === undefined) return false;
  const number = value.asNumber;
  return number === null ? value.text !== '' : number !== 0;
}

function comparableNumber(value: Value): number | null {
  if (typeof value === 'number') return value;
  if (value === undefined) return 0;
  return typeof value === 'string' ? null : value.asNumber;
}

/** Numbers by value, anything else by its characters. */
export function compare(a: Value, b: Value, format: string): number {
  const [x, y] = [comparableNumber(a), comparableNumber(b)];
  if (x !== null && y !== null) return x < y ? -1 : x > y ? 1 : x === y ? 0 : Number.NaN;
  const [left, right] = [toText(a, format), toText(b, format)];
  return left < right ? -1 : left > right ? 1 : 0;
}
