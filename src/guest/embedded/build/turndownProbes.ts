/** turndown, the library behind just-bash’s `html-to-markdown`, as bundlers for browsers find it. */
const turndownModule = /\/turndown\/lib\/turndown\.browser\.es\.js$/;

/**
 * turndown tries out, when it is loaded, whether there is a parser of HTML, and lets it fail. In a worker of Chromium
 * such a failure costs a third of all that the command worker takes to load: for the places in its stack the whole
 * script is read once more. What is not there is seen without trying.
 */
const replacements: readonly (readonly [from: string, to: string])[] = [
  ['var canParse = false;', 'var canParse = false;\n  if (!Parser) return canParse;'],
  [
    'var useActiveX = false;',
    "var useActiveX = false;\n  if (typeof document === 'undefined') return useActiveX;",
  ],
];

export function isTurndown(path: string): boolean {
  return turndownModule.test(path);
}

/** The module's text without failures while it is loaded. Throws unless each of its places is there exactly once. */
export function patchTurndown(code: string): string {
  return replacements.reduce((patched, [from, to]) => {
    const count = patched.split(from).length - 1;
    if (count !== 1) throw new Error(`turndown patch: ${count} places instead of 1 for ${from}`);
    return patched.replace(from, to);
  }, code);
}
