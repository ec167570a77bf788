import type { Decimal } from './number.ts';
import * as number from './number.ts';

/** Ends the statement that runs; bc goes on with the next line. */
export class BcRuntimeError extends Error {}

export const truth = (value: boolean): Decimal => number.whole(value ? 1 : 0);

/** What an operator between two numbers gives, with `scale` as the program has set it. Throws a BcRuntimeError. */
export function operate(
  operator: string,
  left: Decimal,
  right: Decimal,
  { scale, warn }: { readonly scale: number; readonly warn: (text: string) => void },
): Decimal {
  switch (operator) {
    case '+':
      return number.add(left, right);
    case '-':
      return number.add(left, right, -1n);
    case '*':
      return number.multiply(left, right, scale);
    case '/':
    case '%':
      if (right.digits === 0n)
        throw new BcRuntimeError(operator === '/' ? 'Divide by zero' : 'Modulo by zero');
      return operator === '/' ? number.divide(left, right, scale) : number.remainder(left, right, scale);
    case '^': {
      const exponent = number.withScale(right, 0).digits;
      if (right.scale > 0) warn('non-zero scale in exponent');
      if (left.digits === 0n && exponent < 0n) throw new BcRuntimeError('Divide by zero');
      if (exponent > 10_000_000n || exponent < -10_000_000n)
        throw new BcRuntimeError('exponent too large in raise');
      return number.power(left, exponent, scale);
    }
    case '&&':
      return truth(left.digits !== 0n && right.digits !== 0n);
    case '||':
      return truth(left.digits !== 0n || right.digits !== 0n);
    default: {
      const order = number.compare(left, right);
      const results: Readonly<Record<string, boolean>> = {
        '<': order < 0,
        '>': order > 0,
        '<=': order <= 0,
        '>=': order >= 0,
        '==': order === 0,
        '!=': order !== 0,
      };
      return truth(results[operator] ?? false);
    }
  }
}
