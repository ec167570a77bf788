const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
};

/** The `l` command: control characters and bytes written out, long lines folded. */
export function unambiguous(text: string, width: number): string {
  const parts = Array.from(text, (character) => {
    if (escapes[character]) return escapes[character];
    if (character >= ' ' && character <= '~') return character;
    const bytes = new TextEncoder().encode(character);
    return Array.from(bytes, (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
  });
  let out = '';
  let column = 0;
  for (const part of parts) {
    if (width > 1 && column + part.length > width - 1) {
      out += '\\\n';
      column = 0;
    }
    out += part;
    column += part.length;
  }
  return `${out}$\n`;
}
