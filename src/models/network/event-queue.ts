import type { ModelEvent } from '../port.ts';

/** Events that have come and one reader that waits for them. */
export class EventQueue {
  readonly #events: ModelEvent[] = [];
  #wake: (() => void) | null = null;

  push(event: ModelEvent): void {
    this.#events.push(event);
    this.#wake?.();
    this.#wake = null;
  }

  async next(): Promise<ModelEvent> {
    for (;;) {
      const event = this.#events.shift();
      if (event !== undefined) return event;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
