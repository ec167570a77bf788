const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;
const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;

/**
 * The text with every lone surrogate replaced by U+FFFD (one unit for one unit). A lone surrogate cannot be
 * written as UTF-8, and providers refuse a request whose JSON holds one.
 */
export function toWellFormed(text: string): string {
  return text.toWellFormed();
}

/** `index` in UTF-16 units, clamped to the text, one less where it would halve a surrogate pair. */
export function safeCutIndex(text: string, index: number): number {
  const at = Math.max(0, Math.min(text.length, index));
  const halves = at > 0 && isHighSurrogate(text.charCodeAt(at - 1)) && isLowSurrogate(text.charCodeAt(at));
  return halves ? at - 1 : at;
}

/** The longest prefix of at most `maxUnits` UTF-16 units that does not end inside a surrogate pair. */
export function cutUnits(text: string, maxUnits: number): string {
  return text.slice(0, safeCutIndex(text, maxUnits));
}

/** Bytes of the text in UTF-8; a lone surrogate counts 3, as the U+FFFD that an encoder writes for it. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (isHighSurrogate(unit) && isLowSurrogate(text.charCodeAt(i + 1))) {
      bytes += 4;
      i += 1;
    } else bytes += 3;
  }
  return bytes;
}
