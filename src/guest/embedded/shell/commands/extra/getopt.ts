/** What a call was given, in its order. A key is the first name of an option's spec; '' is an operand. */
export class Options {
  readonly list: readonly (readonly [key: string, value: string])[];
  readonly operands: readonly string[];

  constructor(list: readonly (readonly [string, string])[], operands: readonly string[]) {
    this.list = list;
    this.operands = operands;
  }

  has(...keys: string[]): boolean {
    return this.list.some(([key]) => keys.includes(key));
  }

  /** The last value. */
  get(key: string): string | undefined {
    return this.list.findLast(([each]) => each === key)?.[1];
  }

  all(key: string): string[] {
    return this.list.filter(([each]) => each === key).map(([, value]) => value);
  }

  /** The last of `keys` that was given. */
  last(...keys: string[]): string | undefined {
    return this.list.findLast(([key]) => keys.includes(key))?.[0];
  }
}

interface Known {
  readonly key: string;
  readonly takes: 'nothing' | 'value' | 'maybe';
}

function knownOptions(spec: readonly string[]): Map<string, Known> {
  const known = new Map<string, Known>();
  for (const item of spec) {
    const takes = item.endsWith('=?') ? 'maybe' : item.endsWith('=') ? 'value' : 'nothing';
    const names = item.replace(/=\??$/, '').split('|');
    for (const name of names) known.set(name, { key: names[0]!, takes });
  }
  return known;
}

/**
 * GNU `getopt_long`. `spec` has one string an option: `'n|lines='` takes a value, `'color=?'` may have one
 * after `=`, `'q|quiet|silent'` takes none. A `'+'` in it: operands end the options.
 */
export function optionsOf(
  args: readonly string[],
  spec: readonly string[],
): Options | { readonly error: string } {
  const known = knownOptions(spec);
  const list: [string, string][] = [];
  const operands: string[] = [];
  const operate = (...words: string[]): void => {
    operands.push(...words);
    for (const word of words) list.push(['', word]);
  };
  for (let index = 0; index < args.length; index++) {
    const arg = args[index]!;
    if (arg === '--') {
      operate(...args.slice(index + 1));
      break;
    }
    if (arg.startsWith('--')) {
      const cut = arg.indexOf('=');
      const name = cut < 0 ? arg.slice(2) : arg.slice(2, cut);
      const names = [...known.keys()].filter((each) => each.length > 1 && each.startsWith(name));
      const keys = new Set(names.map((each) => known.get(each)!.key));
      const option = known.get(name) ?? (keys.size === 1 ? known.get(names[0]!) : undefined);
      if (name.length < 2 || !option) {
        if (keys.size < 2) return { error: `unrecognized option '--${name}'` };
        const all = names.map((each) => ` '--${each}'`).join('');
        return { error: `option '--${name}' is ambiguous; possibilities:${all}` };
      }
      const full = names.find((each) => each === name) ?? names[0]!;
      if (cut >= 0 && option.takes === 'nothing')
        return { error: `option '--${full}' doesn't allow an argument` };
      let value = cut < 0 ? '' : arg.slice(cut + 1);
      if (cut < 0 && option.takes === 'value') {
        if (index + 1 >= args.length) return { error: `option '--${full}' requires an argument` };
        value = args[++index]!;
      }
      list.push([option.key, value]);
      continue;
    }
    if (!arg.startsWith('-') || arg === '-') {
      if (known.has('+')) {
        operate(...args.slice(index));
        break;
      }
      operate(arg);
      continue;
    }
    for (let at = 1; at < arg.length; at++) {
      const letter = arg[at]!;
      const option = letter === '+' ? undefined : known.get(letter);
      if (!option) return { error: `invalid option -- '${letter}'` };
      if (option.takes === 'nothing') {
        list.push([option.key, '']);
        continue;
      }
      let value = arg.slice(at + 1);
      if (value === '' && option.takes === 'value') {
        if (index + 1 >= args.length) return { error: `option requires an argument -- '${letter}'` };
        value = args[++index]!;
      }
      list.push([option.key, value]);
      break;
    }
  }
  return new Options(list, operands);
}

const powers = 'KMGTPEZY';

/** `10`, `5K`, `5kB`, `1MiB` as GNU reads sizes; null where it is none. `extra` has more one-letter units. */
export function sizeOf(text: string, extra: Readonly<Record<string, number>> = { b: 512 }): number | null {
  const match = /^(\d+)([A-Za-z]*)$/.exec(text);
  if (!match) return null;
  const unit = match[2]!;
  if (unit === '') return Number(match[1]);
  if (extra[unit] !== undefined) return Number(match[1]) * extra[unit];
  const power = powers.indexOf(unit[0]!.toUpperCase()) + 1;
  if (power === 0 || !/^.(iB|B)?$/.test(unit)) return null;
  return Number(match[1]) * (unit[1] === 'B' ? 1000 : 1024) ** power;
}
