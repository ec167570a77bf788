import { type Decimal, integerRoot, tenTo, withScale } from './number.ts';

/** Digits worked with beyond those asked for, and how many of them survive until the last cut. */
const guard = 20;
const kept = 6;

/** Fixed-point numbers with `places` decimals, as plain integers. */
class Fixed {
  readonly places: number;
  readonly one: bigint;

  constructor(places: number) {
    this.places = places;
    this.one = tenTo(places);
  }

  of(value: Decimal): bigint {
    return withScale(value, this.places).digits;
  }

  times(a: bigint, b: bigint): bigint {
    return (a * b) / this.one;
  }

  /** Rounded to a few guard digits first, so that .9999… of a whole result is not cut to it. */
  result(value: bigint, scale: number): Decimal {
    const drop = tenTo(this.places - scale - kept);
    const rounded = (value + (value < 0n ? -drop : drop) / 2n) / drop;
    return withScale({ digits: rounded, scale: scale + kept }, scale);
  }

  /** Arctangent of 1/n. */
  inverseTangent(n: bigint): bigint {
    let term = this.one / n;
    let sum = term;
    for (let k = 3n, sign = -1n; term !== 0n; k += 2n, sign = -sign) {
      term /= n * n;
      sum += (sign * term) / k;
    }
    return sum;
  }

  /** Machin's formula. */
  pi(): bigint {
    return 16n * this.inverseTangent(5n) - 4n * this.inverseTangent(239n);
  }

  exp(x: bigint): bigint {
    let halvings = 0;
    let part = x;
    while (part > this.one / 8n || part < -this.one / 8n) {
      part /= 2n;
      halvings++;
    }
    let sum = this.one;
    let term = this.one;
    for (let k = 1n; term !== 0n; k++) {
      term = this.times(term, part) / k;
      sum += term;
    }
    for (; halvings > 0; halvings--) sum = this.times(sum, sum);
    return sum;
  }

  /** 2 artanh((x-1)/(x+1)), after halving or doubling x into [3/4, 3/2). */
  log(x: bigint): bigint {
    let part = x;
    let twos = 0n;
    for (; part >= (this.one * 3n) / 2n; part /= 2n) twos++;
    for (; part < (this.one * 3n) / 4n; part *= 2n) twos--;
    const artanh = (y: bigint): bigint => {
      const square = this.times(y, y);
      let term = y;
      let sum = y;
      for (let k = 3n; term !== 0n; k += 2n) {
        term = this.times(term, square);
        sum += term / k;
      }
      return sum;
    };
    return (
      2n * artanh(((part - this.one) * this.one) / (part + this.one)) + twos * 2n * artanh(this.one / 3n)
    );
  }

  sin(x: bigint): bigint {
    const turn = 2n * this.pi();
    const part = x % turn;
    let term = part;
    let sum = part;
    const square = this.times(part, part);
    for (let k = 2n; term !== 0n; k += 2n) {
      term = -this.times(term, square) / (k * (k + 1n));
      sum += term;
    }
    return sum;
  }

  atan(x: bigint): bigint {
    if (x < 0n) return -this.atan(-x);
    if (x > this.one) return this.pi() / 2n - this.atan((this.one * this.one) / x);
    let part = x;
    let doublings = 0n;
    for (; part > this.one / 8n; doublings++) {
      const root = integerRoot((this.one + this.times(part, part)) * this.one);
      part = (part * this.one) / (this.one + root);
    }
    const square = this.times(part, part);
    let term = part;
    let sum = part;
    for (let k = 3n; term !== 0n; k += 2n) {
      term = -this.times(term, square);
      sum += term / k;
    }
    return sum << doublings;
  }
}

function integerDigits(value: Decimal): number {
  return (value.digits / tenTo(value.scale)).toString().length;
}

/** `s c a l e` of `bc -l`, to `scale` places. */
export const mathFunctions: Readonly<Record<string, (x: Decimal, scale: number) => Decimal>> = {
  e(x, scale) {
    const size = Number(x.digits / tenTo(x.scale));
    // The digits in front of the point, each of which a halving costs too.
    const extra = Math.max(0, Math.ceil(size / Math.LN10)) + 10;
    const fixed = new Fixed(scale + guard + extra);
    return fixed.result(fixed.exp(fixed.of(x)), scale);
  },
  l(x, scale) {
    if (x.digits <= 0n) return { digits: (1n - tenTo(scale)) * tenTo(scale), scale };
    const fixed = new Fixed(scale + guard + x.scale + integerDigits(x));
    return fixed.result(fixed.log(fixed.of(x)), scale);
  },
  s(x, scale) {
    const fixed = new Fixed(scale + guard + 2 * integerDigits(x));
    return fixed.result(fixed.sin(fixed.of(x)), scale);
  },
  c(x, scale) {
    const fixed = new Fixed(scale + guard + 2 * integerDigits(x));
    return fixed.result(fixed.sin(fixed.of(x) + fixed.pi() / 2n), scale);
  },
  a(x, scale) {
    const fixed = new Fixed(scale + guard + integerDigits(x));
    return fixed.result(fixed.atan(fixed.of(x)), scale);
  },
};

/** Bessel's function of whole order `n`, by its series. */
export function bessel(n: Decimal, x: Decimal, scale: number): Decimal {
  const whole = n.digits / tenTo(n.scale);
  const order = whole < 0n ? -whole : whole;
  const fixed = new Fixed(scale + guard + 3 * integerDigits(x) * 10);
  const half = fixed.of(x) / 2n;
  let term = fixed.one;
  for (let k = 1n; k <= order; k++) term = fixed.times(term, half) / k;
  const square = fixed.times(half, half);
  let sum = term;
  for (let k = 1n; term !== 0n; k++) {
    term = -fixed.times(term, square) / (k * (k + order));
    sum += term;
  }
  return fixed.result(whole < 0n && order % 2n === 1n ? -sum : sum, scale);
}
