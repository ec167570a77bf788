/** C0, DEL, C1, and the characters that turn the direction of what follows. */
const unprintable = /[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Text of the guest (names of files, the history) as it is printed into the terminal: a control character, which
 * the emulator would obey, is a question mark, as `ls` shows it. As many columns as characters stay.
 */
export function shownText(text: string): string {
  return text.replace(unprintable, '?');
}
