const named: Readonly<Record<string, string>> = {
  '\x07': '\\a',
  '\b': '\\b',
  '\x1b': '\\E',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\\': '\\\\',
  "'": "\\'",
};

/** `printf %q`: a word that bash reads back as the same text, in bash's own choice of quotes. */
export function shellQuoted(text: string): string {
  if (text === '') return "''";
  if (/[\x00-\x1f\x7f\udc80-\udcff]/.test(text) && needsCodes(text)) {
    const inner = Array.from(text, (character) => {
      if (named[character]) return named[character];
      const code = character.codePointAt(0)!;
      if (code >= 0xdc80 && code <= 0xdcff) return `\\${(code - 0xdc00).toString(8)}`;
      return code < 0x20 || code === 0x7f ? `\\${code.toString(8).padStart(3, '0')}` : character;
    });
    return `$'${inner.join('')}'`;
  }
  return text.replace(/[ \t!"$&'()*,;<>?[\\\]^`{|}]/g, '\\$&').replace(/^[~#]/, '\\$&');
}

function needsCodes(text: string): boolean {
  // A surrogate pair holds such units, too, and is a plain character.
  return Array.from(text).some((character) => {
    const code = character.codePointAt(0)!;
    return code < 0x20 || code === 0x7f || (code >= 0xdc80 && code <= 0xdcff);
  });
}
