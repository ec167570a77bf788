/** `util.parseEnv`: the text of an `.env` file as an object. */
export function parseEnv(text: string): Record<string, string> {
  const values: Record<string, string> = {};
  const line =
    /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*("(?:[^"])*"|'(?:[^'])*'|`(?:[^`])*`|[^\n#]*)?[^\n]*$/gm;
  for (const [, name = '', raw = ''] of text.replaceAll('\r\n', '\n').matchAll(line)) {
    const trimmed = raw.trim();
    const quote = /^(["'`])([\s\S]*)\1$/.exec(trimmed);
    const value = quote ? (quote[2] ?? '') : trimmed;
    values[name] = quote?.[1] === '"' ? value.replaceAll('\\n', '\n') : value;
  }
  return values;
}
