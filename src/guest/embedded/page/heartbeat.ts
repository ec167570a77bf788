const beatMs = 200;
const patienceMs = 1100;
/** Nothing runs yet in a guest that starts, and its thread is busy with just that: for seconds on a slow machine. */
const startPatienceMs = 20_000;
/** So many beats after the first doubt, in which the page asks the guest itself. */
const checks = 2;
/** Silence is none while it is not longer than so many times the slowest of the guest's latest answers. */
const answersOfPatience = 4;
/** How late the answers of a guest are expected that needed so long for its start: 2 s of it change nothing. */
const answerOfStart = 1 / 8;
/** What the slowest answer counts with each one after it: half after 7 s. */
const fadingPerAnswer = 0.98;

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
 *
 * A scheduler wakes a watcher that mostly sleeps before a guest whose programs spin (Chromium runs the main thread of a
 * frame that is not rendered at nice 5 and its workers at 0), so the lateness of beats alone does
 * not tell of a starved machine; how late the guest's latest answers came does (as in an accrual failure detector,
 * Hayashibara 2004).
 */
export class Heartbeat {
  readonly #parts: HeartbeatParts;
  readonly #timer: ReturnType<typeof setInterval>;
  #silentMs = 0;
  #latenessMs = 0;
  #lastBeatMs = performance.now();
  #pageAnswered = true;
  #hasStarted = false;
  /** The time of the watcher's beats, and when in it each unanswered beat was sent. */
  #beatClockMs = 0;
  readonly #sentMs: number[] = [];
  #slowestAnswerMs = 0;
  #state: 'lives' | 'doubted' | 'dead' = 'lives';

  constructor(parts: HeartbeatParts) {
    this.#parts = parts;
    this.#timer = setInterval(() => this.#beat(), beatMs);
  }

  /** The guest has started: from now on its silence is noticed within two seconds, if it answers as fast as usual. */
  guestReady(): void {
    this.#hasStarted = true;
    // Nothing is known of its answers yet, but of the machine: how long it took to start.
    this.#slowestAnswerMs = this.#beatClockMs * answerOfStart;
    // What was sent before waited for its start.
    this.#sentMs.fill(Number.POSITIVE_INFINITY);
    this.guestAnswered();
  }

  /** The answer to the oldest beat that had none. */
  beatAnswered(): void {
    const sentMs = this.#sentMs.shift();
    const answerMs = this.#clockMs() - (sentMs ?? Number.POSITIVE_INFINITY);
    this.#slowestAnswerMs = Math.max(this.#slowestAnswerMs * fadingPerAnswer, answerMs);
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
    this.#beatClockMs += Math.min(sinceMs, beatMs);
    const overMs = this.#silentMs - this.#latenessMs - this.#patienceMs();
    if (this.#state === 'lives' && overMs > 0) {
      this.#state = 'doubted';
      this.#parts.onDoubt();
    } else if (this.#state === 'doubted' && overMs > checks * beatMs) {
      this.#state = 'dead';
      this.#parts.onDeath(this.#silentMs);
    }
    this.#sentMs.push(this.#beatClockMs);
    this.#parts.ping();
  }

  #clockMs(): number {
    return this.#beatClockMs + Math.min(performance.now() - this.#lastBeatMs, beatMs);
  }

  #patienceMs(): number {
    if (!this.#hasStarted) return startPatienceMs;
    return Math.min(startPatienceMs, Math.max(patienceMs, answersOfPatience * this.#slowestAnswerMs));
  }
}
