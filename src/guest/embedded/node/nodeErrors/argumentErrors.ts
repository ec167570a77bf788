import { inspect } from 'node-inspect-extracted';
import { type CodedError, nodeError } from './nodeError.ts';

const primitiveNames = new Set([
  'string',
  'function',
  'number',
  'object',
  'Function',
  'Object',
  'boolean',
  'bigint',
  'symbol',
]);
const className = /^([A-Z][a-z0-9]*)+$/;

function listed(words: readonly string[], conjunction = 'or'): string {
  if (words.length <= 2) return words.join(` ${conjunction} `);
  return `${words.slice(0, -1).join(', ')}, ${conjunction} ${words.at(-1)}`;
}

/** How Node names what it was given instead of what it wanted. */
export function received(value: unknown): string {
  if (value === null || value === undefined) return `Received ${value}`;
  if (typeof value === 'function') return `Received function ${value.name}`;
  if (typeof value === 'object') {
    const name: unknown = (value as { constructor?: { name?: unknown } }).constructor?.name;
    return name ? `Received an instance of ${String(name)}` : `Received ${inspect(value, { depth: -1 })}`;
  }
  const text = inspect(value, { colors: false });
  return `Received type ${typeof value} (${text.length > 28 ? `${text.slice(0, 25)}...` : text})`;
}

function nameOf(name: string): string {
  if (name.endsWith(' argument')) return name;
  return `"${name}" ${name.includes('.') ? 'property' : 'argument'}`;
}

function expectation(expected: string | readonly string[]): string {
  const wanted = typeof expected === 'string' ? [expected] : expected;
  const classes = wanted.filter((each) => !primitiveNames.has(each) && className.test(each));
  let primitives = wanted.filter((each) => primitiveNames.has(each)).map((each) => each.toLowerCase());
  const others = wanted.filter((each) => !primitiveNames.has(each) && !className.test(each));
  if (classes.length > 0 && primitives.includes('object')) {
    primitives = primitives.filter((each) => each !== 'object');
    classes.push('Object');
  }
  const parts: string[] = [];
  if (primitives.length > 0) {
    parts.push(`${primitives.length > 1 ? 'one of type' : 'of type'} ${listed(primitives)}`);
  }
  if (classes.length > 0) parts.push(`an instance of ${listed(classes)}`);
  if (others.length > 1) parts.push(`one of ${listed(others)}`);
  else if (others[0] !== undefined) {
    parts.push(others[0].toLowerCase() === others[0] ? others[0] : `an ${others[0]}`);
  }
  return parts.join(' or ');
}

/** `expected`: names of primitive types, of classes, or free text. */
export function invalidArgType(
  name: string,
  expected: string | readonly string[],
  actual: unknown,
): CodedError {
  return nodeError(
    TypeError,
    'ERR_INVALID_ARG_TYPE',
    `The ${nameOf(name)} must be ${expectation(expected)}. ${received(actual)}`,
  );
}

export function invalidArgValue(
  name: string,
  value: unknown,
  reason = 'is invalid',
  Base: typeof TypeError | typeof RangeError = TypeError,
): CodedError {
  const text = inspect(value);
  const shown = text.length > 128 ? `${text.slice(0, 128)}...` : text;
  const kind = name.includes('.') ? 'property' : 'argument';
  return nodeError(Base, 'ERR_INVALID_ARG_VALUE', `The ${kind} '${name}' ${reason}. Received ${shown}`);
}

/** Three characters a group from the end, whatever they are: Node writes 1e_+21. */
function grouped(digits: string): string {
  const start = digits.startsWith('-') ? 1 : 0;
  let end = digits.length;
  let groups = '';
  for (; end >= start + 4; end -= 3) groups = `_${digits.slice(end - 3, end)}${groups}`;
  return `${digits.slice(0, end)}${groups}`;
}

export function outOfRange(name: string, range: string, value: unknown): CodedError {
  let shown = inspect(value);
  if (Number.isInteger(value) && Math.abs(value as number) > 2 ** 32) shown = grouped(String(value));
  else if (typeof value === 'bigint') {
    shown = `${value > 2n ** 32n || value < -(2n ** 32n) ? grouped(String(value)) : String(value)}n`;
  }
  return nodeError(
    RangeError,
    'ERR_OUT_OF_RANGE',
    `The value of "${name}" is out of range. It must be ${range}. Received ${shown}`,
  );
}

export function checkString(value: unknown, name: string): asserts value is string {
  if (typeof value !== 'string') throw invalidArgType(name, 'string', value);
}

export function checkFunction(
  value: unknown,
  name: string,
): asserts value is (this: unknown, ...args: unknown[]) => unknown {
  if (typeof value !== 'function') throw invalidArgType(name, 'function', value);
}

export function checkObject(value: unknown, name: string): asserts value is object {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw invalidArgType(name, 'object', value);
  }
}

export function checkBoolean(value: unknown, name: string): asserts value is boolean {
  if (typeof value !== 'boolean') throw invalidArgType(name, 'boolean', value);
}

export function checkInteger(
  value: unknown,
  name: string,
  min = Number.MIN_SAFE_INTEGER,
  max = Number.MAX_SAFE_INTEGER,
): asserts value is number {
  if (typeof value !== 'number') throw invalidArgType(name, 'number', value);
  if (!Number.isInteger(value)) throw outOfRange(name, 'an integer', value);
  if (value < min || value > max) throw outOfRange(name, `>= ${min} && <= ${max}`, value);
}

export function checkNumber(
  value: unknown,
  name: string,
  min?: number,
  max?: number,
): asserts value is number {
  if (typeof value !== 'number') throw invalidArgType(name, 'number', value);
  const low = min !== undefined && value < min;
  const high = max !== undefined && value > max;
  if (low || high || ((min !== undefined || max !== undefined) && Number.isNaN(value))) {
    const range = [min === undefined ? '' : `>= ${min}`, max === undefined ? '' : `<= ${max}`];
    throw outOfRange(name, range.filter(Boolean).join(' && '), value);
  }
}

export function checkAbortSignal(signal: unknown, name: string): asserts signal is AbortSignal | undefined {
  if (signal !== undefined && (signal === null || typeof signal !== 'object' || !('aborted' in signal))) {
    throw invalidArgType(name, 'AbortSignal', signal);
  }
}
