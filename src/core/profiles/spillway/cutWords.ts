import type { ToolRecord } from '../../contract/index.ts';
import { countWords } from '../shared/words.ts';
import type { Cut } from './headTail.ts';
import type { Settings } from './settings.ts';

/** What was over; `windows`: a tool without a limit wrote more than is kept to be looked at. */
export type CutReason = { readonly over: 'size' | 'lines' | 'windows' };

/** The sentence above a cut result: what there is, what is shown of it, where all of it lies. */
export function topWords(cut: Cut, reason: CutReason, settings: Settings, record: ToolRecord): string {
  return [
    `[Cut at ${limitWords(reason, settings)}. `,
    `${countWords(cut.totalLines, 'line')}, ${cut.headBytes + cut.tailBytes} bytes shown of ${cut.totalBytes}: ${shownWords(cut)}. `,
    `Not shown: ${gapSize(cut)} between them. ${fileWords(record)}]\n`,
  ].join('');
}

/** The line in the gap, from the same numbers. */
export function gapWords(cut: Cut, record: ToolRecord): string {
  const before = cut.headInLine ? '\n' : '';
  const where = record.savedAs === null ? 'saved to no file' : `full output: ${record.savedAs.path}`;
  return `${before}[... ${gapSize(cut)} not shown, from byte ${cut.headBytes} on; ${where} ...]\n`;
}

export function limitWords({ over }: CutReason, settings: Settings): string {
  if (over === 'windows') return 'what is kept to be looked at';
  return over === 'lines' ? `${settings.maxLines} lines` : `${settings.limit} ${settings.unit}`;
}

/** Where everything lies; what capture had lost by then is not in the file either. */
export function fileWords({ savedAs, saveError, output }: ToolRecord): string {
  if (savedAs !== null) {
    const what = output.loss === null ? 'Full output' : 'What was kept of the output';
    return `${what} (${countWords(savedAs.bytes, 'byte')}): ${savedAs.path} - read or search it there.`;
  }
  const why = saveError === null ? '' : ` (${saveError.code}: ${saveError.message})`;
  return `The full output was not saved to a file${why}.`;
}

function shownWords(cut: Cut): string {
  if (cut.tailFirstLine <= cut.headLines || cut.headBytes + cut.tailBytes === 0) {
    return `the first ${cut.headBytes} and the last ${cut.tailBytes}`;
  }
  const ranges = [
    ...(cut.headLines > 0 ? [lineRange(1, cut.headLines)] : []),
    ...(cut.tailBytes === 0 ? [] : [lineRange(cut.tailFirstLine, cut.totalLines)]),
  ];
  const inPart = cut.headInLine || cut.tailInLine ? ', of those at the gap a part' : '';
  return `lines ${ranges.join(' and ')}${inPart}`;
}

function gapSize(cut: Cut): string {
  const bytes = countWords(cut.omittedBytes, 'byte');
  const lines = cut.tailFirstLine - cut.headLines - 1;
  return lines > 0 && !cut.headInLine && !cut.tailInLine ? `${countWords(lines, 'line')} (${bytes})` : bytes;
}

function lineRange(first: number, last: number): string {
  return first === last ? `${first}` : `${first}-${last}`;
}

/** Units of the longest words that a cut of this output can have: they are taken from the limit before the cut is made. */
export function longestWords(
  totals: { readonly utf8Bytes: number; readonly lines: number },
  reason: CutReason,
  settings: Settings,
  record: ToolRecord,
): string {
  const bytes = totals.utf8Bytes;
  // The most lines of as many digits, a third of them on each side of the gap: every number is as wide as it gets.
  const lines = 10 ** String(totals.lines).length - 1;
  const widest: Cut = {
    headEnd: 0,
    tailStart: 0,
    headBytes: bytes,
    omittedBytes: bytes,
    tailBytes: bytes,
    totalBytes: bytes,
    totalLines: lines,
    headLines: Math.ceil(lines / 3),
    tailFirstLine: Math.floor((2 * lines) / 3),
    headInLine: true,
    tailInLine: true,
  };
  const cuts: readonly Cut[] = [
    widest,
    { ...widest, headInLine: false, tailInLine: false },
    { ...widest, headLines: lines },
  ];
  const words = cuts.map((cut) => `${topWords(cut, reason, settings, record)}\n${gapWords(cut, record)}`);
  return words.reduce((longest, next) => (next.length > longest.length ? next : longest));
}
