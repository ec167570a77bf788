/** The longest token of both encodings. */
const LONGEST_TOKEN_BYTES = 128;

/** How many bytes at the start of a text decide where it is cut: a longer prefix is surely over the cap. */
export function bytesThatDecide(capTokens: number): number {
  return (Math.max(0, capTokens) + 1) * LONGEST_TOKEN_BYTES;
}

/** No text of so many bytes of valid UTF-8 can have more tokens than the cap: it fits, uncounted. */
export function surelyFits(utf8Bytes: number, capTokens: number): boolean {
  return utf8Bytes <= capTokens;
}
