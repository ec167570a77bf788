const NEWLINE = 0x0a;
const ESC = 0x1b;
const CR = 0x0d;
const BACKSPACE = 0x08;

const LOW_BITS = 0x7f7f7f7f;
const HIGH_BITS = 0x80808080 | 0;
const NEWLINES = 0x0a0a0a0a;
const ESCS = 0x1b1b1b1b;
const RETURNS = 0x0d0d0d0d;
const BACKSPACES = 0x08080808;
const SPACES = 0x20202020;

/** Words whose per-lane counts fit one byte each. */
const WORDS_PER_SUM = 255;

/** Which bytes, besides those from 0x80 up, end a plain run. */
export interface Watch {
  readonly esc: boolean;
  readonly nul: boolean;
  /** CR and backspace, which move the cursor back. */
  readonly redraws: boolean;
}

/**
 * Looks once at `bytes[from, to)`, four bytes at a time. The result is the number of newlines where every
 * byte is plain (ASCII that the watch does not name), else its bitwise complement (`~newlines`, negative).
 * With `untilSpecial` it stops soon after the first byte that is not plain and gives -1: its caller counts.
 */
export function scanPlain(
  bytes: Uint8Array,
  from: number,
  to: number,
  watch: Watch,
  untilSpecial = false,
): number {
  const misaligned = (bytes.byteOffset + from) & 3;
  const wordsFrom = Math.min(to, misaligned === 0 ? from : from + 4 - misaligned);
  const wordCount = (to - wordsFrom) >> 2;
  let newlines = 0;
  let special = 0;
  const { redraws } = watch;

  for (let i = from; i < wordsFrom; i++) {
    const byte = bytes[i]!;
    if (byte === NEWLINE) newlines += 1;
    else special |= specialByte(byte, watch);
  }

  if (wordCount > 0) {
    const words = new Int32Array(bytes.buffer, bytes.byteOffset + wordsFrom, wordCount);
    let high = 0;
    let escs = 0;
    let nuls = 0;
    for (let at = 0; at < wordCount; ) {
      const end = Math.min(wordCount, at + WORDS_PER_SUM);
      let lanes = 0;
      for (; at < end; at++) {
        const word = words[at]!;
        high |= word;
        // All that is looked for lies below the space; a word without such a byte, which most are, is done with.
        if (((word - SPACES) & ~word & HIGH_BITS) === 0) continue;
        // A lane of `zeroLanes` has its high bit set exactly where that byte equals the one looked for.
        lanes = (lanes + (zeroLanes(word ^ NEWLINES) >>> 7)) | 0;
        escs |= zeroLanes(word ^ ESCS);
        nuls |= zeroLanes(word);
        if (redraws) special |= zeroLanes(word ^ RETURNS) | zeroLanes(word ^ BACKSPACES);
      }
      newlines += (lanes & 0xff) + ((lanes >>> 8) & 0xff) + ((lanes >>> 16) & 0xff) + (lanes >>> 24);
      special |= high & HIGH_BITS;
      if (watch.esc) special |= escs;
      if (watch.nul) special |= nuls;
      if (untilSpecial && special !== 0) return -1;
    }
  }

  for (let i = wordsFrom + wordCount * 4; i < to; i++) {
    const byte = bytes[i]!;
    if (byte === NEWLINE) newlines += 1;
    else special |= specialByte(byte, watch);
  }
  if (special === 0) return newlines;
  return untilSpecial ? -1 : ~newlines;
}

function zeroLanes(word: number): number {
  return ~(((word & LOW_BITS) + LOW_BITS) | word) & HIGH_BITS;
}

function specialByte(byte: number, watch: Watch): number {
  return byte >= 0x80 ||
    (byte === ESC && watch.esc) ||
    (byte === 0 && watch.nul) ||
    (watch.redraws && (byte === CR || byte === BACKSPACE))
    ? 1
    : 0;
}
