/** What a session is called until its first message. */
export const newTitle = 'New session';

const MOST_CHARACTERS = 48;

/**
 * A title for the session that a message begins: its first line that has letters or digits, cut behind a word where
 * it is long, and in the middle of one only where a script has no spaces. Null where there is nothing to call it by.
 */
export function titleOfMessage(message: string): string | null {
  // A log of megabytes may be pasted; what it begins with is all that is looked at.
  const lines = message.slice(0, 10_000).split('\n');
  const line = lines
    .map((each) =>
      each
        .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
        .trim()
        .toWellFormed(),
    )
    .find((each) => /[\p{L}\p{N}]/u.test(each));
  if (line === undefined) return null;
  const characters = [...line];
  if (characters.length <= MOST_CHARACTERS) return line;
  const cut = characters.slice(0, MOST_CHARACTERS).join('');
  const isBetweenWords = characters[MOST_CHARACTERS] === ' ';
  const lastSpace = cut.lastIndexOf(' ');
  const whole = isBetweenWords || lastSpace < cut.length / 2 ? cut : cut.slice(0, lastSpace);
  return `${whole.trimEnd()}…`;
}
