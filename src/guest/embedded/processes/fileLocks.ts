import type { LockOptions } from './contract.ts';

interface Lock {
  readonly id: number;
  readonly pid: number;
  readonly isShared: boolean;
}

interface Waiting extends Lock {
  readonly settle: (isHeld: boolean) => void;
}

interface LockedFile {
  held: Lock[];
  /** Who came first gets it first. */
  waiting: Waiting[];
}

/** Advisory locks on whole files, by path, which processes hold until they give them back or end. */
export class FileLocks {
  readonly #files = new Map<string, LockedFile>();
  #lastId = 0;

  /**
   * The lock's number for `release`; null where others held the file for `waitMs` milliseconds. `waitMs` null waits
   * for ever, and 0 not at all. Of a process that ends meanwhile it stays unsettled.
   */
  async take(pid: number, path: string, { isShared, waitMs }: LockOptions): Promise<number | null> {
    const file = this.#files.get(path) ?? { held: [], waiting: [] };
    this.#files.set(path, file);
    const id = ++this.#lastId;
    if (file.waiting.length === 0 && isFree(file, isShared)) {
      file.held.push({ id, pid, isShared });
      return id;
    }
    if (waitMs === 0) return null;
    return new Promise((resolve) => {
      const giveUp = () => {
        file.waiting = file.waiting.filter((each) => each.id !== id);
        resolve(null);
        this.#grant(path, file);
      };
      const timer = waitMs === null ? undefined : setTimeout(giveUp, waitMs);
      const settle = (isHeld: boolean) => {
        clearTimeout(timer);
        if (isHeld) resolve(id);
      };
      file.waiting.push({ id, pid, isShared, settle });
    });
  }

  /** Gives back one lock of the process; another's stays. */
  release(pid: number, id: number): void {
    for (const [path, file] of this.#files) {
      const kept = file.held.filter((lock) => lock.id !== id || lock.pid !== pid);
      if (kept.length === file.held.length) continue;
      file.held = kept;
      this.#grant(path, file);
    }
  }

  /** What the process held or waited for is the others' now. */
  ended(pid: number): void {
    for (const [path, file] of this.#files) {
      for (const waiting of file.waiting) if (waiting.pid === pid) waiting.settle(false);
      file.waiting = file.waiting.filter((lock) => lock.pid !== pid);
      file.held = file.held.filter((lock) => lock.pid !== pid);
      this.#grant(path, file);
    }
  }

  #grant(path: string, file: LockedFile): void {
    for (let next = file.waiting[0]; next && isFree(file, next.isShared); next = file.waiting[0]) {
      const { id, pid, isShared } = next;
      file.waiting.shift();
      file.held.push({ id, pid, isShared });
      next.settle(true);
    }
    if (file.held.length === 0 && file.waiting.length === 0) this.#files.delete(path);
  }
}

function isFree({ held }: LockedFile, forShared: boolean): boolean {
  return held.length === 0 || (forShared && held.every(({ isShared }) => isShared));
}
