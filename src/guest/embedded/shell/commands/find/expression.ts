import type { FindActions } from './actions.ts';
import { ActionWords } from './actionWords.ts';
import { type FindSettings, Predicates } from './predicates.ts';
import type { Test, Visit } from './tests.ts';
import { FindError, FindWords } from './words.ts';

/** Parses `find`'s expression into one test; actions are tests, too. */
export class ExpressionParser {
  readonly #words: FindWords;
  readonly #predicates: Predicates;
  readonly #actions: ActionWords;
  hasAction = false;

  constructor(words: readonly string[], settings: FindSettings, actions: FindActions) {
    this.#words = new FindWords(words);
    this.#predicates = new Predicates(this.#words, settings, actions);
    this.#actions = new ActionWords(this.#words, settings, actions);
  }

  parse(): Test {
    if (this.#words.ahead === undefined) return () => true;
    const test = this.#comma();
    const rest = this.#words.ahead;
    if (rest === ')') throw new FindError("you have too many ')'");
    if (rest !== undefined) throw new FindError(`paths must precede expression: \`${rest}'`);
    return test;
  }

  #comma(): Test {
    let left = this.#or();
    while (this.#words.take(',')) {
      const [first, second] = [left, this.#or()];
      left = async (visit) => {
        await first(visit);
        return second(visit);
      };
    }
    return left;
  }

  #or(): Test {
    const first = this.#and();
    if (!this.#words.take('-o', '-or')) return first;
    const second = this.#or();
    return (visit) => {
      const held = first(visit);
      if (held instanceof Promise) return held.then((value) => value || second(visit));
      return held || second(visit);
    };
  }

  #and(): Test {
    const tests = [this.#not()];
    for (;;) {
      const word = this.#words.ahead;
      if (word === undefined || word === ')' || word === '-o' || word === '-or' || word === ',') break;
      this.#words.take('-a', '-and');
      tests.push(this.#not());
    }
    if (tests.length === 1) return tests[0]!;
    const from = (visit: Visit, start: number): boolean | Promise<boolean> => {
      for (let index = start; index < tests.length; index++) {
        const held = tests[index]!(visit);
        if (held instanceof Promise) return held.then((value) => value && from(visit, index + 1));
        if (!held) return false;
      }
      return true;
    };
    return (visit) => from(visit, 0);
  }

  #not(): Test {
    const sign = this.#words.ahead;
    if (!this.#words.take('!', '-not')) return this.#primary();
    if (this.#words.ahead === undefined) throw new FindError(`expected an expression after '${sign}'`);
    const test = this.#not();
    return (visit) => {
      const held = test(visit);
      return held instanceof Promise ? held.then((value) => !value) : !held;
    };
  }

  #primary(): Test {
    const word = this.#words.next();
    if (word === undefined) throw new FindError('expected an expression after the last operator');
    if (/^-(a|and|o|or)$|^,$/.test(word))
      throw new FindError(
        `invalid expression; you have used a binary operator '${word}' with nothing before it.`,
      );
    if (word === '(') {
      const inner = this.#comma();
      if (!this.#words.take(')'))
        throw new FindError(
          "invalid expression; I was expecting to find a ')' somewhere but did not see one.",
        );
      return inner;
    }
    const action = this.#actions.parse(word);
    if (action) {
      this.hasAction ||= word !== '-prune';
      return action;
    }
    return this.#predicates.parse(word);
  }
}
