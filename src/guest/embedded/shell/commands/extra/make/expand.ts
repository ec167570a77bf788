import { callFunction, functionNames } from './functions.ts';
import { MakeStop, type Scope, stemOf, withStem, wordsOf } from './variables.ts';

/** What expansion reaches outside of its variables. */
export interface Surroundings {
  /** `Makefile:3: ` of what is being read or run. */
  where: string;
  shell(command: string): Promise<string>;
  wildcard(pattern: string): Promise<string[]>;
  say(text: string, stream: 'out' | 'err'): Promise<void>;
  /** Reads text as lines of a makefile. */
  evaluate(text: string): Promise<void>;
  absolute(path: string): string;
  real(path: string): Promise<string | null>;
  writeFile(path: string, text: string, append: boolean): Promise<void>;
  readonly global: Scope;
}

/** Where the reference that opens at `start` (on its bracket) closes. */
export function closingOf(text: string, start: number): number {
  const open = text[start]!;
  const close = open === '(' ? ')' : '}';
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === open) depth++;
    else if (text[at] === close && --depth === 0) return at;
  }
  return -1;
}

/** Splits at commas that are in no brackets; the last of `most` parts keeps the rest. */
export function argumentsOf(text: string, most = Number.POSITIVE_INFINITY): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length && parts.length < most - 1; at++) {
    const letter = text[at]!;
    if (letter === '(' || letter === '{') depth++;
    else if (letter === ')' || letter === '}') depth--;
    else if (letter === ',' && depth === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

export class Expander {
  readonly around: Surroundings;
  readonly scope: Scope;
  readonly #busy = new Set<string>();

  constructor(around: Surroundings, scope: Scope) {
    this.around = around;
    this.scope = scope;
  }

  async text(text: string): Promise<string> {
    let result = '';
    for (let at = 0; at < text.length; ) {
      const dollar = text.indexOf('$', at);
      if (dollar < 0 || dollar === text.length - 1) return result + text.slice(at);
      result += text.slice(at, dollar);
      const next = text[dollar + 1]!;
      if (next === '$') result += '$';
      else if (next !== '(' && next !== '{') result += await this.variable(next);
      else {
        const end = closingOf(text, dollar + 1);
        if (end < 0) throw new MakeStop('unterminated variable reference', this.around.where);
        result += await this.#reference(text.slice(dollar + 2, end));
        at = end + 1;
        continue;
      }
      at = dollar + 2;
    }
    return result;
  }

  async words(text: string): Promise<string[]> {
    return wordsOf(await this.text(text));
  }

  async variable(name: string): Promise<string> {
    const found = this.scope.get(name);
    if (!found) return '';
    if (found.isSimple) return found.value;
    if (this.#busy.has(name))
      throw new MakeStop(
        `Recursive variable '${name}' references itself (eventually)`,
        found.where ?? this.around.where,
      );
    this.#busy.add(name);
    try {
      return await this.text(found.value);
    } finally {
      this.#busy.delete(name);
    }
  }

  async #reference(inside: string): Promise<string> {
    const call = /^([a-z-]+)(?:\s+|$)/.exec(inside);
    if (call && functionNames.has(call[1]!) && inside !== call[1])
      return callFunction(this, call[1]!, inside.slice(call[0].length));
    const substitution = /^([^:]+):([^=]*)=(.*)$/s.exec(
      inside.includes('$') ? await this.text(inside) : inside,
    );
    if (substitution) {
      const [, name = '', from = '', to = ''] = substitution;
      const pattern = from.includes('%') ? from : `%${from}`;
      const target = from.includes('%') ? to : `%${to}`;
      return replaceWords(await this.variable(name), pattern, target);
    }
    return this.variable(inside.includes('$') ? await this.text(inside) : inside);
  }
}

export function replaceWords(text: string, pattern: string, target: string): string {
  return wordsOf(text)
    .map((word) => {
      const stem = stemOf(pattern, word);
      return stem === null ? word : withStem(target, stem);
    })
    .join(' ');
}
