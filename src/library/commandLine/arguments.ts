/** A sentence for whoever typed the command; ends the command with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Options as `--name`, by whether a value follows and whether it may come again. */
export type OptionKinds = Readonly<Record<string, 'flag' | 'value' | 'values'>>;

/** What was typed, checked for form only. */
export interface Arguments {
  readonly positionals: readonly string[];
  has(name: string): boolean;
  /** Null where the option was not given. */
  value(name: string): string | null;
  values(name: string): readonly string[];
}

/**
 * Reads `--name value`, `--name=value` and `--flag`; after `--` everything is positional.
 * @throws UsageError for an option that is unknown, lacks its value or comes twice.
 */
export function parseArguments(argv: readonly string[], kinds: OptionKinds): Arguments {
  const given = new Map<string, string[]>();
  const positionals: string[] = [];
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? '';
    if (word === '--') {
      positionals.push(...argv.slice(at + 1));
      break;
    }
    if (!word.startsWith('-') || word === '-') {
      positionals.push(word);
      continue;
    }
    const equals = word.indexOf('=');
    const option = equals < 0 ? word : word.slice(0, equals);
    const name = option.slice(2);
    const kind = option.startsWith('--') && Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (kind === undefined) throw new UsageError(`There is no option ${option}.`);
    const before = given.get(name) ?? [];
    if (before.length > 0 && kind === 'value') throw new UsageError(`${option} was given twice.`);
    if (kind === 'flag') {
      if (equals >= 0) throw new UsageError(`${option} takes no value.`);
      given.set(name, ['']);
      continue;
    }
    const value = equals < 0 ? argv[++at] : word.slice(equals + 1);
    // A value that looks like an option is a forgotten value, unless it is joined by `=`.
    if (value === undefined || (equals < 0 && value.startsWith('--'))) {
      throw new UsageError(`${option} needs a value.`);
    }
    given.set(name, [...before, value]);
  }
  return {
    positionals,
    has: (name) => given.has(name),
    value: (name) => given.get(name)?.[0] ?? null,
    values: (name) => given.get(name) ?? [],
  };
}

/** A whole number of an option, null where it was not given. @throws UsageError outside `min` to `max`. */
export function wholeNumber(args: Arguments, name: string, min: number, max: number): number | null {
  const value = args.value(name);
  if (value === null) return null;
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= min && number <= max)) {
    const range = max === Number.MAX_SAFE_INTEGER ? `of ${min} or more` : `from ${min} to ${max}`;
    throw new UsageError(`--${name} takes a whole number ${range}, not ${JSON.stringify(value)}.`);
  }
  return number;
}

/** One of a few words, null where the option was not given. @throws UsageError for any other word. */
export function oneOf<T extends string>(args: Arguments, name: string, words: readonly T[]): T | null {
  const value = args.value(name);
  if (value === null) return null;
  const known = words.find((word) => word === value);
  if (known === undefined) {
    throw new UsageError(`--${name} takes ${listOf(words)}, not ${JSON.stringify(value)}.`);
  }
  return known;
}

function listOf(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
