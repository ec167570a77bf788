import { isWithin } from './paths.ts';

/** As many changes as are kept; who looks too late hears of the directory as a whole. */
const mostKept = 4096;

/** The latest changed paths in order, for those who look now and then (`fs.watch` of `node`). */
export class ChangeLog {
  readonly #paths: string[] = [];
  /** Count of all changes so far. */
  #now = 0;

  add(path: string): void {
    this.#now += 1;
    this.#paths.push(path);
    if (this.#paths.length > mostKept) this.#paths.shift();
  }

  /** Changes at `path` or below after number `since`, each path once, and the number of the latest. */
  below(path: string, since: number): { readonly now: number; readonly paths: readonly string[] } {
    const missed = Math.min(this.#now - since, this.#paths.length);
    const latest = missed > 0 ? this.#paths.slice(-missed) : [];
    return { now: this.#now, paths: [...new Set(latest.filter((each) => isWithin(each, path)))] };
  }
}
