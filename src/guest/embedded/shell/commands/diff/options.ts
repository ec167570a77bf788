import type { GivenOption, OptionSpec } from '../text/getopt.ts';
import { globToJs } from '../text/glob.ts';
import { posixToJs } from '../text/posixRegex.ts';

export const diffSpec: OptionSpec = {
  short: 'uU:cC:qsiwbBEZrNaI:L:x:yW:enpdtTlH0123456789',
  long: {
    normal: 'normal',
    'unified=?': 'unified',
    'context=?': 'context',
    brief: 'q',
    'report-identical-files': 's',
    'ignore-case': 'i',
    'ignore-all-space': 'w',
    'ignore-space-change': 'b',
    'ignore-trailing-space': 'Z',
    'ignore-blank-lines': 'B',
    'ignore-tab-expansion': 'E',
    'ignore-matching-lines=': 'I',
    recursive: 'r',
    'new-file': 'N',
    'unidirectional-new-file': 'unidirectional',
    text: 'a',
    'label=': 'L',
    'exclude=': 'x',
    'side-by-side': 'y',
    'width=': 'W',
    'suppress-common-lines': 'suppress',
    'left-column': 'left',
    ed: 'e',
    'show-c-function': 'p',
    minimal: 'd',
    'expand-tabs': 't',
    'initial-tab': 'T',
    'strip-trailing-cr': 'cr',
    'speed-large-files': 'H',
    'no-dereference': 'ignored',
    'color=?': 'color',
    version: 'version',
  },
};

export interface DiffOptions {
  readonly style: 'normal' | 'unified' | 'context' | 'ed' | 'side';
  readonly contextLines: number;
  readonly brief: boolean;
  readonly reportsSame: boolean;
  readonly ignoreCase: boolean;
  readonly ignoreAllSpace: boolean;
  readonly ignoreSpaceChange: boolean;
  readonly ignoreTrailing: boolean;
  readonly ignoreBlank: boolean;
  readonly ignoreMatching: readonly RegExp[];
  readonly stripsCr: boolean;
  readonly recursive: boolean;
  readonly newFile: boolean;
  readonly unidirectional: boolean;
  readonly text: boolean;
  readonly labels: readonly string[];
  readonly exclude: readonly RegExp[];
  readonly width: number;
  readonly onlyChanges: boolean;
  readonly leftOnly: boolean;
  readonly namesFunction: boolean;
  readonly isColored: boolean;
}

export function readDiffOptions(given: readonly GivenOption[]): DiffOptions | { readonly error: string } {
  const keys = new Set(given.map(({ key }) => key));
  const values = (key: string): string[] =>
    given.filter((each) => each.key === key).map(({ value }) => value);
  let style: DiffOptions['style'] = 'normal';
  let contextLines = 3;
  let digits = '';
  for (const { key, value } of given) {
    if (/^\d$/.test(key)) digits += key;
    if (key === 'u' || key === 'U' || key === 'unified') style = 'unified';
    else if (key === 'c' || key === 'C' || key === 'context') style = 'context';
    else if (key === 'e') style = 'ed';
    else if (key === 'y') style = 'side';
    if (['U', 'C', 'unified', 'context'].includes(key) && value !== '') {
      if (!/^\d+$/.test(value)) return { error: `invalid context length '${value}'` };
      contextLines = Number(value);
    }
  }
  if (digits !== '') contextLines = Number(digits);
  if (keys.has('p') && style === 'normal') style = 'context';
  return {
    style,
    contextLines,
    brief: keys.has('q'),
    reportsSame: keys.has('s'),
    ignoreCase: keys.has('i'),
    ignoreAllSpace: keys.has('w'),
    ignoreSpaceChange: keys.has('b'),
    ignoreTrailing: keys.has('Z'),
    ignoreBlank: keys.has('B'),
    ignoreMatching: values('I').map(
      (pattern) => new RegExp(posixToJs(pattern, { extended: false, escapes: 'none' }), 'u'),
    ),
    stripsCr: keys.has('cr'),
    recursive: keys.has('r'),
    newFile: keys.has('N'),
    unidirectional: keys.has('unidirectional'),
    text: keys.has('a'),
    labels: values('L'),
    exclude: values('x').map((glob) => new RegExp(`^(?:${globToJs(glob)})$`, 'su')),
    width: Number(values('W').at(-1) ?? 130),
    onlyChanges: keys.has('suppress'),
    leftOnly: keys.has('left'),
    namesFunction: keys.has('p'),
    isColored: values('color').at(-1) === 'always',
  };
}
