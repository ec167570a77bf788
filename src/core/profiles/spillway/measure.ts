import type { WindowedText } from '../../contract/index.ts';
import { safeCutIndex, utf8Length } from '../../output/index.ts';
import { unitsOfFirstBytes, unitsOfLastBytes } from '../shared/measuredCuts.ts';
import type { Unit } from './settings.ts';

/** Size of words in the unit of the limits: UTF-16 units or bytes of UTF-8. */
export function sizeOf(words: string, unit: Unit): number {
  return unit === 'bytes' ? utf8Length(words) : words.length;
}

/** Size of a whole output, known without holding it. */
export function sizeOfText(text: WindowedText, unit: Unit): number {
  return unit === 'bytes' ? text.utf8Bytes : text.units;
}

/** UTF-16 units of the longest prefix of whole code points of at most `max` in `unit`. */
export function firstUnits(words: string, max: number, unit: Unit): number {
  return unit === 'bytes' ? unitsOfFirstBytes(words, max) : safeCutIndex(words, max);
}

/** UTF-16 units of the longest suffix of whole code points of at most `max` in `unit`. */
export function lastUnits(words: string, max: number, unit: Unit): number {
  if (unit === 'bytes') return unitsOfLastBytes(words, max);
  const start = Math.max(0, words.length - max);
  return words.length - (safeCutIndex(words, start) < start ? start + 1 : start);
}
