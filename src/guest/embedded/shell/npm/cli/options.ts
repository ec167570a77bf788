/** What `npm` was called with, by the long name of each option. */
export interface NpmOptions {
  readonly flags: ReadonlyMap<string, string | true>;
  /** Words that are no options, in order; from `--` on all words. */
  readonly words: readonly string[];
}

/** Options that take the next word as their value where it is not attached. */
const valued = new Set([
  'registry',
  'prefix',
  'depth',
  'loglevel',
  'omit',
  'include',
  'only',
  'package',
  'call',
  'workspace',
  'cache',
  'userconfig',
  'tag',
  'fetch-timeout',
  'fetch-retries',
  'install-strategy',
  'before',
  'script-shell',
  'preid',
  'message',
]);

/** Short and old names, and what they stand for. */
const shorthands: Readonly<Record<string, readonly [string, string | true]>> = {
  D: ['save-dev', true],
  S: ['save', true],
  P: ['save-prod', true],
  O: ['save-optional', true],
  E: ['save-exact', true],
  B: ['save-bundle', true],
  g: ['global', true],
  f: ['force', true],
  s: ['loglevel', 'silent'],
  q: ['loglevel', 'warn'],
  d: ['loglevel', 'info'],
  y: ['yes', true],
  a: ['all', true],
  l: ['long', true],
  h: ['help', true],
  v: ['version', true],
  n: ['no-yes', true],
};
const shortValued: Readonly<Record<string, string>> = {
  p: 'package',
  c: 'call',
  w: 'workspace',
  C: 'prefix',
  m: 'message',
};
/** Short names of more than one letter. */
const shortWords: Readonly<Record<string, string>> = { ws: 'workspaces', iwr: 'include-workspace-root' };
const longForms: Readonly<Record<string, readonly [string, string | true]>> = {
  silent: ['loglevel', 'silent'],
  quiet: ['loglevel', 'warn'],
  verbose: ['loglevel', 'verbose'],
  production: ['omit', 'dev'],
  prod: ['omit', 'dev'],
  'no-optional': ['omit', 'optional'],
};

/**
 * `args` as npm reads them: options anywhere before `--`. With `stopAtWord` everything behind the first word that
 * is no option belongs to that word, as for `npx`.
 */
export function parseNpmOptions(args: readonly string[], stopAtWord = false): NpmOptions {
  const flags = new Map<string, string | true>();
  const words: string[] = [];
  const set = (name: string, value: string | true): void => {
    const [long, meant] = longForms[name] ?? [name, value];
    const before = flags.get(long);
    // These add up, of the others the last counts.
    const addsUp =
      (long === 'omit' || long === 'include' || long === 'package' || long === 'workspace') &&
      typeof before === 'string';
    flags.set(long, addsUp && typeof meant === 'string' ? `${before} ${meant}` : meant);
  };
  for (let index = 0; index < args.length; index++) {
    const arg = args[index]!;
    if (arg === '--') {
      words.push(...args.slice(index + 1));
      break;
    }
    if (!arg.startsWith('-') || arg === '-') {
      if (stopAtWord) {
        words.push(...args.slice(index));
        break;
      }
      words.push(arg);
      continue;
    }
    if (!arg.startsWith('--')) {
      const letters = arg.slice(1);
      const word = shortWords[letters];
      if (word) {
        set(word, true);
        continue;
      }
      const takes = shortValued[letters[0]!];
      if (takes) set(takes, letters.length > 1 ? letters.slice(1).replace(/^=/, '') : (args[++index] ?? ''));
      else for (const letter of letters) set(...(shorthands[letter] ?? [letter, true]));
      continue;
    }
    const [name = '', ...rest] = arg.slice(2).split('=');
    if (rest.length > 0) set(name, rest.join('='));
    else if (valued.has(name) && index + 1 < args.length) set(name, args[++index]!);
    else set(name, true);
  }
  return { flags, words };
}

/** On where it is given and neither `=false` nor preceded by `no-`. */
export function isOn(options: NpmOptions, name: string, usual = false): boolean {
  if (options.flags.has(`no-${name}`)) return false;
  const value = options.flags.get(name);
  return value === undefined ? usual : value !== 'false';
}

export function textOption(options: NpmOptions, name: string): string | null {
  const value = options.flags.get(name);
  return typeof value === 'string' ? value : null;
}
