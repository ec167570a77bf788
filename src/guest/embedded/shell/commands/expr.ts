import type { Command } from 'just-bash/browser';
import { type CommandTools, command, fail, latin1FromText } from './command.ts';
import { posixToJs } from './text/posixRegex.ts';

class ExprError extends Error {}

const isInteger = (text: string): boolean => /^-?\d+$/.test(text);

function integer(text: string): bigint {
  if (!isInteger(text)) throw new ExprError('non-integer argument');
  return BigInt(text);
}

function matched(text: string, pattern: string): string {
  const match = new RegExp(
    `^(?:${posixToJs(pattern.replace(/^\^/, ''), { extended: false, escapes: 'none' })})`,
    'su',
  ).exec(text);
  const hasGroup = /\\\(/.test(pattern);
  if (hasGroup) return match?.[1] ?? '';
  return String(match ? [...match[0]].length : 0);
}

class Expression {
  readonly #words: readonly string[];
  #at = 0;

  constructor(words: readonly string[]) {
    this.#words = words;
  }

  whole(): string {
    const value = this.#or();
    const rest = this.#words[this.#at];
    if (rest !== undefined) throw new ExprError(`syntax error: unexpected argument '${rest}'`);
    return value;
  }

  #take(...words: string[]): string | null {
    const word = this.#words[this.#at];
    if (word === undefined || !words.includes(word)) return null;
    this.#at++;
    return word;
  }

  #or(): string {
    let left = this.#and();
    while (this.#take('|')) {
      const right = this.#and();
      left = isNull(left) ? (isNull(right) ? '0' : right) : left;
    }
    return left;
  }

  #and(): string {
    let left = this.#comparison();
    while (this.#take('&')) {
      const right = this.#comparison();
      left = isNull(left) || isNull(right) ? '0' : left;
    }
    return left;
  }

  #comparison(): string {
    let left = this.#sum();
    for (
      let operator = this.#take('<', '<=', '=', '==', '!=', '>=', '>');
      operator;
      operator = this.#take('<', '<=', '=', '==', '!=', '>=', '>')
    ) {
      const right = this.#sum();
      const order =
        isInteger(left) && isInteger(right)
          ? Number(BigInt(left) - BigInt(right))
          : left < right
            ? -1
            : left > right
              ? 1
              : 0;
      const holds = {
        '<': order < 0,
        '<=': order <= 0,
        '=': order === 0,
        '==': order === 0,
        '!=': order !== 0,
        '>=': order >= 0,
        '>': order > 0,
      }[operator];
      left = holds ? '1' : '0';
    }
    return left;
  }

  #sum(): string {
    let left = this.#product();
    for (let operator = this.#take('+', '-'); operator; operator = this.#take('+', '-')) {
      const right = integer(this.#product());
      left = String(operator === '+' ? integer(left) + right : integer(left) - right);
    }
    return left;
  }

  #product(): string {
    let left = this.#match();
    for (let operator = this.#take('*', '/', '%'); operator; operator = this.#take('*', '/', '%')) {
      const right = integer(this.#match());
      if (operator !== '*' && right === 0n) throw new ExprError('division by zero');
      const value = integer(left);
      left = String(operator === '*' ? value * right : operator === '/' ? value / right : value % right);
    }
    return left;
  }

  #match(): string {
    let left = this.#primary();
    while (this.#take(':')) left = matched(left, this.#primary());
    return left;
  }

  #primary(): string {
    const word = this.#words[this.#at++];
    if (word === undefined) {
      const before = this.#words[this.#at - 2];
      throw new ExprError(
        before === undefined ? 'missing operand' : `syntax error: missing argument after '${before}'`,
      );
    }
    if (word === '(') {
      const inner = this.#or();
      if (!this.#take(')'))
        throw new ExprError(`syntax error: expecting ')' after '${this.#words[this.#at - 1]}'`);
      return inner;
    }
    if (this.#at >= this.#words.length) return word;
    switch (word) {
      case '+':
        return this.#words[this.#at++]!;
      case 'length':
        return String([...this.#primary()].length);
      case 'match':
        return matched(this.#primary(), this.#primary());
      case 'index': {
        const [text, characters] = [this.#primary(), this.#primary()];
        return String([...text].findIndex((each) => characters.includes(each)) + 1);
      }
      case 'substr': {
        const [text, start, length] = [this.#primary(), Number(this.#primary()), Number(this.#primary())];
        return start > 0 && length > 0 ? [...text].slice(start - 1, start - 1 + length).join('') : '';
      }
      default:
        return word;
    }
  }
}

function isNull(text: string): boolean {
  return text === '' || /^-?0+$/.test(text);
}

/** GNU `expr`, with integers of any size. */
export function expr(_tools: CommandTools): Command {
  return command('expr', async (args) => {
    const words = args[0] === '--' ? args.slice(1) : args;
    if (words.length === 0)
      return fail("expr: missing operand\nTry 'expr --help' for more information.\n", 2);
    try {
      const value = new Expression(words).whole();
      return {
        stdout: latin1FromText(`${value}\n`),
        stderr: '',
        exitCode: isNull(value) ? 1 : 0,
        stdoutKind: 'bytes',
      };
    } catch (error) {
      if (!(error instanceof ExprError)) throw error;
      return fail(`expr: ${error.message}\n`, 2);
    }
  });
}
