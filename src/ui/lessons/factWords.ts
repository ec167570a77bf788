import { type FactValue, readFactName } from '../../core/index.ts';
import { formatCount } from '../kit/format.ts';
import * as words from '../words/lessons.ts';

/** Longer texts are shown by their beginning. */
const longestText = 400;

/** A fact in a table, whose column says its unit: a number alone, so that a column can be compared. */
export function factCell(name: string, value: FactValue | undefined): string {
  const isCount = typeof value === 'number' && !['seenPercent', 'seconds'].includes(readFactName(name).field);
  return isCount ? formatCount(value) : factWords(name, value);
}

/** A fact as a reader sees it, with its unit where its name says one; a dash where the run does not have it. */
export function factWords(name: string, value: FactValue | undefined): string {
  if (value === undefined || value === null) return '–';
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  const { field } = readFactName(name);
  if (typeof value === 'string')
    return value.length > longestText ? `${value.slice(0, longestText)}…` : value;
  switch (field) {
    case 'bytes':
    case 'savedBytes':
      return words.factBytes(value);
    case 'seconds':
      return words.seconds(value);
    case 'seenPercent':
      return words.percent(value);
    default:
      return formatCount(value);
  }
}
