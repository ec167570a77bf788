export interface Token {
  readonly kind:
    | 'number'
    | 'string'
    | 'regex'
    | 'name'
    | 'call'
    | 'word'
    | 'builtin'
    | 'sign'
    | 'newline'
    | 'end';
  readonly text: string;
  readonly line: number;
  /** A string or expression as it stood in the program. */
  readonly raw: string;
}

export class AwkSyntaxError extends Error {
  constructor(
    readonly near: string,
    readonly line: number,
    words = `syntax error at or near ${near}`,
  ) {
    super(`line ${line}: ${words}`);
  }
}

const words = new Set(
  'BEGIN END function func if else while for do break continue next nextfile exit return delete in getline print printf switch case default'.split(
    ' ',
  ),
);
export const builtinNames = new Set(
  'length substr index split sub gsub match sprintf sin cos atan2 exp log sqrt int rand srand tolower toupper system close fflush gensub strftime systime mktime and or xor lshift rshift compl asort asorti strtonum patsplit'.split(
    ' ',
  ),
);
const signs = [
  '**=',
  '&&',
  '||',
  '==',
  '<=',
  '>=',
  '!=',
  '++',
  '--',
  '+=',
  '-=',
  '*=',
  '/=',
  '%=',
  '^=',
  '**',
  '>>',
  '!~',
  '|&',
  '{',
  '}',
  '(',
  ')',
  '[',
  ']',
  ';',
  ',',
  '+',
  '-',
  '*',
  '/',
  '%',
  '^',
  '!',
  '<',
  '>',
  '|',
  '?',
  ':',
  '~',
  '$',
  '=',
];
const controls: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  '"': '"',
  '/': '/',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
};

/** Escapes of a string; a backslash before any other character stays, as in `mawk`. */
export function unescaped(text: string): string {
  return text.replace(
    /\\(?:([0-7]{1,3})|x([0-9a-fA-F]{1,2})|(\r?\n)|([\s\S]))/g,
    (whole, octal, hex, end, other) => {
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      if (end !== undefined) return '';
      return controls[other] ?? whole;
    },
  );
}

/** Whether a `/` after this token divides. */
function divides(last: Token | undefined): boolean {
  if (!last) return false;
  if (last.kind === 'sign') return /^(\)|\]|\$|\+\+|--)$/.test(last.text);
  return last.kind === 'number' || last.kind === 'string' || last.kind === 'name' || last.kind === 'builtin';
}

export function tokensOf(program: string): Token[] {
  const tokens: Token[] = [];
  let line = 1;
  let at = 0;
  const push = (kind: Token['kind'], text: string, raw = text): void => {
    tokens.push({ kind, text, line, raw });
  };
  while (at < program.length) {
    const rest = program.slice(at, at + 4096);
    const blank = /^(?:[ \t\r]+|\\\r?\n|#[^\n]*)/.exec(rest);
    if (blank) {
      if (blank[0].includes('\n')) line++;
      at += blank[0].length;
      continue;
    }
    const sign = program[at]!;
    if (sign === '\n') {
      push('newline', '\n');
      line++;
      at++;
      continue;
    }
    if (sign === '"' || (sign === '/' && !divides(tokens.at(-1)))) {
      const body = quotedBody(program, at, sign);
      if (body === null)
        throw new AwkSyntaxError(sign === '"' ? 'unterminated string' : 'unterminated regexp', line);
      push(
        sign === '"' ? 'string' : 'regex',
        sign === '"' ? unescaped(body) : body.replaceAll('\\/', '/'),
        body,
      );
      at += body.length + 2;
      continue;
    }
    const number = /^(?:0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)/.exec(rest);
    if (number) {
      push('number', number[0]);
      at += number[0].length;
      continue;
    }
    const name = /^[A-Za-z_]\w*/.exec(rest)?.[0];
    if (name) {
      at += name.length;
      if (words.has(name)) push('word', name === 'func' ? 'function' : name);
      else if (builtinNames.has(name)) push('builtin', name);
      else push(program[at] === '(' ? 'call' : 'name', name);
      continue;
    }
    const found = signs.find((each) => rest.startsWith(each));
    if (!found) throw new AwkSyntaxError(sign, line);
    push('sign', found === '**' ? '^' : found === '**=' ? '^=' : found);
    at += found.length;
  }
  push('newline', '\n');
  push('end', 'end of file');
  return tokens;
}

/** What stands between the quotes that open at `at`; null where they do not close. */
function quotedBody(program: string, at: number, quote: string): string | null {
  let inBracket = false;
  for (let index = at + 1; index < program.length; index++) {
    const sign = program[index]!;
    if (sign === '\\') index++;
    else if (sign === '\n') return null;
    else if (quote === '/' && sign === '[' && !inBracket) {
      inBracket = true;
      if (program[index + 1] === '^') index++;
      if (program[index + 1] === ']') index++;
    } else if (quote === '/' && sign === ']') inBracket = false;
    else if (sign === quote && !(inBracket && closesLater(program, index)))
      return program.slice(at + 1, index);
  }
  return null;
}

/** A slash in brackets belongs to them, if they close on this line before another slash could. */
function closesLater(program: string, index: number): boolean {
  return /^[^\]\n/]*\]/.test(program.slice(index + 1));
}
