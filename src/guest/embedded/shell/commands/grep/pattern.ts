import { posixClasses } from '../text/bracket.ts';
import { literalRegex, posixToJs } from '../text/posixRegex.ts';

export type Dialect = 'basic' | 'extended' | 'fixed' | 'perl';

export interface PatternOptions {
  readonly dialect: Dialect;
  readonly ignoreCase: boolean;
  readonly wholeWords: boolean;
  readonly wholeLines: boolean;
}

const perlSpaces: Readonly<Record<string, string>> = {
  h: '[ \\t]',
  H: '[^ \\t]',
  R: '(?:\\r\\n|[\\n\\r\\v\\f])',
  A: '^',
  Z: '$',
  z: '(?![\\s\\S])',
  e: '\\x1b',
  a: '\\x07',
};

interface Source {
  readonly source: string;
  readonly ignoreCase: boolean;
  readonly dotAll: boolean;
}

/** Perl's expressions in JavaScript's words: the parts that differ in common use. */
function perlToJs(pattern: string): Source {
  let ignoreCase = false;
  let dotAll = false;
  let out = '';
  let rest = pattern.replace(/\\Q([\s\S]*?)(?:\\E|$)/g, (_all, text: string) =>
    text.replace(/[^\w\s]/g, '\\$&'),
  );
  rest = rest.replace(/^\(\?([imsx]+)\)/, (_all, flags: string) => {
    ignoreCase = flags.includes('i');
    dotAll = flags.includes('s');
    return '';
  });
  let inClass = false;
  for (let at = 0; at < rest.length; at++) {
    const sign = rest[at]!;
    if (sign === '\\') {
      const next = rest[++at] ?? '';
      const code = /^x\{([0-9a-fA-F]+)\}/.exec(rest.slice(at));
      if (code) {
        out += `\\u{${code[1]}}`;
        at += code[0].length - 1;
      } else if (!inClass && perlSpaces[next]) out += perlSpaces[next];
      else if (inClass && next === 'h') out += ' \\t';
      // What was matched so far is not part of the match.
      else if (next === 'K') out = `(?<=${out})`;
      else if (/[\w^$\\.*+?()[\]{}|/]/.test(next) || (inClass && next === '-')) out += `\\${next}`;
      else out += literalRegex(next);
      continue;
    }
    if (inClass) {
      const named = /^\[:(\^?)(\w+):\]/.exec(rest.slice(at));
      if (named && posixClasses[named[2]!] !== undefined && named[1] === '') {
        out += posixClasses[named[2]!];
        at += named[0].length - 1;
      } else if (sign === ']') {
        inClass = false;
        out += sign;
      } else out += sign === '[' ? '\\[' : sign;
      continue;
    }
    if (sign === '[') {
      inClass = true;
      out += sign;
      if (rest[at + 1] === '^') out += rest[++at];
      if (rest[at + 1] === ']') {
        out += '\\]';
        at++;
      }
      continue;
    }
    if (rest.startsWith('(?P<', at)) {
      out += '(?<';
      at += 3;
      continue;
    }
    if (rest.startsWith('(?>', at)) {
      out += '(?:';
      at += 2;
      continue;
    }
    if (rest.startsWith('(?#', at)) {
      at = rest.indexOf(')', at);
      if (at < 0) break;
      continue;
    }
    // A possessive quantifier gives nothing back; here it is a plain one.
    if (sign === '+' && /[*+?}]$/.test(out) && !/\\[*+?}]$/.test(out)) continue;
    if (sign === '{' && !/^\{\d+(,\d*)?\}/.test(rest.slice(at))) out += '\\{';
    else if (sign === '}' && !/\{\d+(,\d*)?$/.test(out)) out += '\\}';
    else out += sign;
  }
  return { source: out, ignoreCase, dotAll };
}

function sourceOf(pattern: string, options: PatternOptions): Source {
  if (options.dialect === 'perl') return perlToJs(pattern);
  const plain = { ignoreCase: false, dotAll: false };
  if (options.dialect === 'fixed') return { source: literalRegex(pattern), ...plain };
  return {
    source: posixToJs(pattern, { extended: options.dialect === 'extended', escapes: 'none' }),
    ...plain,
  };
}

/** One expression (flags `g` and `u`) that finds what any of the patterns does, by a JavaScript engine. */
export function grepRegex(patterns: readonly string[], options: PatternOptions): RegExp {
  const sources = patterns.map((pattern) => sourceOf(pattern, options));
  // Of fixed words that begin alike the longest is the match.
  if (options.dialect === 'fixed') sources.sort((a, b) => b.source.length - a.source.length);
  // Back-references count the groups of their own pattern only, so patterns with them stay the first.
  let source = sources.map((each) => (sources.length > 1 ? `(?:${each.source})` : each.source)).join('|');
  if (options.wholeLines) source = `^(?:${source})$`;
  else if (options.wholeWords) source = `(?<![\\p{L}\\p{Nd}_])(?:${source})(?![\\p{L}\\p{Nd}_])`;
  const ignoreCase = options.ignoreCase || sources.some((each) => each.ignoreCase);
  const dotAll = sources.some((each) => each.dotAll);
  return new RegExp(source, `gu${ignoreCase ? 'i' : ''}${dotAll ? 's' : ''}`);
}
