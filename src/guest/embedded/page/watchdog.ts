/** After a report of silence the page asks so many times itself, and waits so long for each answer. */
const checks = 2;
const checkMs = 150;

interface WatchdogParts {
  /** The kernel's port for beats; taken over. */
  readonly port: MessagePort;
  /** Asks the kernel on the page's own port; resolves with its answer, never without. */
  readonly ask: () => Promise<void>;
  readonly onSilence: (silentMs: number) => void;
}

/**
 * Notices within two seconds that the guest is gone: a process that ends closes its ports without a word (Chromium
 * 156), so silence is what tells. A worker listens; what it reports the page checks twice itself, for both may just
 * have woken up from a sleep that the guest has not noticed yet.
 */
export class Watchdog {
  readonly #worker: Worker;
  readonly #parts: WatchdogParts;
  #isOver = false;

  constructor(parts: WatchdogParts) {
    this.#parts = parts;
    this.#worker = new Worker(new URL('./watchdogWorker.ts', import.meta.url), {
      type: 'module',
      name: 'guest-watchdog',
    });
    this.#worker.onmessage = ({ data }: MessageEvent<number>) => void this.#check(data);
    this.#worker.postMessage(null, [parts.port]);
  }

  dispose(): void {
    this.#isOver = true;
    this.#worker.terminate();
  }

  async #check(silentMs: number): Promise<void> {
    const fromMs = performance.now();
    for (let count = 0; count < checks; count++) {
      if (await this.#answers()) {
        this.#worker.postMessage(null);
        return;
      }
    }
    if (!this.#isOver) this.#parts.onSilence(silentMs + performance.now() - fromMs);
  }

  #answers(): Promise<boolean> {
    return new Promise((resolve) => {
      void this.#parts.ask().then(() => resolve(true));
      // An answer that is there already when a late timer fires is in the queue before it.
      setTimeout(() => setTimeout(() => resolve(false)), checkMs);
    });
  }
}
