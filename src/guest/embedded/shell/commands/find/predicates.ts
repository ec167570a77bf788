import type { FileStat } from '../../../../port.ts';
import { modeFrom } from '../extra/mode.ts';
import { globToJs } from '../text/glob.ts';
import { posixToJs, RegexError } from '../text/posixRegex.ts';
import type { FindActions } from './actions.ts';
import { kindLetter, permTest, sizeTest, type Test, type Visit } from './tests.ts';
import { FindError, type FindWords } from './words.ts';

/** What is known of a file that a test compares with. */
export interface Fact {
  readonly mtimeMs: number;
  readonly path: string;
  readonly shared?: FileStat['shared'];
}

export interface FindSettings {
  readonly nowMs: number;
  mindepth: number;
  maxdepth: number;
  depthFirst: boolean;
  /** The time that `-newer`, `-newermt`, `-samefile` look up, by what was typed. */
  readonly facts: ReadonlyMap<string, Fact>;
}

const dayMs = 86_400_000;

/** Parses what asks about a file (`-name`, `-size`), and the options that stand among it (`-maxdepth`). */
export class Predicates {
  readonly #words: FindWords;
  readonly #settings: FindSettings;
  readonly #actions: FindActions;
  #regexType = 'emacs';
  #dayStart = false;

  constructor(words: FindWords, settings: FindSettings, actions: FindActions) {
    this.#words = words;
    this.#settings = settings;
    this.#actions = actions;
  }

  /** The test that `word`, which has just been read, begins. Throws a FindError where there is none. */
  parse(word: string): Test {
    if (/^-newer[aBcm][aBcmt]$/.test(word)) {
      const { mtimeMs } = this.#fact(word);
      return ({ stat }) => stat.mtimeMs > mtimeMs;
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
        this.#regexType = this.#words.value(word);
        return () => true;
      case '-type':
      case '-xtype': {
        const letters = this.#words.value(word).split(',');
        const unknown = letters.find((letter) => !/^[bcdflps]$/.test(letter));
        if (unknown !== undefined) throw new FindError(`Unknown argument to ${word}: ${unknown}`);
        if (word === '-type') return ({ stat }) => letters.includes(kindLetter(stat));
        return async (visit) => letters.includes(kindLetter(await this.#actions.followed(visit)));
      }
      case '-empty':
        return (visit) =>
          visit.stat.kind === 'directory'
            ? this.#actions.isEmptyFolder(visit)
            : visit.stat.kind === 'file' && visit.stat.size === 0;
      case '-size': {
        const text = this.#words.value(word);
        const test = sizeTest(text);
        const unit = /^[-+]?\d+(.)$/su.exec(text)?.[1];
        if (!test && unit !== undefined) throw new FindError(`invalid -size type \`${unit}'`);
        if (!test) throw new FindError(`Invalid argument \`${text}' to -size`);
        return test;
      }
      case '-perm': {
        const text = this.#words.value(word);
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
        const { path, shared } = this.#fact(word);
        return (visit) =>
          visit.path === path || (shared !== undefined && visit.stat.shared?.inode === shared.inode);
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
        const holds = this.#words.count(word);
        return ({ stat }) => holds(stat.kind === 'directory' ? 2 : (stat.shared?.links ?? 1));
      }
      case '-uid':
      case '-gid': {
        const holds = this.#words.count(word);
        return () => holds(1000);
      }
      case '-user':
      case '-group': {
        const name = this.#words.value(word);
        if (!/^(user|root|\d+)$/.test(name))
          throw new FindError(
            word === '-user'
              ? `'${name}' is not the name of a known user`
              : `'${name}' is not the name of an existing group`,
          );
        return () => name === 'user' || name === '1000';
      }
      case '-inum':
        this.#words.count(word);
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
        const text = this.#words.value(word);
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

  #glob(option: string, of: (visit: Visit) => string | null, ignoresCase: boolean): Test {
    const regex = new RegExp(`^(?:${globToJs(this.#words.value(option))})$`, ignoresCase ? 'sui' : 'su');
    return (visit) => {
      const text = of(visit);
      return text !== null && regex.test(text);
    };
  }

  #age(option: string, unitMs: number): Test {
    // Minutes are rounded up, but `-1` is what is younger than one.
    const roundsUp = option.endsWith('min') && !this.#words.ahead?.startsWith('-');
    const holds = this.#words.count(option);
    const { nowMs } = this.#settings;
    const now = this.#dayStart ? Math.ceil(nowMs / dayMs) * dayMs : nowMs;
    return ({ stat }) => {
      const age = (now - stat.mtimeMs) / unitMs;
      return holds(roundsUp ? Math.ceil(age) : Math.floor(age));
    };
  }

  #fact(option: string): Fact {
    const value = this.#words.value(option);
    const fact = this.#settings.facts.get(`${option} ${value}`);
    if (fact) return fact;
    if (/^-newer[aBcm]?t$/.test(option))
      throw new FindError(`I cannot figure out how to interpret '${value}' as a date or time`);
    throw new FindError(`'${value}': No such file or directory`);
  }

  #regex(option: string): Test {
    const pattern = this.#words.value(option);
    try {
      const source = posixToJs(basicOf(pattern, this.#regexType), {
        extended: isExtended(this.#regexType),
        escapes: 'none',
      });
      const regex = new RegExp(`^(?:${source})$`, option === '-iregex' ? 'sui' : 'su');
      return ({ shown }) => regex.test(shown);
    } catch (error) {
      if (error instanceof RegexError)
        throw new FindError(`failed to compile regular expression '${pattern}': ${error.message}`);
      throw error;
    }
  }
}

/** Emacs' expressions, the usual ones, are basic ones in which `+` and `?` count without a backslash. */
function basicOf(pattern: string, regexType: string): string {
  if (!/emacs|findutils-default/.test(regexType)) return pattern;
  return pattern.replace(/\\[\s\S]|\[\^?\]?[^\]]*\]|[+?]/g, (found) =>
    /^[+?]$/.test(found) ? `\\${found}` : found,
  );
}

function isExtended(regexType: string): boolean {
  return !/basic|emacs|^ed$|grep$|sed/.test(regexType) || /egrep|extended/.test(regexType);
}
