import type { Token } from 'marked';

/** Text of a token that is shown as it stands: escapes without their backslash, HTML as its source. */
export function plainInline(token: Token): string {
  if (token.type === 'escape' && 'text' in token) return String(token.text);
  return token.raw;
}
