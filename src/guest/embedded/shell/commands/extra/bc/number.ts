/** A decimal number: `digits / 10^scale`. */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

export const zero: Decimal = { digits: 0n, scale: 0 };

const powers: bigint[] = [1n];

export function tenTo(exponent: number): bigint {
  if (exponent > 10_000) return 10n ** BigInt(exponent);
  while (powers.length <= exponent) powers.push(powers[powers.length - 1]! * 10n);
  return powers[exponent]!;
}

export function whole(value: number | bigint): Decimal {
  return { digits: BigInt(value), scale: 0 };
}

/** Cut, not rounded, as bc does everywhere. */
export function withScale(value: Decimal, scale: number): Decimal {
  if (value.scale === scale) return value;
  if (scale > value.scale) return { digits: value.digits * tenTo(scale - value.scale), scale };
  return { digits: value.digits / tenTo(value.scale - scale), scale };
}

export function add(a: Decimal, b: Decimal, sign: 1n | -1n = 1n): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { digits: withScale(a, scale).digits + sign * withScale(b, scale).digits, scale };
}

export function multiply(a: Decimal, b: Decimal, scale: number): Decimal {
  const full = { digits: a.digits * b.digits, scale: a.scale + b.scale };
  return withScale(full, Math.min(full.scale, Math.max(scale, a.scale, b.scale)));
}

/** The divisor must not be zero. */
export function divide(a: Decimal, b: Decimal, scale: number): Decimal {
  const shift = scale + b.scale - a.scale;
  const digits = shift >= 0 ? (a.digits * tenTo(shift)) / b.digits : a.digits / (b.digits * tenTo(-shift));
  return { digits, scale };
}

export function remainder(a: Decimal, b: Decimal, scale: number): Decimal {
  const quotient = divide(a, b, scale);
  const product = { digits: quotient.digits * b.digits, scale: quotient.scale + b.scale };
  return withScale(add(a, product, -1n), Math.max(scale + b.scale, a.scale));
}

/** The exponent's fraction has been cut off before. */
export function power(a: Decimal, exponent: bigint, scale: number): Decimal {
  const size = exponent < 0n ? -exponent : exponent;
  const full = { digits: a.digits ** size, scale: a.scale * Number(size) };
  if (exponent < 0n) return divide(whole(1), full, scale);
  return withScale(full, Math.min(full.scale, Math.max(scale, a.scale)));
}

export function integerRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let guess = 1n << BigInt((value.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (guess + value / guess) >> 1n;
    if (next >= guess) return guess;
    guess = next;
  }
}

export function squareRoot(value: Decimal, scale: number): Decimal {
  const target = Math.max(scale, value.scale);
  return { digits: integerRoot(withScale(value, target * 2).digits), scale: target };
}

export function compare(a: Decimal, b: Decimal): number {
  const { digits } = add(a, b, -1n);
  return digits < 0n ? -1 : digits > 0n ? 1 : 0;
}

/** How many digits a number is written with. */
export function lengthOf({ digits, scale }: Decimal): number {
  const text = (digits < 0n ? -digits : digits).toString();
  return Math.max(text.length, scale, 1);
}

function digitValue(letter: string): number {
  return letter >= 'A' ? letter.charCodeAt(0) - 55 : Number(letter);
}

/** A number as written; digits too large for the base count as the largest, unless it is the only one. */
export function parseNumber(text: string, base: number): Decimal {
  const [integer = '', fraction = ''] = text.split('.');
  if (base === 10 && !/[A-F]/.test(text))
    return { digits: BigInt(integer + fraction || '0'), scale: fraction.length };
  const value = (letter: string): bigint =>
    BigInt(text.length === 1 ? digitValue(letter) : Math.min(digitValue(letter), base - 1));
  let digits = 0n;
  for (const letter of integer) digits = digits * BigInt(base) + value(letter);
  if (fraction === '') return { digits, scale: 0 };
  let part = 0n;
  for (const letter of fraction) part = part * BigInt(base) + value(letter);
  const scaled = (part * tenTo(fraction.length)) / BigInt(base) ** BigInt(fraction.length);
  return { digits: digits * tenTo(fraction.length) + scaled, scale: fraction.length };
}

export function formatNumber(value: Decimal, base: number): string {
  const sign = value.digits < 0n ? '-' : '';
  const size = value.digits < 0n ? -value.digits : value.digits;
  if (size === 0n) return '0';
  const unit = tenTo(value.scale);
  const integer = size / unit;
  if (base === 10) {
    const fraction = value.scale === 0 ? '' : `.${(size % unit).toString().padStart(value.scale, '0')}`;
    return `${sign}${integer === 0n ? '' : integer}${fraction}`;
  }
  const wide = base > 16;
  const width = String(base - 1).length;
  const digit = (at: bigint): string =>
    wide ? ` ${at.toString().padStart(width, '0')}` : at.toString(16).toUpperCase();
  const big = BigInt(base);
  let text = '';
  for (let rest = integer; rest > 0n; rest /= big) text = digit(rest % big) + text;
  if (value.scale === 0) return sign + text;
  text += '.';
  let rest = size % unit;
  // As many places as hold what the decimal places hold.
  for (let shown = 1n; shown < unit; shown *= big) {
    rest *= big;
    text += digit(rest / unit);
    rest %= unit;
  }
  return sign + text;
}
