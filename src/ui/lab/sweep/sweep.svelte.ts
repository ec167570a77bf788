import type { ProfileRef, TokenCounter, TokenEncoding } from '../../../core/index.ts';
import type { Series } from '../../kit/chartLines.ts';
import { formatProfile } from '../address/profileCode.ts';
import type { LabClient } from '../work/labClient.ts';
import { logSizes } from '../work/labWork.ts';

export const SWEEP_FROM_BYTES = 1024;
export const SWEEP_TO_BYTES = 1024 * 1024;
export const SWEEP_SIZES = 40;

/** One run over all sizes: views first, then their tokens, smallest outputs first. */
export class Sweep {
  readonly sizes = logSizes(SWEEP_FROM_BYTES, SWEEP_TO_BYTES, SWEEP_SIZES);
  readonly #keys: readonly string[];
  readonly #tokens: (number | null)[][];
  #series = $state.raw<readonly Series[]>([]);
  #points = $state.raw(0);
  #spentMs = $state.raw(0);
  #counted = $state.raw(0);
  #failure = $state.raw<string | null>(null);
  #gone = false;
  #frame = 0;

  constructor(
    client: LabClient,
    private readonly counter: TokenCounter,
    refs: readonly ProfileRef[],
    private readonly encoding: TokenEncoding,
  ) {
    this.#keys = refs.map(formatProfile);
    this.#tokens = refs.map(() => this.sizes.map(() => null));
    this.#draw();
    const texts: (readonly string[])[] = [];
    client.sweep(refs, this.sizes, {
      point: (at, point, spentMs) => {
        if (this.#gone) return;
        texts[at] = point.texts;
        this.#points = at + 1;
        this.#spentMs = spentMs;
        if (this.#points === this.sizes.length) void this.#count(texts);
      },
    });
  }

  get series() {
    return this.#series;
  }
  /** Sizes whose views are worked out. */
  get points() {
    return this.#points;
  }
  get spentMs() {
    return this.#spentMs;
  }
  get counted() {
    return this.#counted;
  }
  get toCount() {
    return this.sizes.length * this.#keys.length;
  }
  get failure() {
    return this.#failure;
  }

  async #count(texts: readonly (readonly string[])[]): Promise<void> {
    // Many profiles give a small output whole: each text is counted once.
    const known = new Map<string, number>();
    try {
      for (const [size, ofSize] of texts.entries()) {
        for (const [profile, text] of ofSize.entries()) {
          const tokens = known.get(text) ?? (await this.counter.count(text, this.encoding));
          if (this.#gone) return;
          known.set(text, tokens);
          const line = this.#tokens[profile];
          if (line) line[size] = tokens;
          this.#later();
        }
        known.clear();
      }
    } catch (error) {
      if (!this.#gone) this.#failure = error instanceof Error ? error.message : String(error);
    }
  }

  /** Numbers arrive faster than anybody can look. */
  #later(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  #draw(): void {
    let counted = 0;
    this.#series = this.#keys.map((key, profile) => ({
      key,
      points: this.sizes.map((x, at) => {
        const y = this.#tokens[profile]?.[at] ?? null;
        if (y !== null) counted++;
        return { x, y };
      }),
    }));
    this.#counted = counted;
  }

  dispose(): void {
    this.#gone = true;
    cancelAnimationFrame(this.#frame);
  }
}
