import { optionsOf } from './getopt.ts';
import type { Io } from './io.ts';

const spec = [
  '+',
  'a|alternative',
  'l|longoptions=',
  'n|name=',
  'o|options=',
  'q|quiet',
  'Q|quiet-output',
  's|shell=',
  'T|test',
  'u|unquoted',
];

type Takes = 'nothing' | 'value' | 'maybe';

/** `ab:c::` and the long names: what each takes. */
function known(short: string, long: readonly string[]): Map<string, Takes> {
  const table = new Map<string, Takes>();
  const takes = (colons: string): Takes => (colons === '' ? 'nothing' : colons === ':' ? 'value' : 'maybe');
  for (const [, letter = '', colons = ''] of short.replace(/^[-+]+/, '').matchAll(/([^:])(:{0,2})/g))
    table.set(letter, takes(colons));
  for (const item of long) {
    const name = item.replace(/:+$/, '');
    table.set(`--${name}`, takes(item.slice(name.length)));
  }
  return table;
}

interface Sorted {
  readonly options: readonly (readonly [option: string, value: string | null])[];
  readonly operands: readonly string[];
  readonly errors: readonly string[];
}

/** Sorts `words` into options and operands, as GNU's getopt_long does. */
function sortWords(
  words: readonly string[],
  table: ReadonlyMap<string, Takes>,
  stops: boolean,
  alone: boolean,
): Sorted {
  const options: [string, string | null][] = [];
  const operands: string[] = [];
  const errors: string[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index]!;
    if (word === '--') {
      operands.push(...words.slice(index + 1));
      break;
    }
    if (!/^-./.test(word)) {
      if (stops) {
        operands.push(...words.slice(index));
        break;
      }
      operands.push(word);
      continue;
    }
    const isLong = word.startsWith('--') || (alone && !table.has(word[1]!));
    if (!isLong) {
      for (let at = 1; at < word.length; at++) {
        const letter = word[at]!;
        const takes = table.get(letter);
        if (takes === undefined) errors.push(`invalid option -- '${letter}'`);
        else if (takes === 'nothing') options.push([`-${letter}`, null]);
        else {
          const attached = word.slice(at + 1);
          if (attached !== '' || takes === 'maybe') options.push([`-${letter}`, attached]);
          else if (index + 1 < words.length) options.push([`-${letter}`, words[++index]!]);
          else errors.push(`option requires an argument -- '${letter}'`);
          break;
        }
      }
      continue;
    }
    const dashes = word.startsWith('--') ? '--' : '-';
    const [, name = '', equals, attached = ''] = /^-{1,2}([^=]*)(=)?([\s\S]*)$/.exec(word)!;
    const names = [...table.keys()].filter((each) => each.startsWith(`--${name}`));
    const found = table.has(`--${name}`) ? `--${name}` : names.length === 1 ? names[0] : undefined;
    if (found === undefined) {
      errors.push(
        names.length > 1
          ? `option '${dashes}${name}' is ambiguous; possibilities: ${names.map((each) => `'${each}'`).join(' ')}`
          : `unrecognized option '${dashes}${name}'`,
      );
      continue;
    }
    const takes = table.get(found);
    if (takes === 'nothing') {
      if (equals) errors.push(`option '${found}' doesn't allow an argument`);
      else options.push([found, null]);
    } else if (equals || takes === 'maybe') options.push([found, attached]);
    else if (index + 1 < words.length) options.push([found, words[++index]!]);
    else errors.push(`option '${found}' requires an argument`);
  }
  return { options, operands, errors };
}

/** `getopt` of util-linux: a script's words put in order, quoted for `eval set --`. */
export async function getoptCommand(io: Io, args: readonly string[]): Promise<number> {
  // The old form, in which the letters come first, quotes nothing.
  const isOld = args.length > 0 && !args[0]!.startsWith('-');
  const own = isOld ? optionsOf(['--', ...args], spec) : optionsOf(args, spec);
  if ('error' in own) return io.usage(own.error, 2);
  if (own.has('T')) return 4;
  const words = [...own.operands];
  const short = own.get('o') ?? words.shift();
  if (short === undefined) return io.usage('missing optstring argument', 2);
  if (isOld && words[0] === '--') words.shift();
  const long = own.all('l').flatMap((each) => each.split(/[,\s]+/).filter((name) => name !== ''));
  const sorted = sortWords(words, known(short, long), short.startsWith('+'), own.has('a'));
  const name = own.get('n') ?? 'getopt';
  if (!own.has('q')) for (const error of sorted.errors) await io.note(`${name}: ${error}\n`);
  const isPlain = isOld || own.has('u');
  const quote = (text: string): string => (isPlain ? text : `'${text.replaceAll("'", "'\\''")}'`);
  const parts = sorted.options.map(([option, value]) =>
    value === null ? option : `${option} ${quote(value)}`,
  );
  if (!own.has('Q')) await io.out(` ${[...parts, '--', ...sorted.operands.map(quote)].join(' ')}\n`);
  return sorted.errors.length > 0 ? 1 : 0;
}
