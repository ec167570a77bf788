/** Words that open a compound command, each with the one that closes it. */
const closers: Readonly<Record<string, string>> = { if: 'fi', do: 'done', case: 'esac', '{': '}' };
const separators = new Set([';', '&', '|', '\n', '(', ')']);
/** After these a command may begin. */
const leaders = new Set(['then', 'else', 'elif', 'do', '{', '!', 'if', 'while', 'until', 'in', 'time']);

/**
 * Whether a shell would ask for another line (`> `): an open quote, `\` at the end, a here-document without its
 * end, an open `(`, `{`, `if`, `do`, `case`, or `|`, `&&`, `||` last. A text with a mistake counts as finished:
 * the shell says what is wrong.
 */
export function isUnfinished(text: string): boolean {
  const open: string[] = [];
  const heredocs: { readonly end: string; readonly stripsTabs: boolean }[] = [];
  let startsCommand = true;
  let endsOpen = false;
  let at = 0;
  while (at < text.length) {
    const character = text[at] ?? '';
    if (character === '\\') {
      if (at === text.length - 1) return true;
      at += 2;
      startsCommand = endsOpen = false;
    } else if (character === "'" || character === '"' || character === '`') {
      const end = endOfQuote(text, at);
      if (end < 0) return true;
      at = end;
      startsCommand = endsOpen = false;
    } else if (text.startsWith('${', at)) {
      const end = text.indexOf('}', at);
      if (end < 0) return true;
      at = end + 1;
      startsCommand = endsOpen = false;
    } else if (character === '#' && (at === 0 || /[\s;&|()]/.test(text[at - 1] ?? ''))) {
      while (at < text.length && text[at] !== '\n') at++;
    } else if (text.startsWith('<<', at) && text[at + 2] !== '<') {
      const match = /^<<(-?)[ \t]*(?:'([^']*)'|"([^"]*)"|([^\s;&|<>()]+))/.exec(text.slice(at));
      if (!match) return false;
      heredocs.push({
        stripsTabs: match[1] === '-',
        end: match[2] ?? match[3] ?? (match[4] ?? '').replaceAll('\\', ''),
      });
      at += match[0].length;
    } else if (character === '\n') {
      at++;
      startsCommand = true;
      for (const { end, stripsTabs } of heredocs.splice(0)) {
        const after = endOfHeredoc(text, at, end, stripsTabs);
        if (after < 0) return true;
        at = after;
      }
    } else if (separators.has(character)) {
      if (character === '(') open.push(')');
      else if (character === ')' && open.at(-1) === ')') open.pop();
      const before = text.slice(Math.max(0, at - 2), at);
      // `f()` wants its body; `x=()` is an array.
      const isFunction = character === ')' && before.endsWith('(') && before !== '=(' && before !== '$(';
      endsOpen = character === '|' || (character === '&' && before.endsWith('&')) || isFunction;
      startsCommand = true;
      at++;
    } else if (/\s/.test(character)) at++;
    else {
      const word = /^[^\s;&|()<>'"`\\#]+|^./.exec(text.slice(at))?.[0] ?? character;
      at += word.length;
      endsOpen = false;
      const closer = closers[word];
      if (startsCommand && closer !== undefined) open.push(closer);
      else if (
        startsCommand &&
        (word === 'for' || word === 'while' || word === 'until' || word === 'select')
      ) {
        open.push('do');
      }
      if (startsCommand && word === 'do' && open.at(-2) === 'do') open.splice(-2, 1);
      if (startsCommand && word === open.at(-1) && word !== 'do') open.pop();
      startsCommand = startsCommand && leaders.has(word);
      if (word === 'function') {
        at += /^\s+[^\s{(]*/.exec(text.slice(at))?.[0].length ?? 0;
        startsCommand = endsOpen = true;
      }
      if (word === 'in') startsCommand = open.at(-1) === 'esac';
    }
  }
  return open.length > 0 || heredocs.length > 0 || endsOpen;
}

/** Index behind the closing quote, -1 where there is none. */
function endOfQuote(text: string, start: number): number {
  const quote = text[start];
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === quote) return at + 1;
    if (text[at] === '\\' && quote !== "'") at++;
  }
  return -1;
}

/** Index behind the line that ends the here-document, -1 where it has not come. */
function endOfHeredoc(text: string, start: number, end: string, stripsTabs: boolean): number {
  for (let at = start; at < text.length; ) {
    const next = text.indexOf('\n', at);
    const line = text.slice(at, next < 0 ? text.length : next);
    if ((stripsTabs ? line.replace(/^\t+/, '') : line) === end) return next < 0 ? text.length : next + 1;
    if (next < 0) return -1;
    at = next + 1;
  }
  return -1;
}
