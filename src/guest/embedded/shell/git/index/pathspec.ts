import { die } from '../base/failure.ts';
import type { GitCall } from '../base/gitCall.ts';
import type { Repo } from '../base/repository.ts';
import { globSource } from './glob.ts';

interface Spec {
  readonly text: string;
  /** From the root, without a slash at its end. */
  readonly path: string;
  readonly excludes: boolean;
  readonly matches: (path: string) => boolean;
}

/** Which paths below the work tree a call is about. */
export class Pathspec {
  readonly #specs: readonly Spec[];

  constructor(specs: readonly Spec[]) {
    this.#specs = specs;
  }

  get isEmpty(): boolean {
    return this.#specs.length === 0;
  }

  matches(path: string): boolean {
    const wanted = this.#specs.filter(({ excludes }) => !excludes);
    if (wanted.length > 0 && !wanted.some(({ matches }) => matches(path))) return false;
    return !this.#specs.some(({ excludes, matches }) => excludes && matches(path));
  }

  /** Whether something below the folder (ending in `/`) may be meant. */
  mayMatchBelow(folder: string): boolean {
    return (
      this.#specs.every(({ excludes }) => excludes) ||
      this.#specs.some(
        ({ excludes, matches, path }) =>
          !excludes && (path.startsWith(folder) || matches(`${folder}x`) || /[*?[]/.test(path)),
      )
    );
  }

  /** The words that none of `paths` answers to, as they were given. */
  unmatched(paths: Iterable<string>): string[] {
    const left = new Set(this.#specs.filter(({ excludes }) => !excludes));
    for (const path of paths) {
      for (const spec of left) if (spec.matches(path)) left.delete(spec);
      if (left.size === 0) break;
    }
    return [...left].map(({ text }) => text);
  }
}

/** Words of the command line, read from where it was called. */
export function pathspecOf(git: GitCall, repo: Repo, words: readonly string[]): Pathspec {
  return new Pathspec(words.map((word) => specOf(git, repo, word)));
}

function specOf(git: GitCall, repo: Repo, word: string): Spec {
  const magic = /^:(?:\(([\w,]*)\)|([!^/]+):?)/.exec(word);
  const signs = magic?.[1]?.split(',') ?? [...(magic?.[2] ?? '')];
  const excludes = signs.some((sign) => sign === '!' || sign === '^' || sign === 'exclude');
  const fromTop = signs.some((sign) => sign === '/' || sign === 'top');
  const text = word.slice(magic?.[0].length ?? 0);
  const path = belowRoot(fromTop ? repo.root : git.cwd, repo, text, git);
  const folder = path === '' ? '' : `${path.replace(/\/$/, '')}/`;
  const glob = /[*?[]/.test(path)
    ? new RegExp(`^${globSource(path, !signs.includes('glob'))}(?:/.*)?$`)
    : null;
  const matches = (candidate: string) =>
    path === '' || candidate === path || candidate.startsWith(folder) || (glob?.test(candidate) ?? false);
  return { text: word, path: path.replace(/\/$/, ''), excludes, matches };
}

/** A path of the command line as one below the work tree; dies where it leads out of it. */
export function belowRoot(from: string, repo: Repo, word: string, git: GitCall): string {
  const absolute = word.startsWith('/') ? git.resolve(word) : git.resolve(`${from}/${word}`);
  if (absolute === repo.root) return '';
  const root = repo.root === '/' ? '/' : `${repo.root}/`;
  if (!absolute.startsWith(root)) die(`${word}: '${word}' is outside repository at '${repo.root}'`);
  return absolute.slice(root.length);
}
