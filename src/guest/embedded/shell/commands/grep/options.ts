import { type GivenOption, getopt, type OptionSpec } from '../text/getopt.ts';
import { globToJs } from '../text/glob.ts';
import type { Dialect } from './pattern.ts';

const spec: OptionSpec = {
  short: 'EFGPe:f:ivywxzsc0123456789nHhoqabB:A:C:lLm:rRTUuZID:d:V',
  long: {
    'extended-regexp': 'E',
    'fixed-strings': 'F',
    'basic-regexp': 'G',
    'perl-regexp': 'P',
    'regexp=': 'e',
    'file=': 'f',
    'ignore-case': 'i',
    'no-ignore-case': 'no-i',
    'invert-match': 'v',
    'word-regexp': 'w',
    'line-regexp': 'x',
    'null-data': 'z',
    'no-messages': 's',
    count: 'c',
    'line-number': 'n',
    'with-filename': 'H',
    'no-filename': 'h',
    'only-matching': 'o',
    quiet: 'q',
    silent: 'q',
    text: 'a',
    'byte-offset': 'b',
    'before-context=': 'B',
    'after-context=': 'A',
    'context=': 'C',
    'files-with-matches': 'l',
    'files-without-match': 'L',
    'max-count=': 'm',
    recursive: 'r',
    'dereference-recursive': 'R',
    'initial-tab': 'T',
    null: 'Z',
    'label=': 'label',
    'include=': 'include',
    'exclude=': 'exclude',
    'exclude-dir=': 'exclude-dir',
    'exclude-from=': 'exclude-from',
    'binary-files=': 'binary-files',
    'directories=': 'd',
    'devices=': 'D',
    'color=?': 'color',
    'colour=?': 'color',
    'line-buffered': 'ignored',
    binary: 'ignored',
    'group-separator=': 'group-separator',
    'no-group-separator': 'no-group-separator',
    version: 'V',
    help: 'help',
  },
};

export interface GrepOptions {
  readonly dialect: Dialect;
  readonly patternTexts: readonly string[];
  readonly patternFiles: readonly string[];
  readonly ignoreCase: boolean;
  readonly invert: boolean;
  readonly wholeWords: boolean;
  readonly wholeLines: boolean;
  readonly separator: string;
  readonly silent: boolean;
  readonly quiet: boolean;
  readonly count: boolean;
  readonly numbers: boolean;
  /** Names before lines: null decides by the number of files. */
  readonly names: boolean | null;
  readonly onlyMatching: boolean;
  readonly offsets: boolean;
  readonly before: number;
  readonly after: number;
  /** Groups of lines are parted: asked for context, even of none. */
  readonly groups: boolean;
  readonly list: 'matching' | 'other' | null;
  readonly most: number;
  readonly recursive: boolean;
  readonly followsLinks: boolean;
  readonly skipsFolders: boolean;
  readonly tab: boolean;
  readonly nullAfterName: boolean;
  readonly binary: 'binary' | 'text' | 'without-match';
  readonly label: string;
  /** In order: the first that matches a name decides. */
  readonly selections: readonly { readonly includes: boolean; readonly regex: RegExp }[];
  readonly excludedFolders: readonly RegExp[];
  readonly colored: boolean;
  readonly groupSeparator: string | null;
  readonly version: boolean;
  readonly help: boolean;
}

function globRegex(glob: string): RegExp {
  const trimmed = glob.replace(/\/+$/, '');
  return new RegExp(`^(?:${trimmed.includes('/') ? '' : '(?:.*/)?'}${globToJs(trimmed)})$`, 'su');
}

function dialectOf(options: readonly GivenOption[], name: string): Dialect {
  const last = options.findLast(({ key }) => /^[EFGP]$/.test(key))?.key;
  if (last === 'P') return 'perl';
  if (last === 'F' || (!last && name === 'fgrep')) return 'fixed';
  return last === 'E' || (!last && name === 'egrep') ? 'extended' : 'basic';
}

export function readGrepOptions(
  name: string,
  args: readonly string[],
): { readonly options: GrepOptions; readonly operands: readonly string[] } | { readonly error: string } {
  const parsed = getopt(args, spec);
  if ('error' in parsed) return parsed;
  const given = parsed.options;
  const has = (...keys: string[]): boolean => given.some(({ key }) => keys.includes(key));
  const values = (key: string): string[] =>
    given.filter((each) => each.key === key).map(({ value }) => value);
  const last = (...keys: string[]): string | undefined =>
    given.findLast(({ key }) => keys.includes(key))?.key;
  const digits = given
    .filter(({ key }) => /^\d$/.test(key))
    .map(({ key }) => key)
    .join('');
  const context = values('C').at(-1) ?? (digits === '' ? '0' : digits);
  const [before, after, most] = [
    values('B').at(-1) ?? context,
    values('A').at(-1) ?? context,
    values('m').at(-1),
  ];
  for (const length of [before, after])
    if (!/^\d+$/.test(length)) return { error: `${length}: invalid context length argument` };
  if (most !== undefined && !/^-?\d+$/.test(most)) return { error: 'invalid max count' };
  const [operand, ...files] = parsed.operands;
  const givenByOption = has('e', 'f');
  if (!givenByOption && operand === undefined && !has('V', 'help')) return { error: '' };
  const directories = values('d').at(-1);
  const color = given.findLast(({ key }) => key === 'color')?.value;
  return {
    operands: givenByOption ? parsed.operands : files,
    options: {
      dialect: dialectOf(given, name),
      patternTexts: givenByOption ? values('e') : [operand ?? ''],
      patternFiles: values('f'),
      ignoreCase: /^[iy]$/.test(last('i', 'y', 'no-i') ?? ''),
      invert: has('v'),
      wholeWords: has('w'),
      wholeLines: has('x'),
      separator: has('z') ? '\0' : '\n',
      silent: has('s'),
      quiet: has('q'),
      count: has('c'),
      numbers: has('n'),
      names: has('H', 'h') ? last('H', 'h') === 'H' : null,
      onlyMatching: has('o'),
      offsets: has('b'),
      before: Number(before),
      after: Number(after),
      groups: has('A', 'B', 'C') || digits !== '',
      list: last('l', 'L') === 'l' ? 'matching' : has('L') ? 'other' : null,
      most: most === undefined || Number(most) < 0 ? Number.POSITIVE_INFINITY : Number(most),
      recursive: has('r', 'R') || directories === 'recurse',
      followsLinks: has('R'),
      skipsFolders: directories === 'skip',
      tab: has('T'),
      nullAfterName: has('Z'),
      binary: has('a') ? 'text' : has('I') ? 'without-match' : binaryOf(values('binary-files').at(-1)),
      label: values('label').at(-1) ?? '(standard input)',
      selections: given
        .filter(({ key }) => key === 'include' || key === 'exclude')
        .map(({ key, value }) => ({ includes: key === 'include', regex: globRegex(value) })),
      excludedFolders: values('exclude-dir').map(globRegex),
      colored: color === 'always',
      groupSeparator: has('no-group-separator') ? null : (values('group-separator').at(-1) ?? '--'),
      version: has('V'),
      help: has('help'),
    },
  };
}

function binaryOf(value: string | undefined): GrepOptions['binary'] {
  return value === 'text' || value === 'without-match' ? value : 'binary';
}
