/** How fast a film goes; `instant` shows the rest at once. */
export const filmSpeeds = [0.5, 1, 2, 4, 'instant'] as const;
export type FilmSpeed = (typeof filmSpeeds)[number];

/** Calls back after so many milliseconds unless it is cancelled. */
export type FilmTimer = (ms: number, action: () => void) => () => void;

const onTimeout: FilmTimer = (ms, action) => {
  const timer = setTimeout(action, ms);
  return () => clearTimeout(timer);
};

export interface FilmOptions {
  /** Milliseconds that each entry stays, at speed 1. */
  readonly times: () => readonly number[];
  /** Asked before an entry is shown; the film pauses where it gives false. */
  readonly before?: (index: number) => Promise<boolean>;
  readonly timer?: FilmTimer;
}

/**
 * Shows a conversation entry by entry, as it happened, from what is there: no guest, no network. Off, everything is shown.
 */
export class Film {
  #isOn = $state(false);
  #isPlaying = $state(false);
  /** How many entries are shown while it is on. */
  #shown = $state(0);
  #speed = $state<FilmSpeed>(1);
  /** An entry is being asked about. */
  #isWaiting = $state(false);
  #cancel: (() => void) | null = null;
  /** Rises with each command, so that what an earlier one waits for is left. */
  #turn = 0;
  readonly #timer: FilmTimer;

  constructor(private readonly options: FilmOptions) {
    this.#timer = options.timer ?? onTimeout;
  }

  get isOn() {
    return this.#isOn;
  }
  get isPlaying() {
    return this.#isPlaying;
  }
  get isWaiting() {
    return this.#isWaiting;
  }
  get speed() {
    return this.#speed;
  }
  get length(): number {
    return this.options.times().length;
  }
  /** How many entries are shown. */
  get shown(): number {
    return this.#isOn ? Math.min(this.#shown, this.length) : this.length;
  }

  /** Begins with the first entry, or goes on; from the end it begins again. */
  play(): void {
    if (!this.#isOn || this.#shown >= this.length) this.#shown = 0;
    this.#isOn = true;
    this.#isPlaying = true;
    this.#next();
  }

  pause(): void {
    this.#turn += 1;
    this.#cancel?.();
    this.#cancel = null;
    this.#isPlaying = false;
    this.#isWaiting = false;
  }

  toggle(): void {
    if (this.#isPlaying) this.pause();
    else this.play();
  }

  /** Shows the first `count` entries, at least one; goes on from there where it plays. */
  jump(count: number): void {
    const wasPlaying = this.#isPlaying;
    this.pause();
    this.#isOn = true;
    const wanted = Math.max(1, Math.min(count, this.length));
    if (wanted <= this.#shown || this.options.before === undefined) {
      this.#shown = wanted;
      this.#isPlaying = wasPlaying && wanted < this.length;
      if (this.#isPlaying) this.#wait();
    } else void this.#advance(wanted, wasPlaying);
  }

  step(by: 1 | -1): void {
    this.jump((this.#isOn ? this.#shown : 0) + by);
  }

  setSpeed(speed: FilmSpeed): void {
    this.#speed = speed;
    if (!this.#isPlaying || this.#isWaiting) return;
    this.#cancel?.();
    this.#wait();
  }

  /** Everything is shown again. */
  close(): void {
    this.pause();
    this.#isOn = false;
    this.#shown = 0;
  }

  dispose(): void {
    this.pause();
  }

  #next(): void {
    if (this.#speed === 'instant') void this.#advance(this.length, false);
    else void this.#advance(this.#shown + 1, true);
  }

  /** Shows entries up to `wanted`, each asked about first. */
  async #advance(wanted: number, goesOn: boolean): Promise<void> {
    const mine = ++this.#turn;
    const { before } = this.options;
    while (this.#shown < Math.min(wanted, this.length)) {
      if (before !== undefined) {
        this.#isWaiting = true;
        const may = await before(this.#shown).catch(() => false);
        if (mine !== this.#turn) return;
        this.#isWaiting = false;
        if (!may) {
          // What was found is shown, and nothing behind it.
          this.#shown += 1;
          this.#isPlaying = false;
          return;
        }
      }
      this.#shown += 1;
    }
    this.#isPlaying = goesOn && this.#shown < this.length;
    if (this.#isPlaying) this.#wait();
  }

  /** Waits as long as the last shown entry stays. */
  #wait(): void {
    if (this.#speed === 'instant') {
      this.#next();
      return;
    }
    const ms = (this.options.times()[this.#shown - 1] ?? 0) / this.#speed;
    this.#cancel = this.#timer(ms, () => this.#next());
  }
}
