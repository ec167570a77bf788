import { shown } from './paths.ts';
import { compare, fail, isArray, isObject, type JsonObject, type Value } from './values.ts';

function merged(left: JsonObject, right: JsonObject): Value {
  const result = new Map(left);
  for (const [key, value] of right) {
    const old = result.get(key);
    result.set(key, old !== undefined && isObject(old) && isObject(value) ? merged(old, value) : value);
  }
  return result;
}

function mismatch(left: Value, right: Value, words: string): never {
  fail(`${shown(left)} and ${shown(right)} cannot be ${words}`);
}

export function added(left: Value, right: Value): Value {
  if (left === null) return right;
  if (right === null) return left;
  if (typeof left === 'number' && typeof right === 'number') return left + right;
  if (typeof left === 'string' && typeof right === 'string') return left + right;
  if (isArray(left) && isArray(right)) return [...left, ...right];
  if (isObject(left) && isObject(right)) return new Map([...left, ...right]);
  return mismatch(left, right, 'added');
}

function subtracted(left: Value, right: Value): Value {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (isArray(left) && isArray(right))
    return left.filter((item) => !right.some((other) => compare(item, other) === 0));
  return mismatch(left, right, 'subtracted');
}

function multiplied(left: Value, right: Value): Value {
  if (typeof left === 'number' && typeof right === 'number') return left * right;
  if (isObject(left) && isObject(right)) return merged(left, right);
  const [text, count] = typeof left === 'string' ? [left, right] : [right, left];
  if (typeof text === 'string' && typeof count === 'number') {
    if (count <= 0) return null;
    return text.repeat(count < 1 ? 1 : Math.floor(count));
  }
  return mismatch(left, right, 'multiplied');
}

function divided(left: Value, right: Value): Value {
  if (typeof left === 'number' && typeof right === 'number') {
    if (right === 0) mismatch(left, right, 'divided because the divisor is zero');
    return left / right;
  }
  if (typeof left === 'string' && typeof right === 'string') return splitBy(left, right);
  return mismatch(left, right, 'divided');
}

export function splitBy(text: string, separator: string): Value {
  if (text === '') return [];
  return separator === '' ? [...text] : text.split(separator);
}

function remainder(left: Value, right: Value): Value {
  if (typeof left !== 'number' || typeof right !== 'number') return mismatch(left, right, 'divided');
  const divisor = Math.abs(Math.trunc(right));
  if (divisor === 0 || Number.isNaN(divisor))
    mismatch(left, right, 'divided (remainder) because the divisor is zero');
  const result = Math.trunc(left) % divisor;
  return result === 0 ? 0 : result;
}

/** Each sign of jq that joins two values. */
export const operators: Readonly<Record<string, (left: Value, right: Value) => Value>> = {
  '+': added,
  '-': subtracted,
  '*': multiplied,
  '/': divided,
  '%': remainder,
  '==': (left, right) => compare(left, right) === 0,
  '!=': (left, right) => compare(left, right) !== 0,
  '<': (left, right) => compare(left, right) < 0,
  '<=': (left, right) => compare(left, right) <= 0,
  '>': (left, right) => compare(left, right) > 0,
  '>=': (left, right) => compare(left, right) >= 0,
};
