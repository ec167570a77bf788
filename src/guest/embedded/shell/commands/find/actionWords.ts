import type { FindActions } from './actions.ts';
import type { FindSettings } from './predicates.ts';
import type { Test } from './tests.ts';
import { FindError, type FindWords } from './words.ts';

/** Parses what does something with a file (`-print`, `-exec`). */
export class ActionWords {
  readonly #words: FindWords;
  readonly #settings: FindSettings;
  readonly #actions: FindActions;

  constructor(words: FindWords, settings: FindSettings, actions: FindActions) {
    this.#words = words;
    this.#settings = settings;
    this.#actions = actions;
  }

  /** The action that `word`, which has just been read, begins; null where it is none. */
  parse(word: string): Test | null {
    const actions = this.#actions;
    switch (word) {
      case '-print':
        return (visit) => actions.print(`${visit.shown}\n`);
      case '-print0':
        return (visit) => actions.print(`${visit.shown}\0`);
      case '-printf': {
        const format = this.#words.value(word);
        return (visit) => actions.printf(format, visit);
      }
      case '-fprint': {
        const file = this.#words.value(word);
        return (visit) => actions.printTo(file, `${visit.shown}\n`);
      }
      case '-fprintf': {
        const file = this.#words.value(word);
        const format = this.#words.value(word);
        return (visit) => actions.fprintf(file, format, visit);
      }
      case '-ls':
        return (visit) => actions.list(visit);
      case '-prune':
        return (visit) => {
          visit.pruned = true;
          return true;
        };
      case '-quit':
        return () => actions.quit();
      case '-delete':
        this.#settings.depthFirst = true;
        return (visit) => actions.remove(visit);
      case '-exec':
      case '-execdir':
      case '-ok':
      case '-okdir':
        return this.#exec(word);
      default:
        return null;
    }
  }

  #exec(word: string): Test {
    const argv: string[] = [];
    const inFolder = word.endsWith('dir');
    for (;;) {
      const next = this.#words.next();
      if (next === undefined) throw new FindError(`missing argument to \`${word}'`);
      if (next === ';') break;
      if (next === '+' && argv.at(-1) === '{}') return this.#actions.gathered(argv.slice(0, -1), inFolder);
      argv.push(next);
    }
    if (argv.length === 0) throw new FindError(`missing argument to \`${word}'`);
    const run: Test = (visit) => this.#actions.run(argv, visit, inFolder);
    if (!word.startsWith('-ok')) return run;
    return async (visit) => (await this.#actions.agrees(argv, visit)) && run(visit);
  }
}
