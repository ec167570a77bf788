import type { Certainty, LengthUnit } from '../../core/index.ts';
import { formatBytes, formatCount } from '../kit/format.ts';
import { characters } from './units.ts';

export const protocols = 'Protocols';
export const unknownProfile = 'There is no profile “<id/>” in this version of the page. These are all:';
/** `example`: what the output is that all of them are given. */
export const intro = (output: string) =>
  `What each harness gives its model of a large result, as data of this page. Units are UTF-16 units, as JavaScript counts. What is kept is computed: ${output}.`;
export const comparison = 'Comparison of all protocols';

export const columns = {
  harness: 'Harness',
  limit: 'Limit, bash',
  keeps: 'Keeps',
  view: 'Model view',
  output: 'Full output',
  timeout: 'Timeout',
  afterTimeout: 'Then',
  lines: 'Page, lines',
  tokens: 'Page, tokens',
  quirks: 'Quirks',
  readOn: 'Read on',
} as const;
export const none = 'none';
export const saved = 'saved';
export const gone = 'gone';
export const notNeeded = 'not needed';
export const stopped = 'stopped';
export const toBackground = 'to the background';
export const any = 'any';
export const anyNumberOf = 'any number of';

/** Short names for a table; the harness's own page says them in full. */
export const shortUnits: Readonly<Record<LengthUnit, string>> = {
  'UTF-16 units': 'units',
  'code points': 'code points',
  'display cells': 'cells',
  'UTF-8 bytes': 'bytes',
  'raw bytes': 'bytes',
  'tokens of 4 bytes': 'tokens',
};

export const example = '3,000 lines of 80 characters, exit code 1';
/** Which part of an output a view holds. */
export const kept = {
  nothing: 'nothing',
  everything: 'everything',
  ends: 'the start and the end',
  start: 'the start',
  end: 'the end',
  middle: 'the middle',
} as const;

/** One protocol's own page. */
export const all = 'All protocols';
export const source = (version: string, from: string, readOn: string) =>
  `Reproduces ${version}. Source: ${from}. Read on ${readOn}.`;
export const limits = 'Limits';
export const resultOf = (tool: string) => `Result of ${tool}`;
export const resultOfOthers = 'Result of every other tool';
export const preview = 'Preview of a saved result';
export const timeout = 'Timeout';
export const longestTimeout = 'Longest timeout';
export const atTimeout = 'At the timeout';
export const isStopped = 'the command is stopped';
export const goesOn = 'the command goes on in the background';
export const page = 'Page of a file';
export const pageSize = (lines: string, tokens: string) => `${lines} lines, ${tokens} tokens`;
export const measured = 'Text that is measured';
export const asItCame = 'as it came';
export const cleaning: Readonly<Record<string, string>> = {
  ansi: 'without escape sequences',
  nul: 'NUL made visible',
  cr: 'redrawn lines as their last state',
};
export const settable = 'What can be set';
export const range = (least: number, most: number) => `${formatCount(least)} to ${formatCount(most)}`;
export const orOthers = (others: string) => `or ${others}`;
export const files = 'Files';
export const wouldLieIn = 'The example’s whole output would lie in <path/>';
export const savedNowhere = 'What is cut is saved nowhere.';
export const nothingCut = 'Nothing is cut from the example, and nothing saved.';
export const leftOutOfSearches = 'Left out of searches unless named: <path/>';
export const quirks = 'Quirks';
export const noQuirk = 'None is known.';
export const quirkDefault = (isReproduced: boolean, known: string) =>
  `${isReproduced ? 'reproduced' : 'left out'} unless you choose; ${known}`;
export const exampleTitle = 'Example';
export const copyExample = 'Copy the example’s model view';
/** `count` stands for the tokens of the view. */
export const exampleKeeps = (output: string, part: string, bytes: number, ofBytes: number, length: number) =>
  `${output}. Keeps ${part}: ${formatBytes(bytes)} of ${formatBytes(ofBytes)} in ${characters(length)}, <count/>`;
export const exampleView = (profile: string) => `Model view of the example under ${profile}`;
export const tryInLab = 'Try it with your own output in the Lab';
export const known = 'What is known, and how well';
export const factsWithSources = 'Facts with their sources';
export const fact = 'Fact';
export const certainty = 'Certainty';
export const sourceColumn = 'Source';
export const certainties: Readonly<Record<Certainty, string>> = {
  H: 'read in source or measured',
  M: 'one secondary source, or inferred',
  L: 'one weak source',
  ours: 'our own',
};
