import { closingOf } from './expand.ts';

export interface Line {
  readonly text: string;
  readonly number: number;
}

/** Physical lines, those that end in a backslash joined; a recipe keeps them as they are. */
export function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  const physical = text.replace(/\r\n/g, '\n').split('\n');
  if (physical.at(-1) === '') physical.pop();
  for (let index = 0; index < physical.length; index++) {
    const number = index + 1;
    let line = physical[index]!;
    while (/(?:^|[^\\])(?:\\\\)*\\$/.test(line) && index + 1 < physical.length)
      line += `\n${physical[++index]}`;
    lines.push({ text: line, number });
  }
  return lines;
}

export function joinContinued(text: string): string {
  return text.replace(/\s*\\\n\s*/g, ' ');
}

/** Without a comment that no backslash protects. */
export function withoutComment(text: string): string {
  const at = text.indexOf('#');
  if (at < 0) return text;
  if (text[at - 1] !== '\\') return text.slice(0, at);
  return `${text.slice(0, at - 1)}#${withoutComment(text.slice(at + 1))}`;
}

/** Where `:`, `=` and the like stand outside of references. */
export function findOutside(
  text: string,
  pattern: RegExp,
): { readonly at: number; readonly found: string } | null {
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '$' && (text[at + 1] === '(' || text[at + 1] === '{')) {
      const end = closingOf(text, at + 1);
      if (end < 0) return null;
      at = end;
      continue;
    }
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) return { at, found: match[0] };
  }
  return null;
}

export const assignmentMark = /(?:::?:?|\?|\+|!)?=/y;
export const ruleMark = /::?/y;
