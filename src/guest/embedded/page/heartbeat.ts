const beatMs = 200;
const patienceMs = 1100;
/** Nothing runs yet in a guest that starts, and its thread is busy with just that: for seconds on a slow machine. */
const startPatienceMs = 20_000;
/** So many beats after the first doubt, in which the page asks the guest itself. */
const checks = 2;

interface HeartbeatParts {
  /** Asks the guest and the page whether they are there. */
  readonly ping: () => void;
  /** The guest may be gone; once for each silence. */
  readonly onDoubt: () => void;
  /** Nor did it answer since; once for each silence. */
  readonly onDeath: (silentMs: number) => void;
}

/**
 * Notices that the guest fell silent. Silence is measured in the watcher's own beats: a beat that comes late
 * (the machine was busy, the tab slept) counts as one beat, not as the time it took, and makes the patience
 * longer, because a machine that starves the watcher starves the guest too. A beat that the page did not answer either
 * does not count: WebKit (2.50) runs the guest's frame on the page's thread, so that both are silent while one is busy.
 */
export class Heartbeat {
  readonly #parts: HeartbeatParts;
  readonly #timer: ReturnType<typeof setInterval>;
  #silentMs = 0;
  #latenessMs = 0;
  #lastBeatMs = performance.now();
  #pageAnswered = true;
  #patienceMs = startPatienceMs;
  #state: 'lives' | 'doubted' | 'dead' = 'lives';

  constructor(parts: HeartbeatParts) {
    this.#parts = parts;
    this.#timer = setInterval(() => this.#beat(), beatMs);
  }

  /** The guest has started: from now on its silence is noticed within two seconds. */
  guestReady(): void {
    this.#patienceMs = patienceMs;
    this.guestAnswered();
  }

  guestAnswered(): void {
    this.#silentMs = 0;
    this.#latenessMs = 0;
    this.#state = 'lives';
  }

  pageAnswered(): void {
    this.#pageAnswered = true;
  }

  dispose(): void {
    clearInterval(this.#timer);
  }

  #beat(): void {
    const nowMs = performance.now();
    const sinceMs = nowMs - this.#lastBeatMs;
    this.#lastBeatMs = nowMs;
    if (this.#pageAnswered) this.#silentMs += Math.min(sinceMs, beatMs);
    this.#pageAnswered = false;
    this.#latenessMs += Math.max(0, sinceMs - beatMs);
    const overMs = this.#silentMs - this.#latenessMs - this.#patienceMs;
    if (this.#state === 'lives' && overMs > 0) {
      this.#state = 'doubted';
      this.#parts.onDoubt();
    } else if (this.#state === 'doubted' && overMs > checks * beatMs) {
      this.#state = 'dead';
      this.#parts.onDeath(this.#silentMs);
    }
    this.#parts.ping();
  }
}
