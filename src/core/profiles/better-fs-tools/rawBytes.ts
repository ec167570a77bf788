import type { OutputFacts, WindowedText } from '../../contract/index.ts';
import { bytesAt } from '../shared/byteCuts.ts';

const replacement = '\uFFFD';

/**
 * Raw bytes of the character that begins at a unit of a text that was decoded and not cleaned. Every character
 * has the bytes of its UTF-8 but U+FFFD, which may stand for one to three invalid bytes.
 */
export type RawSize = (words: string, at: number) => number;

/**
 * How much each U+FFFD stands for is known from the totals where all stand for as much: one broken character,
 * or bytes of another encoding. Else each is taken for one byte, and a cut beside one can be off by two.
 */
export function rawSizeOf(text: WindowedText, facts: Pick<OutputFacts, 'totalBytes'>): RawSize {
  const missing = text.utf8Bytes - facts.totalBytes;
  if (missing === 0) return bytesAt;
  const count = text.head.split(replacement).length + text.tail.split(replacement).length - 2;
  const average = 3 - missing / Math.max(count, 1);
  const size = average === 2 || average === 3 ? average : 1;
  return (words, at) => (words[at] === replacement ? size : bytesAt(words, at));
}

/** Where a walk over raw bytes stopped, before the character that would have gone over. */
export interface RawWalk {
  readonly units: number;
  readonly bytes: number;
}

/** The whole characters in the first `maxBytes` raw bytes. */
export function walkStart(words: string, maxBytes: number, size: RawSize): RawWalk {
  let [units, bytes] = [0, 0];
  while (units < words.length) {
    const cost = size(words, units);
    if (bytes + cost > maxBytes) break;
    bytes += cost;
    units += cost === 4 ? 2 : 1;
  }
  return { units, bytes };
}

/** The whole characters in the last `maxBytes` raw bytes. */
export function walkEnd(words: string, maxBytes: number, size: RawSize): RawWalk {
  let [at, bytes] = [words.length, 0];
  while (at > 0) {
    const start = isLowSurrogate(words.charCodeAt(at - 1)) && at > 1 ? at - 2 : at - 1;
    const cost = size(words, start);
    if (bytes + cost > maxBytes) break;
    bytes += cost;
    at = start;
  }
  return { units: words.length - at, bytes };
}

/** Raw bytes of a whole text. */
export function rawBytes(words: string, size: RawSize): number {
  return walkStart(words, Number.POSITIVE_INFINITY, size).bytes;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
