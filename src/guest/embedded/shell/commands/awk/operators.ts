import type { AwkRuntime } from './runtime.ts';
import { toText, type Value } from './values.ts';

export const arithmetic: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  // As mawk has it: no error, but inf.
  '/': (a, b) => a / b,
  '%': (a, b) => {
    if (b === 0) throw new AwkRunError('division by zero in %');
    return a % b;
  },
  '^': (a, b) => a ** b,
};

export const relations: Readonly<Record<string, (order: number) => boolean>> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '==': (order) => order === 0,
  '!=': (order) => order !== 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

/** A mistake that shows only when the program runs: it ends it with code 2. */
export class AwkRunError extends Error {}

export function matches(regex: RegExp, text: string): 0 | 1 {
  regex.lastIndex = 0;
  return regex.test(text) ? 1 : 0;
}

/** A subscript: integers in full, whatever `CONVFMT` is. */
export function keyText(value: Value, runtime: AwkRuntime): string {
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : runtime.text(value);
}

export function outputText(value: Value, format: string): string {
  return toText(value, format);
}
