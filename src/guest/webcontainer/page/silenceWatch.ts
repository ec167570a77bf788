/** How often an answer is asked for, milliseconds. */
export const askEveryMs = 5_000;
/** So many times in a row in vain, and as often again for each MiB that is still on its way there. */
export const mostInVain = 8;
const bytesPerAsk = 1024 * 1024;

interface SilenceWatchParts {
  readonly ask: () => void;
  readonly onSilence: (silentMs: number) => void;
}

/**
 * Notices a far side that says nothing any more, by asking it. Looks are counted and not the time between them, so that
 * a page that slept, or whose timers are slowed, waits for an answer as well.
 */
export class SilenceWatch {
  readonly #parts: SilenceWatchParts;
  readonly #timer: ReturnType<typeof setInterval>;
  #inVain = 0;
  #bytesSent = 0;

  constructor(parts: SilenceWatchParts) {
    this.#parts = parts;
    this.#timer = setInterval(() => this.#look(), askEveryMs);
  }

  heard(): void {
    this.#inVain = 0;
    this.#bytesSent = 0;
  }

  sent(bytes: number): void {
    this.#bytesSent += bytes;
  }

  dispose(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    if (this.#inVain >= mostInVain + Math.floor(this.#bytesSent / bytesPerAsk)) {
      this.dispose();
      this.#parts.onSilence(this.#inVain * askEveryMs);
      return;
    }
    this.#inVain += 1;
    this.#parts.ask();
  }
}
