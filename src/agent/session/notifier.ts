import type { RecordKey } from '../../core/index.ts';
import type { SessionChange } from '../port.ts';
import { type After, createBatcher } from '../timers.ts';

/** Listeners of growing text and live output are called at most 20 times a second. */
const notifyEveryMs = 50;

/** Tells listeners what changed: facts at once, what grows in batches. */
export class Notifier {
  readonly #listeners = new Set<(change: SessionChange) => void>();
  readonly #liveKeys = new Set<RecordKey>();
  readonly #status;
  readonly #live;

  constructor(after: After) {
    this.#status = createBatcher(after, notifyEveryMs, () => this.tell({ kind: 'status' }));
    this.#live = createBatcher(after, notifyEveryMs, () => this.#tellLive());
  }

  subscribe(listener: (change: SessionChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(change: SessionChange): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(change);
      } catch (error) {
        // A listener's fault must not stop the log: it is reported as an uncaught error of its own.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  /** The status changed in a way that may be looked at a little later. */
  statusGrew(): void {
    this.#status.poke();
  }

  liveGrew(key: RecordKey): void {
    this.#liveKeys.add(key);
    this.#live.poke();
  }

  silence(): void {
    this.#listeners.clear();
    this.#status.dispose();
    this.#live.dispose();
  }

  #tellLive(): void {
    const keys = [...this.#liveKeys];
    this.#liveKeys.clear();
    for (const key of keys) this.tell({ kind: 'live', key });
  }
}
