import { closedBidi } from './closedBidi.ts';

/** Of a name so much is shown (UTF-16 units): a title or a tool may be called a megabyte. */
const longest = 300;

/** A name of somebody else's, to stand inside our own words: short, and with no direction left open. */
export function shortName(name: string): string {
  if (name.length <= longest) return closedBidi(name);
  // Whole characters only.
  return `${closedBidi(name.slice(0, longest - 1).toWellFormed())}…`;
}
