/** What stands between words that blanks divide, and between names. */
export const blank = /\s/;
export const noName = /[^\p{L}\p{N}]/u;

/** Where the word before `cursor` begins; `between` matches what stands between words. */
export function wordStart(characters: readonly string[], cursor: number, between: RegExp): number {
  let at = cursor;
  while (at > 0 && between.test(characters[at - 1] ?? '')) at -= 1;
  while (at > 0 && !between.test(characters[at - 1] ?? '')) at -= 1;
  return at;
}

/** Where the name after `cursor` ends. */
export function nameEnd(characters: readonly string[], cursor: number): number {
  const isPart = (at: number) => /[\p{L}\p{N}]/u.test(characters[at] ?? '');
  let at = cursor;
  while (at < characters.length && !isPart(at)) at += 1;
  while (at < characters.length && isPart(at)) at += 1;
  return at;
}
