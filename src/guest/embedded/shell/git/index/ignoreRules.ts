import type { FileOps } from '../../../files/index.ts';
import { globSource } from './glob.ts';

interface Rule {
  readonly pattern: RegExp;
  readonly negated: boolean;
  readonly onlyFolders: boolean;
  /** The folder of its file, empty or ending in `/`; it says nothing about what is elsewhere. */
  readonly base: string;
}

function parseRule(line: string, base: string): Rule | null {
  let text = line.replace(/\r$/, '').replace(/(?<!\\) +$/, '');
  if (text === '' || text.startsWith('#')) return null;
  const negated = text.startsWith('!');
  if (negated) text = text.slice(1);
  if (text.startsWith('\\')) text = text.slice(1);
  const onlyFolders = text.endsWith('/');
  if (onlyFolders) text = text.slice(0, -1);
  // With a slash in front or inside it is about one place, else about any depth.
  const anchored = text.includes('/');
  const source = globSource(text.replace(/^\//, ''), false);
  return { pattern: new RegExp(`^${anchored ? '' : '(?:.*/)?'}${source}$`), negated, onlyFolders, base };
}

/** Rules of `.gitignore` files and `.git/info/exclude`: of those that match a path the last one counts. */
export class IgnoreRules {
  readonly #rules: readonly Rule[];

  constructor(rules: readonly Rule[] = []) {
    this.#rules = rules;
  }

  /** These rules and those of a file for the folder `base` (empty or ending in `/`). */
  async with(files: FileOps, path: string, base: string): Promise<IgnoreRules> {
    let text: string;
    try {
      text = new TextDecoder().decode(await files.readFile(path));
    } catch {
      return this;
    }
    return this.withText(text, base);
  }

  withText(text: string, base: string): IgnoreRules {
    const added = text.split('\n').flatMap((line) => parseRule(line, base) ?? []);
    return new IgnoreRules([...this.#rules, ...added]);
  }

  /** Of a path whose folders are not ignored themselves. */
  ignores(path: string, isFolder: boolean): boolean {
    const rule = this.#rules.findLast(
      ({ pattern, onlyFolders, base }) =>
        (isFolder || !onlyFolders) && path.startsWith(base) && pattern.test(path.slice(base.length)),
    );
    return rule !== undefined && !rule.negated;
  }
}
