import { bytesAt } from '../shared/byteCuts.ts';

const replacement = '\uFFFD';

/**
 * Raw bytes of the character that begins at a unit of a text that was decoded and not cleaned: those of its UTF-8
 * but for U+FFFD, which may stand for fewer.
 */
export type RawSize = (words: string, at: number) => number;

/** What `words`, the units from `from` on of a windowed text, were before they were decoded. */
export interface RawWords {
  readonly size: RawSize;
  /** The character at a unit is one byte of 0x80–0xBF, which goes on with a character that is not there. */
  isContinuation(at: number): boolean;
}

/** `broken` is that of the text (`WindowedText`). */
export function rawWordsOf(words: string, from: number, broken: readonly number[] = []): RawWords {
  const end = from + words.length;
  const near = broken.filter((entry) => entry >= from * 4 && entry < end * 4);
  if (near.length === 0) return { size: bytesAt, isContinuation: () => false };
  const bytesOf = new Map(near.map((entry) => [Math.floor(entry / 4) - from, entry % 4]));
  return {
    size: (text, at) => (text[at] === replacement ? Math.max(1, bytesOf.get(at) ?? 3) : bytesAt(text, at)),
    isContinuation: (at) => bytesOf.get(at) === 0,
  };
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

/** Back from a unit until a byte begins a character, over all that only go on with one. */
export function characterStart(words: string, unit: number, raw: RawWords): number {
  let at = unit;
  while (at > 0 && raw.isContinuation(at)) at -= isLowSurrogate(words.charCodeAt(at - 1)) ? 2 : 1;
  return at;
}

/** Raw bytes of the units from `start` to `end`. */
export function rawBytes(words: string, start: number, end: number, size: RawSize): number {
  let bytes = 0;
  for (let at = start; at < end; ) {
    const cost = size(words, at);
    bytes += cost;
    at += cost === 4 ? 2 : 1;
  }
  return bytes;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
