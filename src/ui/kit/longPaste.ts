/**
 * Characters from which a paste does not get into its field: a text area lays its whole text out, which for 10 MB takes
 * seconds at the paste, or half a minute, and a third of a second at each key.
 */
const LONG_PASTE = 100_000;

/** A pasted text that is too long for a field, which then stays as it was; null where the browser may put it in. */
export function longPaste(event: ClipboardEvent): string | null {
  const text = event.clipboardData?.getData('text/plain') ?? '';
  if (text.length <= LONG_PASTE) return null;
  event.preventDefault();
  return text;
}
