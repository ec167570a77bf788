import { skipBlanks } from './keyPlaces.ts';

const [minus, point, zero, nine] = [45, 46, 48, 57];

/** Powers of ten that a double holds exactly: a quotient by one of them is rounded once. */
const powersOfTen = Array.from({ length: 23 }, (_none, power) => Number(`1e${power}`));
/** Whole numbers of so many digits are exact. */
const exactDigits = 15;

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= zero && byte <= nine;

export function latin1At(bytes: Uint8Array, from: number, to: number): string {
  let text = '';
  for (let at = from; at < to; at++) text += String.fromCharCode(bytes[at]!);
  return text;
}

/** After the decimal number that begins at `from`. */
export function decimalEnd(bytes: Uint8Array, from: number, to: number): number {
  let at = from < to && bytes[from] === minus ? from + 1 : from;
  let hasPoint = false;
  for (; at < to; at++) {
    const byte = bytes[at]!;
    if (byte === point && !hasPoint) hasPoint = true;
    else if (!isDigit(byte)) break;
  }
  return at;
}

/** So few characters are what their double is. */
export function isExactDecimal(from: number, to: number): boolean {
  return to - from <= exactDigits;
}

/** What `-n` counts: the nearest double of a decimal number at the start, 0 where there is none. */
export function decimalAt(bytes: Uint8Array, from: number, to: number): number {
  let at = skipBlanks(bytes, from, to);
  const isNegative = at < to && bytes[at] === minus;
  if (isNegative) at++;
  const start = at;
  let value = 0;
  let digits = 0;
  let pointAt = -1;
  for (; at < to; at++) {
    const byte = bytes[at]!;
    if (isDigit(byte)) {
      value = value * 10 + byte - zero;
      if (value > 0) digits++;
    } else if (byte === point && pointAt < 0) pointAt = at;
    else break;
  }
  const scale = pointAt < 0 ? 0 : at - pointAt - 1;
  if (digits > exactDigits || scale >= powersOfTen.length) value = Number(latin1At(bytes, start, at));
  else value /= powersOfTen[scale]!;
  return isNegative ? -value : value;
}

interface Decimal {
  readonly sign: number;
  /** Its digits without zeros before and after. */
  readonly whole: string;
  readonly fraction: string;
}

function readDecimal(bytes: Uint8Array, from: number, to: number): Decimal {
  let at = skipBlanks(bytes, from, to);
  const isNegative = at < to && bytes[at] === minus;
  if (isNegative) at++;
  const wholeStart = at;
  while (at < to && isDigit(bytes[at])) at++;
  const whole = latin1At(bytes, wholeStart, at).replace(/^0+/, '');
  let fraction = '';
  if (at < to && bytes[at] === point) {
    const start = ++at;
    while (at < to && isDigit(bytes[at])) at++;
    fraction = latin1At(bytes, start, at).replace(/0+$/, '');
  }
  const sign = whole === '' && fraction === '' ? 0 : isNegative ? -1 : 1;
  return { sign, whole, fraction };
}

/** Two numbers whose doubles are equal, digit by digit. */
export function compareDecimals(
  a: Uint8Array,
  [aFrom, aTo]: readonly [number, number],
  b: Uint8Array,
  [bFrom, bTo]: readonly [number, number],
): number {
  if (isExactDecimal(aFrom, aTo) && isExactDecimal(bFrom, bTo)) return 0;
  const [left, right] = [readDecimal(a, aFrom, aTo), readDecimal(b, bFrom, bTo)];
  if (left.sign !== right.sign) return left.sign - right.sign;
  const bySize = left.whole.length - right.whole.length;
  if (bySize !== 0) return bySize * left.sign;
  const [x, y] = [left.whole + left.fraction, right.whole + right.fraction];
  return x === y ? 0 : x < y ? -left.sign : left.sign;
}

const units = 'KMGTPEZY';

/** `-h` looks at the unit first: 2000M come before 1G. 0 without one and for zero, below for negative numbers. */
export function unitRankAt(bytes: Uint8Array, from: number, to: number): number {
  let at = skipBlanks(bytes, from, to);
  const isNegative = at < to && bytes[at] === minus;
  if (isNegative) at++;
  let isZero = true;
  for (let points = 0; at < to; at++) {
    const byte = bytes[at];
    if (isDigit(byte)) isZero &&= byte === zero;
    else if (byte !== point || ++points > 1) break;
  }
  if (isZero || at >= to) return 0;
  const unit = String.fromCharCode(bytes[at]!);
  const rank = unit === 'k' ? 1 : units.indexOf(unit) + 1;
  return isNegative ? -rank : rank;
}

/** `-g`: what is no number comes first, then what is called one without being it, then minus infinity. */
const noNumber = Number.NEGATIVE_INFINITY;
const notANumber = -Number.MAX_VALUE;
const minusInfinity = -1.7976931348623155e308;
/** Long enough for every digit that counts. */
const longestNumber = 400;

/** A number as C's `strtold` reads it, as one that has its place in the order. */
export function generalAt(bytes: Uint8Array, from: number, to: number): number {
  const text = latin1At(bytes, from, Math.min(to, from + longestNumber));
  const match =
    /^[ \t\n\v\f\r]*([-+]?)(?:(inf(?:inity)?)|(nan)|0x([\da-f]*\.?[\da-f]*)(?:p([-+]?\d+))?|((?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?))/i.exec(
      text,
    );
  if (!match) return noNumber;
  const [, sign, infinity, nan, hex, power = '0', decimal] = match;
  if (nan !== undefined) return notANumber;
  if (infinity !== undefined) return sign === '-' ? minusInfinity : Number.POSITIVE_INFINITY;
  const size = hex === undefined ? Number(decimal) : hexadecimal(hex) * 2 ** Number(power);
  return sign === '-' ? Math.max(-size, minusInfinity) : size;
}

function hexadecimal(digits: string): number {
  const [whole = '', fraction = ''] = digits.split('.');
  // Without a digit it is the 0 before the x.
  return Number.parseInt(`0${whole}${fraction}`, 16) / 16 ** fraction.length;
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

/** 1 to 12, 0 for what is no month. */
export function monthAt(bytes: Uint8Array, from: number, to: number): number {
  const start = skipBlanks(bytes, from, to);
  return months.indexOf(latin1At(bytes, start, Math.min(to, start + 3)).toUpperCase()) + 1;
}

/** Equal bytes get equal numbers, so that they stay together. `salt` is another for each run. */
export function shuffledAt(bytes: Iterable<number>, salt: readonly number[]): number {
  let hash = 0x811c9dc5;
  for (const byte of salt) hash = Math.imul(hash ^ byte, 0x01000193);
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
}
