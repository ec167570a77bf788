/**
 * True where every cleaner gives these bytes the same text: characters and newlines, with no control that a terminal
 * would act on and nothing that is shown in another way.
 */
export function isPlainText(bytes: Uint8Array): boolean {
  let before = 0;
  for (const byte of bytes) {
    if (byte < 0x20 ? byte !== 0x0a : byte === 0x7f) return false;
    // The controls U+0080 to U+009F. Halved by another chunk, either half alone is judged here as well.
    if (byte < 0xa0 && byte >= 0x80 && (before === 0xc2 || before === 0)) return false;
    before = byte;
  }
  return before !== 0xc2;
}
