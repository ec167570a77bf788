import { ChunkedBytes } from './chunkedBytes.ts';
import type { SpaceBudget } from './spaceBudget.ts';

/**
 * Copies of running commands' output, by process id. They are no part of the tree, so no path and no glob
 * reaches one before it is adopted.
 */
export class Spools {
  readonly #byPid = new Map<number, { readonly content: ChunkedBytes; whole: boolean }>();
  readonly #budget: SpaceBudget;

  constructor(budget: SpaceBudget) {
    this.#budget = budget;
  }

  open(pid: number): void {
    this.drop(pid);
    this.#byPid.set(pid, { content: new ChunkedBytes(), whole: true });
  }

  /**
   * Adds the run's bytes that start at `start`, and takes them over. What is there already is skipped; a gap, or a full disk,
   * makes the spool useless, which `take` then says.
   */
  append(pid: number, start: number, bytes: Uint8Array): void {
    const spool = this.#byPid.get(pid);
    if (!spool?.whole) return;
    const known = spool.content.size - start;
    if (known < 0) {
      this.#giveUp(spool);
      return;
    }
    if (known >= bytes.length) return;
    const fresh = bytes.subarray(known);
    try {
      this.#budget.replace(0, fresh.length, 'spool');
    } catch {
      this.#giveUp(spool);
      return;
    }
    spool.content.adopt(fresh);
  }

  /** Bytes so far; null where there is no spool or it is useless. */
  sizeOf(pid: number): number | null {
    const spool = this.#byPid.get(pid);
    return spool?.whole ? spool.content.size : null;
  }

  /**
   * The first `bytes` of the content, handed over with what they hold in the budget; null unless they are there.
   * A killed command may have spooled more than anybody saw, and the page more than its last word said: the one
   * who takes knows how much there is.
   */
  take(pid: number, bytes: number): ChunkedBytes | null {
    const spool = this.#byPid.get(pid);
    if (!spool?.whole || spool.content.size < bytes) return null;
    this.#byPid.delete(pid);
    this.#budget.replace(spool.content.size, bytes, 'spool');
    spool.content.truncate(bytes);
    return spool.content;
  }

  drop(pid: number): void {
    const spool = this.#byPid.get(pid);
    if (!spool) return;
    this.#giveUp(spool);
    this.#byPid.delete(pid);
  }

  #giveUp(spool: { readonly content: ChunkedBytes; whole: boolean }): void {
    this.#budget.replace(spool.content.size, 0, 'spool');
    spool.content.truncate(0);
    spool.whole = false;
  }
}
