import type { JsonValue } from '../../core/index.ts';
import type { Guest } from '../port.ts';
import type { CheckGroup, ConformanceCheck } from './check.ts';
import { isSameJson } from './sameJson.ts';

/** What came of one check. */
export interface CheckResult {
  readonly name: string;
  readonly group: CheckGroup;
  /** `no-answer`: it did not end in time. `stopped`: the user wished it. */
  readonly verdict: 'kept' | 'differs' | 'no-answer' | 'stopped';
  readonly expected: JsonValue;
  /** What the guest gave; a sentence where it gave none. */
  readonly got: JsonValue;
  readonly ms: number;
}

/** Longer than any check takes on a busy machine. */
const patienceMs = 45_000;

export interface ConformanceRunOptions {
  /** Starts a guest of the kind under test. Called again after each end of one. */
  readonly boot: () => Promise<Guest>;
  readonly patienceMs?: number;
}

/**
 * Checks on one guest after the other: a check that did not end in time, or that the guest did not survive, leaves a
 * new guest to the next. Never rejects.
 */
export class ConformanceRun {
  readonly #options: ConformanceRunOptions;
  #guest: Guest | null = null;
  #count = 0;

  constructor(options: ConformanceRunOptions) {
    this.#options = options;
  }

  /** The guest that checks run on now; started when it is first asked for. */
  async guest(): Promise<Guest> {
    if (!this.#guest) {
      const guest = await this.#options.boot();
      this.#guest = guest;
      guest.onDeath(() => {
        if (this.#guest === guest) this.#guest = null;
      });
    }
    return this.#guest;
  }

  async #restart(): Promise<Guest> {
    this.end();
    return this.guest();
  }

  async run(check: ConformanceCheck, signal?: AbortSignal): Promise<CheckResult> {
    const { name, group, expected } = check;
    let startedMs = performance.now();
    const result = (verdict: CheckResult['verdict'], got: JsonValue): CheckResult => ({
      name,
      group,
      verdict,
      expected,
      got,
      ms: performance.now() - startedMs,
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      if (signal?.aborted) return result('stopped', 'stopped');
      const guest = await this.guest();
      const dir = `${guest.dirs.tmp}/check-${++this.#count}`;
      await guest.fs.mkdir(dir);
      startedMs = performance.now();
      const late = new Promise<CheckResult>((resolve) => {
        const limitMs = this.#options.patienceMs ?? patienceMs;
        timer = setTimeout(
          () => resolve(result('no-answer', `no answer within ${limitMs / 1000} s`)),
          limitMs,
        );
        signal?.addEventListener('abort', () => resolve(result('stopped', 'stopped')), { once: true });
      });
      const work = check
        .run({ guest, dir, restart: () => this.#restart() })
        .then((got) => result(isSameJson(got, expected) ? 'kept' : 'differs', got));
      const first = await Promise.race([work, late]);
      if (first.verdict === 'no-answer' || first.verdict === 'stopped') {
        work.catch(() => undefined);
        this.end();
      } else if (this.#guest === guest) await guest.fs.rm(dir);
      return first;
    } catch (error) {
      // What it left running must not disturb the next one.
      this.end();
      return result('differs', error instanceof Error ? error.message : String(error));
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends the guest; a check after this gets a new one. */
  end(): void {
    this.#guest?.dispose();
    this.#guest = null;
  }
}
