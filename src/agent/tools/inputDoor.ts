import type { JsonObject, JsonValue } from '../../core/index.ts';
import { isObject, type Parsed } from './toolPort.ts';

/** Thrown inside a door and caught by it; no tool sees it. */
class InputError extends Error {}

function nameOf(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  const text = JSON.stringify(value);
  return text.length > 60 ? `a ${typeof value}` : text;
}

/**
 * Reads the fields of a tool's input. A field may have several names, since profiles name theirs as their
 * harness does; the first is the one that messages use. Numbers and booleans given as strings are taken,
 * as models often send them.
 */
export class Fields {
  constructor(private readonly input: JsonObject) {}

  #get(names: readonly string[]): JsonValue | undefined {
    for (const name of names) {
      const value = this.input[name];
      if (value !== undefined && value !== null) return value;
    }
    return undefined;
  }

  text(...names: readonly string[]): string {
    const value = this.#get(names);
    if (typeof value === 'string') return value.toWellFormed();
    throw new InputError(`"${names[0]}" must be a string, but ${nameOf(value)} was given`);
  }

  nonEmptyText(...names: readonly string[]): string {
    const value = this.text(...names);
    if (value === '') throw new InputError(`"${names[0]}" must not be empty`);
    return value;
  }

  optionalText(...names: readonly string[]): string | null {
    return this.#get(names) === undefined ? null : this.text(...names);
  }

  optionalNumber(names: readonly string[], min: number): number | null {
    const value = this.#get(names);
    if (value === undefined) return null;
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (typeof number === 'number' && Number.isFinite(number) && number >= min) return Math.floor(number);
    throw new InputError(`"${names[0]}" must be a number of at least ${min}, but ${nameOf(value)} was given`);
  }

  flag(...names: readonly string[]): boolean {
    return this.flagOr(false, ...names);
  }

  flagOr(fallback: boolean, ...names: readonly string[]): boolean {
    const value = this.#get(names);
    if (value === undefined) return fallback;
    if (value === false || value === 'false') return false;
    if (value === true || value === 'true') return true;
    throw new InputError(`"${names[0]}" must be true or false, but ${nameOf(value)} was given`);
  }

  /** Empty where nothing was given. */
  list(...names: readonly string[]): readonly JsonValue[] {
    const value = this.#get(names);
    if (value === undefined) return [];
    if (isList(value)) return value;
    throw new InputError(`"${names[0]}" must be a list, but ${nameOf(value)} was given`);
  }

  oneOf<T extends string>(name: string, choices: readonly T[], fallback: T): T {
    const value = this.#get([name]);
    if (value === undefined) return fallback;
    const found = choices.find((choice) => choice === value);
    if (found !== undefined) return found;
    throw new InputError(`"${name}" must be one of ${choices.join(', ')}, but ${nameOf(value)} was given`);
  }
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** Says what is wrong with an input that a tool may set up, such as a pattern that is none. */
export function reject(message: string): never {
  throw new InputError(message);
}

export function parseInput<T>(input: JsonValue, read: (fields: Fields) => T): Parsed<T> {
  if (!isObject(input)) {
    return { ok: false, message: `the input must be an object, but ${nameOf(input)} was given` };
  }
  try {
    return { ok: true, input: read(new Fields(input)) };
  } catch (error) {
    if (error instanceof InputError) return { ok: false, message: error.message };
    throw error;
  }
}

/** The absolute, normal form of a path that a model gave; `~` is the home. */
export function absolutePath(path: string, base: string, home: string): string {
  const from = path === '~' || path.startsWith('~/') ? `${home}${path.slice(1)}` : path;
  const whole = from.startsWith('/') ? from : `${base}/${from}`;
  const parts: string[] = [];
  for (const part of whole.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') parts.pop();
    else parts.push(part);
  }
  return `/${parts.join('/')}`;
}
