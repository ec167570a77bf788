/** How many columns a character takes in a terminal: 2 for the wide ones of East Asia and emoji, 0 for marks. */
export function widthOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x300) return code < 0x20 || code === 0x7f ? 0 : 1;
  if (/\p{M}/u.test(character) || code === 0x200b || code === 0x200d) return 0;
  const isWide =
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0xffe0 && code <= 0xffe6) ||
    (code >= 0x1f300 && code <= 0x1faff) ||
    (code >= 0x20000 && code <= 0x3fffd);
  return isWide ? 2 : 1;
}

export function displayWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += widthOf(character);
  return width;
}

/** The start of `text` that fits into `columns`, tabs as they would be shown. */
export function displayed(text: string, columns: number): { readonly text: string; readonly width: number } {
  let out = '';
  let width = 0;
  for (const character of text) {
    if (character === '\t') {
      const next = Math.min(columns, Math.floor(width / 8) * 8 + 8);
      out += ' '.repeat(next - width);
      width = next;
      continue;
    }
    const own = widthOf(character);
    if (width + own > columns) break;
    out += character;
    width += own;
  }
  return { text: out, width };
}
