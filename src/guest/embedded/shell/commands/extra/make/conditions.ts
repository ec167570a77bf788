import { argumentsOf, closingOf, type Expander } from './expand.ts';
import { MakeStop, type Scope } from './variables.ts';

interface Condition {
  /** Whether its branch counts, and whether one of its branches has counted already. */
  active: boolean;
  done: boolean;
  readonly outer: boolean;
}

/** The `ifeq`, `ifdef`, `else` and `endif` that are open at a line of a makefile. */
export class Conditions {
  readonly #expander: () => Expander;
  readonly #scope: Scope;
  #open: Condition[] = [];

  constructor(expander: () => Expander, scope: Scope) {
    this.#expander = expander;
    this.#scope = scope;
  }

  get active(): boolean {
    return this.#open.at(-1)?.active ?? true;
  }

  get count(): number {
    return this.#open.length;
  }

  /** An included file has conditionals of its own. */
  async aside(read: () => Promise<void>): Promise<void> {
    const open = this.#open;
    this.#open = [];
    await read();
    this.#open = open;
  }

  /** Whether the line was one of these. Throws `MakeStop` for one that is out of place. */
  async take(line: string, where: string): Promise<boolean> {
    const match = /^(ifeq|ifneq|ifdef|ifndef|else|endif)(?:\s+|(?=[("'])|$)(.*)$/s.exec(line);
    if (!match) return false;
    const [, word = '', rest = ''] = match;
    if (word === 'endif') {
      if (!this.#open.pop()) throw new MakeStop("extraneous 'endif'", where);
      return true;
    }
    if (word === 'else') {
      const top = this.#open.at(-1);
      if (!top) throw new MakeStop("extraneous 'else'", where);
      const nested = /^(ifeq|ifneq|ifdef|ifndef)(?:\s+|(?=[("']))(.*)$/s.exec(rest);
      const may = top.outer && !top.done;
      top.active = may && (nested ? await this.#test(nested[1]!, nested[2]!, where) : true);
      top.done ||= top.active;
      return true;
    }
    const outer = this.active;
    const active = outer && (await this.#test(word, rest, where));
    this.#open.push({ active, done: active, outer });
    return true;
  }

  async #test(word: string, rest: string, where: string): Promise<boolean> {
    const expander = this.#expander();
    if (word === 'ifdef' || word === 'ifndef') {
      const name = (await expander.text(rest)).trim();
      return ((this.#scope.get(name)?.value ?? '') !== '') === (word === 'ifdef');
    }
    let sides: string[] = [];
    if (rest.startsWith('(')) {
      const inside = rest.slice(1, closingOf(rest, 0));
      sides = argumentsOf(inside, 2);
    } else sides = Array.from(rest.matchAll(/"([^"]*)"|'([^']*)'/g), (match) => match[1] ?? match[2] ?? '');
    const [left, right] = sides;
    if (left === undefined || right === undefined) throw new MakeStop('invalid syntax in conditional', where);
    const same = (await expander.text(left.trimEnd())) === (await expander.text(right.trimStart()));
    return same === (word === 'ifeq');
  }
}
