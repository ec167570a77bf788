import type { OutputText, Piece } from '../../contract/index.ts';
import { textOfPieces } from '../../pieces/index.ts';
import { takeEnd, takeStart } from './cuts.ts';

/** A cut at a byte of a view's UTF-8. */
export interface ByteCut {
  /** The characters that lie whole on the kept side. */
  readonly pieces: readonly Piece[];
  /** UTF-8 bytes of those. */
  readonly bytes: number;
  /** Bytes of a halved character that lie on the kept side as well. */
  readonly tornBytes: number;
}

/** The first `bytes` UTF-8 bytes of a view, as far as its windows hold them. */
export function takeStartBytes(pieces: readonly Piece[], bytes: number, text: OutputText): ByteCut {
  // A unit has at least one byte: the cut lies within as many units, and its character within one more.
  const words = textOfPieces(takeStart(pieces, bytes + 2, text), text);
  let [kept, at] = [0, 0];
  while (at < words.length) {
    const size = bytesAt(words, at);
    if (kept + size > bytes)
      return { pieces: takeStart(pieces, at, text), bytes: kept, tornBytes: bytes - kept };
    kept += size;
    at += size === 4 ? 2 : 1;
  }
  return { pieces: takeStart(pieces, at, text), bytes: kept, tornBytes: 0 };
}

/** The last `bytes` UTF-8 bytes of a view, as far as its windows hold them. */
export function takeEndBytes(pieces: readonly Piece[], bytes: number, text: OutputText): ByteCut {
  const words = textOfPieces(takeEnd(pieces, bytes + 2, text), text);
  let [kept, at] = [0, words.length];
  while (at > 0) {
    const start = isLowSurrogate(words, at - 1) && at > 1 ? at - 2 : at - 1;
    const size = bytesAt(words, start);
    if (kept + size > bytes) {
      return { pieces: takeEnd(pieces, words.length - at, text), bytes: kept, tornBytes: bytes - kept };
    }
    kept += size;
    at = start;
  }
  return { pieces: takeEnd(pieces, words.length, text), bytes: kept, tornBytes: 0 };
}

/** UTF-8 bytes of the character that begins at `at`. */
export function bytesAt(words: string, at: number): 1 | 2 | 3 | 4 {
  const point = words.codePointAt(at) ?? 0;
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}

function isLowSurrogate(words: string, at: number): boolean {
  const unit = words.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
