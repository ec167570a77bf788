export interface GivenOption {
  /** The letter, or the long name where it has none. */
  readonly key: string;
  readonly value: string;
}

export interface OptionSpec {
  /** As for C's `getopt`: `ab:c::`. */
  readonly short: string;
  /** Long names to keys; a name that ends in `=` takes a value, in `=?` an optional one. */
  readonly long: Readonly<Record<string, string>>;
  /** Options end at the first operand. */
  readonly stopsAtOperand?: boolean;
}

interface Options {
  readonly options: readonly GivenOption[];
  readonly operands: readonly string[];
}

/** GNU `getopt_long` in order; an error in its words, without the command's name. */
export function getopt(args: readonly string[], spec: OptionSpec): Options | { readonly error: string } {
  const options: GivenOption[] = [];
  const operands: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const arg = args[index]!;
    if (arg === '--') {
      operands.push(...args.slice(index + 1));
      break;
    }
    if (arg.startsWith('--')) {
      const found = longOption(arg, spec);
      if ('error' in found) return found;
      const { name, key, kind, attached } = found;
      if (kind === 'none') {
        if (attached !== null) return { error: `option '--${name}' doesn't allow an argument` };
        options.push({ key, value: '' });
      } else if (attached !== null || kind === 'optional') options.push({ key, value: attached ?? '' });
      else if (index + 1 < args.length) options.push({ key, value: args[++index]! });
      else return { error: `option '--${name}' requires an argument` };
      continue;
    }
    if (!arg.startsWith('-') || arg === '-') {
      if (spec.stopsAtOperand) {
        operands.push(...args.slice(index));
        break;
      }
      operands.push(arg);
      continue;
    }
    for (let at = 1; at < arg.length; at++) {
      const letter = arg[at]!;
      const place = letter === ':' ? -1 : spec.short.indexOf(letter);
      if (place < 0) return { error: `invalid option -- '${letter}'` };
      if (spec.short[place + 1] !== ':') {
        options.push({ key: letter, value: '' });
        continue;
      }
      const attached = arg.slice(at + 1);
      if (attached !== '' || spec.short[place + 2] === ':') options.push({ key: letter, value: attached });
      else if (index + 1 < args.length) options.push({ key: letter, value: args[++index]! });
      else return { error: `option requires an argument -- '${letter}'` };
      break;
    }
  }
  return { options, operands };
}

type LongOption = {
  readonly name: string;
  readonly key: string;
  readonly kind: 'none' | 'required' | 'optional';
  readonly attached: string | null;
};

function longOption(arg: string, spec: OptionSpec): LongOption | { readonly error: string } {
  const equals = arg.indexOf('=');
  const written = equals < 0 ? arg.slice(2) : arg.slice(2, equals);
  const attached = equals < 0 ? null : arg.slice(equals + 1);
  const names = Object.keys(spec.long);
  const plain = (name: string): string => name.replace(/=\??$/, '');
  const exact = names.find((name) => plain(name) === written);
  const starting = names.filter((name) => plain(name).startsWith(written));
  const keys = new Set(starting.map((name) => spec.long[name]));
  const found = exact ?? (keys.size === 1 ? starting[0] : undefined);
  if (found === undefined) {
    if (starting.length === 0) return { error: `unrecognized option '${arg}'` };
    const possible = starting.map((name) => `'--${plain(name)}'`).join(' ');
    return { error: `option '${arg}' is ambiguous; possibilities: ${possible}` };
  }
  const kind = found.endsWith('=?') ? 'optional' : found.endsWith('=') ? 'required' : 'none';
  return { name: plain(found), key: spec.long[found]!, kind, attached };
}

/** The last value given for each key. */
export function lastValues(options: readonly GivenOption[]): Map<string, string> {
  return new Map(options.map(({ key, value }) => [key, value]));
}
