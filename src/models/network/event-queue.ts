import type { ModelEvent } from '../port.ts';

/** Events that have come and one reader that waits for them. */
export class EventQueue {
  #events: ModelEvent[] = [];
  /** Of the next one: to take the first of a long list away moves all the others. */
  #at = 0;
  #wake: (() => void) | null = null;

  push(event: ModelEvent): void {
    this.#events.push(event);
    this.#wake?.();
    this.#wake = null;
  }

  async next(): Promise<ModelEvent> {
    for (;;) {
      const event = this.#events[this.#at];
      if (event !== undefined) {
        this.#at += 1;
        return event;
      }
      this.#events = [];
      this.#at = 0;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
