import type { OutputFacts, WindowedText } from '../../contract/index.ts';
import { bytesAt } from '../shared/byteCuts.ts';

const replacement = 0xfffd;

/**
 * Raw bytes of the character that begins at a unit of a text that was decoded and not cleaned. Every character
 * has the bytes of its UTF-8 but U+FFFD, which may stand for one to three invalid bytes. Where all of the text
 * has as many bytes as its UTF-8 none does; else each is taken for one byte, as a byte of another encoding is.
 */
export type RawSize = (words: string, at: number) => number;

export function rawSizeOf(text: WindowedText, facts: Pick<OutputFacts, 'totalBytes'>): RawSize {
  if (text.utf8Bytes === facts.totalBytes) return bytesAt;
  return (words, at) => (words.charCodeAt(at) === replacement ? 1 : bytesAt(words, at));
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
