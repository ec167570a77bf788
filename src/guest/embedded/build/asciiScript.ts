/**
 * The same script with every character beyond ASCII written as an escape. A browser keeps a text with a single "…" in
 * two bytes a character: the guest's scripts, a megabyte each, then took twice the memory and a sixth more time from
 * the page through the frame to each worker. For scripts as bundlers print them, without `String.raw`.
 */
export function asciiScript(code: string): string {
  return code.replace(/(\\*)([^\x00-\x7f])/g, (_whole, slashes: string, character: string) => {
    // A backslash that stands before the character itself would escape the escape.
    const before = slashes.length % 2 === 0 ? slashes : slashes.slice(1);
    return `${before}\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
