import { modeFrom } from '../extra/mode.ts';
import { globToJs } from '../text/glob.ts';
import { posixToJs, RegexError } from '../text/posixRegex.ts';
import type { FindActions } from './actions.ts';
import { comparison, kindLetter, permTest, sizeTest, type Test, type Visit } from './tests.ts';

export class FindError extends Error {}

export interface FindSettings {
  readonly nowMs: number;
  mindepth: number;
  maxdepth: number;
  depthFirst: boolean;
  /** The time that `-newer`, `-newermt`, `-samefile` look up, by what was typed. */
  readonly facts: ReadonlyMap<string, { readonly mtimeMs: number; readonly path: string }>;
}

const dayMs = 86_400_000;

/** Parses `find`'s expression into one test; actions are tests, too. */
export class ExpressionParser {
  readonly #words: readonly string[];
  readonly #settings: FindSettings;
  readonly #actions: FindActions;
  #at = 0;
  #regexExtended = false;
  #dayStart = false;
  hasAction = false;

  constructor(words: readonly string[], settings: FindSettings, actions: FindActions) {
    this.#words = words;
    this.#settings = settings;
    this.#actions = actions;
  }

  parse(): Test {
    if (this.#words.length === 0) return () => true;
    const test = this.#comma();
    const rest = this.#words[this.#at];
    if (rest === ')') throw new FindError("you have too many ')'");
    if (rest !== undefined) throw new FindError(`paths must precede expression: \`${rest}'`);
    return test;
  }

  #take(...words: string[]): boolean {
    if (!words.includes(this.#words[this.#at] ?? '')) return false;
    this.#at++;
    return true;
  }

  #comma(): Test {
    let left = this.#or();
    while (this.#take(',')) {
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
    if (!this.#take('-o', '-or')) return first;
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
      const word = this.#words[this.#at];
      if (word === undefined || word === ')' || word === '-o' || word === '-or' || word === ',') break;
      this.#take('-a', '-and');
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
    if (!this.#take('!', '-not')) return this.#primary();
    const test = this.#not();
    return (visit) => {
      const held = test(visit);
      return held instanceof Promise ? held.then((value) => !value) : !held;
    };
  }

  #value(option: string): string {
    const value = this.#words[this.#at++];
    if (value === undefined) throw new FindError(`missing argument to \`${option}'`);
    return value;
  }

  #count(option: string): (value: number) => boolean {
    const text = this.#value(option);
    const holds = comparison(text);
    if (!holds) throw new FindError(`invalid argument \`${text}' to \`${option}'`);
    return holds;
  }

  #glob(option: string, of: (visit: Visit) => string | null, ignoresCase: boolean): Test {
    const regex = new RegExp(`^(?:${globToJs(this.#value(option))})$`, ignoresCase ? 'sui' : 'su');
    return (visit) => {
      const text = of(visit);
      return text !== null && regex.test(text);
    };
  }

  #age(option: string, unitMs: number): Test {
    const holds = this.#count(option);
    const { nowMs } = this.#settings;
    const now = this.#dayStart ? Math.ceil(nowMs / dayMs) * dayMs : nowMs;
    return ({ stat }) => {
      const age = (now - stat.mtimeMs) / unitMs;
      return holds(option.endsWith('min') ? Math.ceil(age) : Math.floor(age));
    };
  }

  #fact(option: string): { readonly mtimeMs: number; readonly path: string } {
    const value = this.#value(option);
    const fact = this.#settings.facts.get(`${option} ${value}`);
    if (fact) return fact;
    if (/^-newer[aBcm]?t$/.test(option))
      throw new FindError(`I cannot figure out how to interpret '${value}' as a date or time`);
    throw new FindError(`'${value}': No such file or directory`);
  }

  #regex(option: string): Test {
    const pattern = this.#value(option);
    try {
      const source = posixToJs(pattern, { extended: this.#regexExtended, escapes: 'none' });
      const regex = new RegExp(`^(?:${source})$`, option === '-iregex' ? 'sui' : 'su');
      return ({ shown }) => regex.test(shown);
    } catch (error) {
      if (error instanceof RegexError)
        throw new FindError(`failed to compile regular expression '${pattern}': ${error.message}`);
      throw error;
    }
  }

  #primary(): Test {
    const word = this.#words[this.#at++];
    if (word === undefined) throw new FindError('expected an expression after the last operator');
    if (word === '(') {
      const inner = this.#comma();
      if (!this.#take(')'))
        throw new FindError(
          "invalid expression; I was expecting to find a ')' somewhere but did not see one.",
        );
      return inner;
    }
    if (/^-newer[aBcm][aBcmt]$/.test(word)) {
      const { mtimeMs } = this.#fact(word);
      return ({ stat }) => stat.mtimeMs > mtimeMs;
    }
    const action = this.#action(word);
    if (action) {
      this.hasAction ||= word !== '-prune';
      return action;
    }
    switch (word) {
      case '-name':
      case '-iname':
        return this.#glob(word, ({ name }) => name, word === '-iname');
      case '-path':
      case '-wholename':
      case '-ipath':
      case '-iwholename':
        return this.#glob(word, ({ shown }) => shown, word.startsWith('-i'));
      case '-lname':
      case '-ilname':
        return this.#glob(word, ({ target }) => target, word === '-ilname');
      case '-regex':
      case '-iregex':
        return this.#regex(word);
      case '-regextype':
        this.#regexExtended =
          !/basic|emacs|^ed$|grep$|sed/.test(this.#value(word)) ||
          /egrep|extended/.test(this.#words[this.#at - 1]!);
        return () => true;
      case '-type':
      case '-xtype': {
        const letters = this.#value(word).split(',');
        const unknown = letters.find((letter) => !/^[bcdflps]$/.test(letter));
        if (unknown !== undefined) throw new FindError(`Unknown argument to ${word}: ${unknown}`);
        return ({ stat }) => letters.includes(kindLetter(stat));
      }
      case '-empty':
        return (visit) =>
          visit.stat.kind === 'directory'
            ? this.#actions.isEmptyFolder(visit)
            : visit.stat.kind === 'file' && visit.stat.size === 0;
      case '-size': {
        const text = this.#value(word);
        const test = sizeTest(text);
        if (!test) throw new FindError(`Invalid argument \`${text}' to -size`);
        return test;
      }
      case '-perm': {
        const text = this.#value(word);
        const test = permTest(text, (mode) => modeFrom(mode, 0));
        if (!test) throw new FindError(`invalid mode '${text}'`);
        return test;
      }
      case '-newer':
      case '-anewer':
      case '-cnewer': {
        const { mtimeMs } = this.#fact(word);
        return ({ stat }) => stat.mtimeMs > mtimeMs;
      }
      case '-samefile': {
        const { path } = this.#fact(word);
        return (visit) => visit.path === path;
      }
      case '-mtime':
      case '-atime':
      case '-ctime':
        return this.#age(word, dayMs);
      case '-mmin':
      case '-amin':
      case '-cmin':
        return this.#age(word, 60_000);
      case '-links': {
        const holds = this.#count(word);
        return ({ stat }) => holds(stat.kind === 'directory' ? 2 : 1);
      }
      case '-uid':
      case '-gid': {
        const holds = this.#count(word);
        return () => holds(1000);
      }
      case '-user':
      case '-group': {
        const name = this.#value(word);
        return () => name === 'user' || name === '1000';
      }
      case '-inum':
        this.#count(word);
        return () => false;
      case '-nouser':
      case '-nogroup':
      case '-false':
        return () => false;
      case '-true':
        return () => true;
      case '-readable':
        return ({ stat }) => (stat.mode & 0o400) !== 0;
      case '-writable':
        return ({ stat }) => (stat.mode & 0o200) !== 0;
      case '-executable':
        return ({ stat }) => stat.kind === 'directory' || (stat.mode & 0o111) !== 0;
      case '-maxdepth':
      case '-mindepth': {
        const text = this.#value(word);
        if (!/^\d+$/.test(text))
          throw new FindError(`Expected a positive decimal integer argument to ${word}, but got '${text}'`);
        if (word === '-maxdepth') this.#settings.maxdepth = Number(text);
        else this.#settings.mindepth = Number(text);
        return () => true;
      }
      case '-depth':
      case '-d':
        this.#settings.depthFirst = true;
        return () => true;
      case '-daystart':
        this.#dayStart = true;
        return () => true;
      case '-follow':
      case '-mount':
      case '-xdev':
      case '-noleaf':
      case '-warn':
      case '-nowarn':
      case '-ignore_readdir_race':
      case '-noignore_readdir_race':
        return () => true;
      default:
        if (word.startsWith('-')) throw new FindError(`unknown predicate \`${word}'`);
        throw new FindError(`paths must precede expression: \`${word}'`);
    }
  }

  #action(word: string): Test | null {
    const actions = this.#actions;
    switch (word) {
      case '-print':
        return (visit) => actions.print(`${visit.shown}\n`);
      case '-print0':
        return (visit) => actions.print(`${visit.shown}\0`);
      case '-printf': {
        const format = this.#value(word);
        return (visit) => actions.printf(format, visit);
      }
      case '-fprint': {
        const file = this.#value(word);
        return (visit) => actions.printTo(file, `${visit.shown}\n`);
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
      const next = this.#words[this.#at++];
      if (next === undefined) throw new FindError(`missing argument to \`${word}'`);
      if (next === ';') break;
      if (next === '+' && argv.at(-1) === '{}') return this.#actions.gathered(argv.slice(0, -1), inFolder);
      argv.push(next);
    }
    if (argv.length === 0) throw new FindError(`missing argument to \`${word}'`);
    // Nobody is there to answer the question of `-ok`.
    if (word.startsWith('-ok')) return () => false;
    return (visit) => this.#actions.run(argv, visit, inFolder);
  }
}
