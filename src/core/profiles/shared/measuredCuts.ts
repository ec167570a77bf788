/** UTF-8 bytes of the character that begins at `index`. */
function bytesAt(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  return unit >= 0xd800 && unit <= 0xdbff ? 4 : 3;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** Units of the longest prefix of whole characters that has at most `maxBytes` bytes of UTF-8. */
export function unitsOfFirstBytes(text: string, maxBytes: number): number {
  let at = 0;
  for (let bytes = 0; at < text.length; ) {
    const size = bytesAt(text, at);
    const end = at + (size === 4 ? 2 : 1);
    bytes += size;
    if (bytes > maxBytes || end > text.length) break;
    at = end;
  }
  return at;
}

/** Units of the longest suffix of whole characters that has at most `maxBytes` bytes of UTF-8. */
export function unitsOfLastBytes(text: string, maxBytes: number): number {
  let at = text.length;
  for (let bytes = 0; at > 0; ) {
    const start = at - (isLow(text.charCodeAt(at - 1)) && at > 1 ? 2 : 1);
    bytes += bytesAt(text, start);
    if (bytes > maxBytes) break;
    at = start;
  }
  return text.length - at;
}

/** Units of the first `count` code points; half a character at the text's end is none. */
export function unitsOfFirstCodePoints(text: string, count: number): number {
  let at = 0;
  for (let left = count; left > 0 && at < text.length; left--) {
    const units = bytesAt(text, at) === 4 ? 2 : 1;
    if (at + units > text.length) break;
    at += units;
  }
  return at;
}

/** Units of the last `count` code points. */
export function unitsOfLastCodePoints(text: string, count: number): number {
  let at = text.length;
  for (let left = count; left > 0 && at > 0; left--) at -= isLow(text.charCodeAt(at - 1)) && at > 1 ? 2 : 1;
  return text.length - at;
}
