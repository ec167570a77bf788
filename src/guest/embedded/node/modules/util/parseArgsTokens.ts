/** The first half of `util.parseArgs`: the arguments as tokens, with no judgement about them. */

export interface OptionConfig {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  readonly multiple?: boolean;
  readonly default?: string | boolean | (string | boolean)[];
}

export interface OptionToken {
  readonly kind: 'option';
  readonly name: string;
  readonly rawName: string;
  readonly index: number;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

export type ArgToken =
  | OptionToken
  | { readonly kind: 'positional'; readonly index: number; readonly value: string }
  | { readonly kind: 'option-terminator'; readonly index: number };

type Options = ReadonlyMap<string, OptionConfig>;

function longNameOf(short: string, options: Options): string {
  for (const [name, option] of options) if (option.short === short) return name;
  return short;
}

/** A group of short options is cut into single ones; a string option takes the rest of its group as value. */
function expandGroup(arg: string, options: Options): string[] {
  const expanded: string[] = [];
  const letters = arg.slice(1).split('');
  for (const [position, letter] of letters.entries()) {
    const takesValue = options.get(longNameOf(letter, options))?.type === 'string';
    if (takesValue && position < letters.length - 1) {
      // A value behind further letters is written inline, as for one option.
      expanded.push(`-${letters.slice(position).join('')}`);
      break;
    }
    expanded.push(`-${letter}`);
  }
  return expanded;
}

export function tokenize(args: readonly string[], options: Options): ArgToken[] {
  const tokens: ArgToken[] = [];
  const queue = [...args];
  let index = -1;
  let groupLeft = 0;

  while (queue.length > 0) {
    const arg = queue.shift() ?? '';
    if (groupLeft > 0) groupLeft--;
    else index++;

    if (arg === '--') {
      tokens.push({ kind: 'option-terminator', index });
      for (const value of queue) tokens.push({ kind: 'positional', index: ++index, value });
      break;
    }
    const isShort = arg.length > 1 && arg.startsWith('-') && !arg.startsWith('--');
    const letter = arg.charAt(1);
    const shortName = isShort ? longNameOf(letter, options) : '';
    const takesValue = options.get(shortName)?.type === 'string';
    if (isShort && arg.length === 2) {
      const value = takesValue ? queue.shift() : undefined;
      const inlineValue = value === undefined ? undefined : false;
      tokens.push({ kind: 'option', name: shortName, rawName: arg, index, value, inlineValue });
      if (value !== undefined) index++;
    } else if (isShort && takesValue) {
      const value = arg.slice(2);
      tokens.push({
        kind: 'option',
        name: shortName,
        rawName: `-${letter}`,
        index,
        value,
        inlineValue: true,
      });
    } else if (isShort) {
      // All options of a group stand at the group's index.
      const expanded = expandGroup(arg, options);
      queue.unshift(...expanded);
      groupLeft = expanded.length;
    } else if (arg.startsWith('--')) {
      const equals = arg.indexOf('=', 3);
      if (equals === -1) {
        const name = arg.slice(2);
        const value = options.get(name)?.type === 'string' ? queue.shift() : undefined;
        const inlineValue = value === undefined ? undefined : false;
        tokens.push({ kind: 'option', name, rawName: arg, index, value, inlineValue });
        if (value !== undefined) index++;
      } else {
        const name = arg.slice(2, equals);
        const value = arg.slice(equals + 1);
        tokens.push({ kind: 'option', name, rawName: `--${name}`, index, value, inlineValue: true });
      }
    } else tokens.push({ kind: 'positional', index, value: arg });
  }
  return tokens;
}
