const beatMs = 200;
const patienceMs = 1100;

/**
 * Notices that the guest fell silent. Silence is measured in the watcher's own beats: a beat that comes late
 * (the machine was busy, the tab slept) counts as one beat, not as the time it took, and makes the patience
 * longer, because a machine that starves the watcher starves the guest too.
 */
export class Heartbeat {
  readonly #ping: () => void;
  readonly #onSilence: (silentMs: number) => void;
  readonly #timer: ReturnType<typeof setInterval>;
  #silentMs = 0;
  #latenessMs = 0;
  #lastBeatMs = performance.now();
  #reported = false;

  /** `onSilence` is called once for each silence. */
  constructor(ping: () => void, onSilence: (silentMs: number) => void) {
    this.#ping = ping;
    this.#onSilence = onSilence;
    this.#timer = setInterval(() => this.#beat(), beatMs);
  }

  /** The guest answered. */
  answered(): void {
    this.#silentMs = 0;
    this.#latenessMs = 0;
    this.#reported = false;
  }

  dispose(): void {
    clearInterval(this.#timer);
  }

  #beat(): void {
    const nowMs = performance.now();
    const sinceMs = nowMs - this.#lastBeatMs;
    this.#lastBeatMs = nowMs;
    this.#silentMs += Math.min(sinceMs, beatMs);
    this.#latenessMs += Math.max(0, sinceMs - beatMs);
    if (this.#silentMs > patienceMs + this.#latenessMs && !this.#reported) {
      this.#reported = true;
      this.#onSilence(this.#silentMs);
    }
    this.#ping();
  }
}
