interface OptionTable {
  /** Letters without a value, and letters with one. */
  readonly flags: string;
  readonly valued: string;
  /** Long names and the letter each stands for. */
  readonly long: Readonly<Record<string, string>>;
}

interface Parsed {
  /** The last value of each letter; '' for a flag. */
  readonly given: ReadonlyMap<string, string>;
  readonly operands: readonly string[];
}

/** GNU `getopt_long`: operands and options in any order, `--`, `-n5`, `-n 5`, `--lines=5`. */
export function parseOptions(
  args: readonly string[],
  table: OptionTable,
): Parsed | { readonly error: string } {
  const given = new Map<string, string>();
  const operands: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const arg = args[index]!;
    if (arg === '--') {
      operands.push(...args.slice(index + 1));
      break;
    }
    if (arg.startsWith('--')) {
      const [name = '', ...rest] = arg.slice(2).split('=');
      const matches = Object.keys(table.long).filter((long) => long === name || long.startsWith(name));
      const letter = table.long[matches.includes(name) ? name : matches.length === 1 ? matches[0]! : ''];
      if (letter === undefined) return { error: `unrecognized option '--${name}'` };
      if (!table.valued.includes(letter)) given.set(letter, '');
      else if (rest.length > 0) given.set(letter, rest.join('='));
      else if (index + 1 < args.length) given.set(letter, args[++index]!);
      else return { error: `option '--${name}' requires an argument` };
      continue;
    }
    if (!arg.startsWith('-') || arg === '-') {
      operands.push(arg);
      continue;
    }
    for (let at = 1; at < arg.length; at++) {
      const letter = arg[at]!;
      if (table.flags.includes(letter)) given.set(letter, '');
      else if (table.valued.includes(letter)) {
        const attached = arg.slice(at + 1);
        if (attached !== '') given.set(letter, attached);
        else if (index + 1 < args.length) given.set(letter, args[++index]!);
        else return { error: `option requires an argument -- '${letter}'` };
        break;
      } else return { error: `invalid option -- '${letter}'` };
    }
  }
  return { given, operands };
}

const units: Readonly<Record<string, number>> = {
  '': 1,
  b: 512,
  K: 1024,
  k: 1024,
  KB: 1000,
  kB: 1000,
  KiB: 1024,
  M: 1024 ** 2,
  MB: 1000 ** 2,
  MiB: 1024 ** 2,
  G: 1024 ** 3,
  GB: 1000 ** 3,
  GiB: 1024 ** 3,
};

/** `10`, `5K`, `1MiB`; null where it is no count. */
export function parseCount(text: string): number | null {
  const match = /^(\d+)([A-Za-z]*)$/.exec(text);
  const unit = match ? units[match[2]!] : undefined;
  return match && unit !== undefined ? Number(match[1]) * unit : null;
}
