import { sourceLine } from '../../errors/sources.ts';
import { topFrame } from '../../errors/stackTrace.ts';

/** Lines of one call that are looked through for its end. */
const mostLines = 100;

/**
 * The text of the call that led here, e.g. `assert.ok(a === b)`: its frame is the first above `below`. Null where
 * the program's text is not known.
 */
export function callText(below: (...args: never[]) => unknown): string | null {
  const holder: { stack?: string } = {};
  Error.captureStackTrace?.(holder, below);
  const frame = topFrame(holder.stack ?? '');
  if (!frame || frame.file.startsWith('[')) return null;
  const lines: string[] = [];
  for (let line = frame.line; line < frame.line + mostLines; line++) {
    const text = sourceLine(frame.file, line);
    if (text === null) break;
    lines.push(text);
  }
  const [first] = lines;
  if (first === undefined) return null;
  // The column is that of the last name; what it belongs to stands before it.
  let start = frame.column - 1;
  while (start > 0 && /[\w$.\s?]/.test(first.charAt(start - 1))) start--;
  start +=
    /^\s*(?:(?:return|await|void|typeof|yield|throw|new|else|case|in|of|do)\s+)*/.exec(
      first.slice(start),
    )?.[0].length ?? 0;
  const code = lines.join('\n');
  const end = endOfCall(code, frame.column - 1);
  if (end === -1) return null;
  const [head = '', ...rest] = code.slice(start, end).split('\n');
  const unindented = rest.map((line) => {
    const own = /^[ \t]*/.exec(line)?.[0].length ?? 0;
    return `\n  ${line.slice(Math.min(own, start))}`;
  });
  return head + unindented.join('');
}

/** Behind the bracket that closes the first one from `from` on; -1 where there is none. */
function endOfCall(code: string, from: number): number {
  let depth = 0;
  let at = from;
  while (at < code.length) {
    const character = code.charAt(at);
    const next = code.charAt(at + 1);
    if (character === '"' || character === "'") at = endOfString(code, at);
    else if (character === '`') at = endOfTemplate(code, at);
    else if (character === '/' && next === '/') at = endAt(code, '\n', at);
    else if (character === '/' && next === '*') at = endAt(code, '*/', at) + 1;
    else if (character === '/' && startsRegExp(code, at)) at = endOfRegExp(code, at);
    else if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character)) {
      depth--;
      if (depth === 0) return at + 1;
      if (depth < 0) return -1;
    }
    at++;
  }
  return -1;
}

function endAt(code: string, mark: string, from: number): number {
  const at = code.indexOf(mark, from);
  return at === -1 ? code.length : at;
}

function endOfString(code: string, from: number): number {
  const quote = code.charAt(from);
  let at = from + 1;
  while (at < code.length && code.charAt(at) !== quote) at += code.charAt(at) === '\\' ? 2 : 1;
  return at;
}

function endOfTemplate(code: string, from: number): number {
  let at = from + 1;
  while (at < code.length && code.charAt(at) !== '`') {
    if (code.charAt(at) === '\\') at++;
    else if (code.startsWith('${', at)) at = endOfCall(code, at + 1) - 1;
    at++;
  }
  return at;
}

/** A slash divides behind a value and begins a pattern anywhere else. */
function startsRegExp(code: string, at: number): boolean {
  const before = code.slice(0, at).trimEnd();
  return before === '' || /[([{,;:=!&|?+\-*%~^<>]$|\b(?:return|typeof|case|in|of|void|delete)$/.test(before);
}

function endOfRegExp(code: string, from: number): number {
  let inClass = false;
  let at = from + 1;
  for (; at < code.length; at++) {
    const character = code.charAt(at);
    if (character === '\\') at++;
    else if (character === '[') inClass = true;
    else if (character === ']') inClass = false;
    else if (character === '/' && !inClass) break;
  }
  return at;
}
