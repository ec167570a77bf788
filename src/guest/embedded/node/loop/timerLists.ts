import type { Timeout } from './timers.ts';

/** Timers of one length, in the order in which they fall due. */
interface TimerList {
  readonly ms: number;
  readonly timers: Set<Timeout>;
}

/**
 * Timers as Node keeps them: one list for each length, the list whose first timer is due earliest goes first and is
 * emptied of all that is due. So of two timers that are both late the shorter one runs first.
 */
export class TimerLists {
  readonly #lists = new Map<number, TimerList>();
  #current: TimerList | null = null;

  add(timer: Timeout): void {
    this.remove(timer);
    const ms = timer._idleTimeout;
    let list = this.#lists.get(ms);
    if (!list) {
      list = { ms, timers: new Set() };
      this.#lists.set(ms, list);
    }
    list.timers.add(timer);
  }

  remove(timer: Timeout): void {
    const list = this.#lists.get(timer._idleTimeout);
    if (!list?.timers.delete(timer) || list.timers.size > 0) return;
    this.#lists.delete(list.ms);
    if (this.#current === list) this.#current = null;
  }

  /** Takes the next timer that is due at `nowMs`; null where none is. */
  takeDue(nowMs: number): Timeout | null {
    const inCurrent = this.#current && firstOf(this.#current);
    if (inCurrent && dueMs(inCurrent) <= nowMs) return this.#take(inCurrent);
    this.#current = this.#earliest();
    const first = this.#current && firstOf(this.#current);
    if (first && dueMs(first) <= nowMs) return this.#take(first);
    this.#current = null;
    return null;
  }

  /** The timer that is due earliest, null where there is none. */
  get next(): Timeout | null {
    const list = this.#earliest();
    return list && firstOf(list);
  }

  /** One list is being emptied. */
  get isInList(): boolean {
    return this.#current !== null;
  }

  get hasRefed(): boolean {
    for (const { timers } of this.#lists.values())
      for (const timer of timers) if (timer.hasRef()) return true;
    return false;
  }

  #take(timer: Timeout): Timeout {
    const list = this.#current;
    this.remove(timer);
    if (list && list.timers.size > 0) this.#current = list;
    return timer;
  }

  #earliest(): TimerList | null {
    let best: TimerList | null = null;
    let bestDueMs = Number.POSITIVE_INFINITY;
    for (const list of this.#lists.values()) {
      const first = firstOf(list);
      if (first && dueMs(first) < bestDueMs) {
        best = list;
        bestDueMs = dueMs(first);
      }
    }
    return best;
  }
}

function firstOf(list: TimerList): Timeout | null {
  for (const timer of list.timers) return timer;
  return null;
}

function dueMs(timer: Timeout): number {
  return timer._idleStart + timer._idleTimeout;
}
