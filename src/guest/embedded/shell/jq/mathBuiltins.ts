import { shown } from './paths.ts';
import { fail, type Value } from './values.ts';

function frexp(value: number): readonly [fraction: number, exponent: number] {
  if (value === 0 || !Number.isFinite(value)) return [value, 0];
  let exponent = Math.max(-1023, Math.floor(Math.log2(Math.abs(value))) + 1);
  let fraction = value * 2 ** -exponent;
  while (Math.abs(fraction) < 0.5) {
    fraction *= 2;
    exponent -= 1;
  }
  while (Math.abs(fraction) >= 1) {
    fraction /= 2;
    exponent += 1;
  }
  return [fraction, exponent];
}

/** To the nearest, halves to the even one. */
function nearest(value: number): number {
  const floor = Math.floor(value);
  if (value - floor !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}

/** Stirling's series, behind the recurrence that leads to where it is exact. */
function logGamma(value: number): number {
  let product = 1;
  let x = value;
  while (x < 15) product *= x++;
  const series = 1 / (12 * x) - 1 / (360 * x ** 3) + 1 / (1260 * x ** 5) - 1 / (1680 * x ** 7);
  return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + series - Math.log(Math.abs(product));
}

const away = (value: number) => Math.sign(value) * Math.round(Math.abs(value));

const ofOne: Readonly<Record<string, (value: number) => number>> = {
  floor: Math.floor,
  ceil: Math.ceil,
  round: away,
  trunc: Math.trunc,
  rint: nearest,
  nearbyint: nearest,
  sqrt: Math.sqrt,
  cbrt: Math.cbrt,
  fabs: Math.abs,
  exp: Math.exp,
  exp2: (value) => 2 ** value,
  exp10: (value) => 10 ** value,
  expm1: Math.expm1,
  log: Math.log,
  log2: Math.log2,
  log10: Math.log10,
  log1p: Math.log1p,
  logb: (value) => frexp(value)[1] - 1,
  significand: (value) => frexp(value)[0] * 2,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  asin: Math.asin,
  acos: Math.acos,
  atan: Math.atan,
  sinh: Math.sinh,
  cosh: Math.cosh,
  tanh: Math.tanh,
  asinh: Math.asinh,
  acosh: Math.acosh,
  atanh: Math.atanh,
  gamma: logGamma,
  lgamma: logGamma,
  tgamma: (value) => Math.exp(logGamma(value)),
};

const ofTwo: Readonly<Record<string, (left: number, right: number) => number>> = {
  pow: (base, exponent) => base ** exponent,
  atan2: Math.atan2,
  fmin: Math.min,
  fmax: Math.max,
  fmod: (left, right) => left % right,
  hypot: Math.hypot,
  ldexp: (value, exponent) => value * 2 ** exponent,
  scalb: (value, exponent) => value * 2 ** exponent,
  scalbln: (value, exponent) => value * 2 ** exponent,
  drem: (left, right) => left - right * nearest(left / right),
  copysign: (size, sign) => Math.abs(size) * (sign < 0 || Object.is(sign, -0) ? -1 : 1),
};

function numeric(value: Value): number {
  return typeof value === 'number' ? value : fail(`${shown(value)} number required`);
}

/** Functions of numbers, by name and number of arguments. */
export const mathFunctions: readonly (readonly [
  key: string,
  run: (input: Value, ...args: Value[]) => Value,
])[] = [
  ...Object.entries(ofOne).map(
    ([name, run]) => [`${name}/0`, (input: Value) => run(numeric(input))] as const,
  ),
  ...Object.entries(ofTwo).map(
    ([name, run]) =>
      [
        `${name}/2`,
        (_: Value, left: Value = null, right: Value = null) => run(numeric(left), numeric(right)),
      ] as const,
  ),
  ['fma/3', (_, x = null, y = null, z = null) => numeric(x) * numeric(y) + numeric(z)],
  ['frexp/0', (input) => [...frexp(numeric(input))]],
  ['modf/0', (input) => [numeric(input) % 1, Math.trunc(numeric(input))]],
  ['isnan/0', (input) => Number.isNaN(numeric(input))],
  ['isinfinite/0', (input) => Math.abs(numeric(input)) === Number.POSITIVE_INFINITY],
  ['isnormal/0', (input) => Number.isFinite(numeric(input)) && Math.abs(numeric(input)) >= 2 ** -1022],
  ['infinite/0', () => Number.POSITIVE_INFINITY],
  ['nan/0', () => Number.NaN],
];
