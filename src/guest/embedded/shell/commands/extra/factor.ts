import { optionsOf } from './getopt.ts';
import type { Io } from './io.ts';

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  let square = base % modulus;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

/** Miller-Rabin with the first 13 primes: certain below 3.3e24, and beyond wrong less often than memory is. */
function isPrime(number: bigint): boolean {
  const bases = [2n, 3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n, 41n];
  if (number < 2n) return false;
  for (const base of bases) if (number % base === 0n) return number === base;
  let odd = number - 1n;
  let twos = 0;
  for (; (odd & 1n) === 0n; odd >>= 1n) twos++;
  return bases.every((base) => {
    let witness = power(base, odd, number);
    if (witness === 1n || witness === number - 1n) return true;
    for (let turn = 1; turn < twos; turn++) {
      witness = (witness * witness) % number;
      if (witness === number - 1n) return true;
    }
    return false;
  });
}

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y > 0n) [x, y] = [y, x % y];
  return x;
}

/** Pollard's rho, products of 64 differences at a time. */
function divisorOf(number: bigint): bigint {
  for (let shift = 1n; ; shift++) {
    const step = (value: bigint): bigint => (value * value + shift) % number;
    let slow = 2n;
    let fast = 2n;
    for (let found = 1n; found === 1n; ) {
      const [slowStart, fastStart] = [slow, fast];
      let product = 1n;
      for (let turn = 0; turn < 64; turn++) {
        slow = step(slow);
        fast = step(step(fast));
        product = (product * (slow > fast ? slow - fast : fast - slow)) % number;
      }
      found = gcd(product, number);
      if (found === 1n) continue;
      if (found < number && found > 1n) return found;
      [slow, fast] = [slowStart, fastStart];
      for (found = 1n; found === 1n; ) {
        slow = step(slow);
        fast = step(step(fast));
        found = gcd(slow > fast ? slow - fast : fast - slow, number);
      }
      if (found < number) return found;
    }
  }
}

export function factorsOf(number: bigint): bigint[] {
  const found: bigint[] = [];
  let rest = number;
  for (let prime = 2n; prime < 1000n && prime * prime <= rest; prime += prime === 2n ? 1n : 2n) {
    for (; rest % prime === 0n; rest /= prime) found.push(prime);
  }
  const split = (part: bigint): void => {
    if (part < 2n) return;
    if (isPrime(part)) {
      found.push(part);
      return;
    }
    const divisor = divisorOf(part);
    split(divisor);
    split(part / divisor);
  };
  split(rest);
  return found.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

export async function factor(io: Io, args: readonly string[]): Promise<number> {
  const options = optionsOf(args, []);
  if ('error' in options) return io.usage(options.error);
  let words = options.operands;
  if (words.length === 0) {
    const text = await io.readText('-');
    if (typeof text !== 'string') return io.fail(text.failed);
    words = text.split(/\s+/).filter(Boolean);
  }
  let exitCode = 0;
  for (const word of words) {
    const digits = /^\s*\+?(\d+)\s*$/.exec(word)?.[1];
    if (digits === undefined) {
      exitCode = await io.fail(`'${word}' is not a valid positive integer`);
      continue;
    }
    const number = BigInt(digits);
    await io.out(`${[`${number}:`, ...factorsOf(number)].join(' ')}\n`);
  }
  return exitCode;
}
