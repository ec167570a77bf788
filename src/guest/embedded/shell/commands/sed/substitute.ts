import type { Piece, Substitution } from './script.ts';

/** Builds replacements, with the changes of case that run on from piece to piece. */
function replaced(pieces: readonly Piece[], match: RegExpExecArray): string {
  let text = '';
  let mode = '';
  let once = '';
  const add = (part: string): void => {
    if (part === '') return;
    let changed = mode === 'U' ? part.toUpperCase() : mode === 'L' ? part.toLowerCase() : part;
    if (once !== '') {
      const first = String.fromCodePoint(changed.codePointAt(0)!);
      changed = (once === 'u' ? first.toUpperCase() : first.toLowerCase()) + changed.slice(first.length);
      once = '';
    }
    text += changed;
  };
  for (const piece of pieces) {
    if (piece.kind === 'text') add(piece.text);
    else if (piece.kind === 'group') add(match[piece.group] ?? '');
    else if (piece.letter === 'u' || piece.letter === 'l') once = piece.letter;
    else mode = piece.letter === 'E' ? '' : piece.letter;
  }
  return text;
}

/** The text after a substitution; null where nothing matched. */
export function substituted(
  text: string,
  regex: RegExp,
  { pieces, nth, global }: Substitution,
): string | null {
  let out = '';
  let from = 0;
  let count = 0;
  let done = false;
  regex.lastIndex = 0;
  let lastEnd = -1;
  while (regex.lastIndex <= text.length) {
    const match = regex.exec(text);
    if (!match) break;
    const end = match.index + match[0].length;
    const isEmpty = match[0] === '';
    // An empty match right after another one does not count.
    if (isEmpty && match.index === lastEnd) {
      regex.lastIndex = end + characterLength(text, end);
      continue;
    }
    lastEnd = end;
    count++;
    if (isEmpty) regex.lastIndex = end + characterLength(text, end);
    if (count < nth) continue;
    out += text.slice(from, match.index) + replaced(pieces, match);
    from = end;
    done = true;
    if (!global) break;
  }
  return done ? out + text.slice(from) : null;
}

function characterLength(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}
