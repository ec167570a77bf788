import { getopt } from '../text/getopt.ts';
import { flagsOf, type KeyFlags, parseKey, type SortKey } from './keys.ts';
import type { SortRules } from './lineTable.ts';

export interface SortOptions {
  readonly rules: SortRules;
  /** The byte that ends a line. */
  readonly end: number;
  readonly unique: boolean;
  /** The inputs are in order already. */
  readonly merges: boolean;
  /** Whether the order is looked at only, and a line out of order told. */
  readonly check: 'told' | 'quiet' | null;
  readonly target: string | null;
  readonly operands: readonly string[];
  /** Names the file that holds the operands. */
  readonly namesFrom: string | null;
}

const spec = {
  short: 'bdfghiMnRrVcCk:mo:sS:t:T:uz',
  long: {
    'ignore-leading-blanks': 'b',
    'dictionary-order': 'd',
    'ignore-case': 'f',
    'general-numeric-sort': 'g',
    'human-numeric-sort': 'h',
    'ignore-nonprinting': 'i',
    'month-sort': 'M',
    'numeric-sort': 'n',
    'random-sort': 'R',
    reverse: 'r',
    'version-sort': 'V',
    'check=?': 'check',
    'key=': 'k',
    merge: 'm',
    'output=': 'o',
    stable: 's',
    'buffer-size=': 'S',
    'field-separator=': 't',
    unique: 'u',
    'zero-terminated': 'z',
    'parallel=': 'ignored',
    'sort=': 'sort',
    'files0-from=': 'files0',
    version: 'version',
  },
};
const sortWords: Readonly<Record<string, string>> = {
  'general-numeric': 'g',
  'human-numeric': 'h',
  month: 'M',
  numeric: 'n',
  random: 'R',
  version: 'V',
};

const forHelp = "\nTry 'sort --help' for more information.";

/** Reads the arguments; an error is in GNU's words, without the command's name. */
export function parseSort(
  args: readonly string[],
  salt: readonly number[],
): SortOptions | { readonly error: string } {
  const parsed = getopt(args, spec);
  if ('error' in parsed) return { error: parsed.error + forHelp };
  const { options, operands } = parsed;
  const has = (key: string): boolean => options.some((option) => option.key === key);
  const last = (key: string): string | undefined => options.findLast((option) => option.key === key)?.value;
  const globals = [
    ...options.filter(({ key }) => /^[bdfghiMnRrV]$/.test(key)).map(({ key }) => key),
    ...options.filter(({ key }) => key === 'sort').map(({ value }) => sortWords[value] ?? ''),
  ].join('');
  const keys: SortKey[] = [];
  for (const { key, value } of options) {
    if (key !== 'k') continue;
    const made = parseKey(value, globals);
    if ('error' in made) return made;
    keys.push(made);
  }
  const whole = flagsOf(globals);
  if (keys.length === 0 && /[bdfghiMnRV]/.test(globals))
    keys.push({ startField: 1, startCharacter: 1, endField: 0, endCharacter: 0, flags: whole });
  for (const { flags } of keys) {
    const letters = incompatible(flags);
    if (letters !== null) return { error: `options '-${letters}' are incompatible` };
  }
  const separators = new Set(options.filter(({ key }) => key === 't').map(({ value }) => value));
  if (separators.size > 1) return { error: 'incompatible tabs' };
  const separator = separatorOf(last('t'));
  if (separator !== null && typeof separator === 'object') return separator;

  const quiet = has('C') || /^(quiet|silent)/.test(last('check') ?? '');
  const checks = quiet || has('c') || last('check') !== undefined;
  if (has('C') && has('c')) return { error: "options '-cC' are incompatible" };
  const letter = quiet ? 'C' : 'c';
  if (checks && operands.length > 1)
    return { error: `extra operand '${operands[1]}' not allowed with -${letter}` };
  if (checks && has('o')) return { error: `options '-${letter}o' are incompatible` };
  if (has('files0') && operands.length > 0)
    return {
      error: `extra operand '${operands[0]}'\nfile operands cannot be combined with --files0-from${forHelp}`,
    };
  return {
    rules: { keys, reverse: whole.reverse, lastResort: !has('s') && !has('u'), separator, salt },
    end: has('z') ? 0 : 10,
    unique: has('u'),
    merges: has('m'),
    check: checks ? (quiet ? 'quiet' : 'told') : null,
    target: last('o') ?? null,
    operands: operands.length > 0 ? operands : ['-'],
    namesFrom: last('files0') ?? null,
  };
}

function separatorOf(text: string | undefined): number | null | { readonly error: string } {
  if (text === undefined) return null;
  if (text === '') return { error: 'empty tab' };
  if (text === '\\0') return 0;
  const [byte = 0, ...more] = new TextEncoder().encode(text);
  return more.length === 0 ? byte : { error: `multi-character tab '${text}'` };
}

/** Letters of a key that cannot be asked for together; null where they can. */
function incompatible(flags: KeyFlags): string | null {
  const { numeric, general, human, month, version, random, dictionary, printable, fold } = flags;
  const asked = [numeric, general, human, month, version || random || dictionary || printable];
  if (asked.filter((each) => each).length < 2) return null;
  const letters: readonly (readonly [string, boolean])[] = [
    ['d', dictionary],
    ['f', fold],
    ['g', general],
    ['h', human],
    ['i', printable && !dictionary],
    ['M', month],
    ['n', numeric],
    ['R', random],
    ['V', version],
  ];
  return letters.flatMap(([letter, isAsked]) => (isAsked ? [letter] : [])).join('');
}
