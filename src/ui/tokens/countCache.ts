import type { AccountText, TokenCounter, TokenEncoding } from '../../core/index.ts';

/** Texts that wait for the counter at once: enough that it never waits for the page, few enough to give up soon. */
const AT_ONCE = 16;

/** More texts of one encoding than this are not kept for the next account. */
const MOST_TEXTS = 50_000;

interface Known {
  /** One part: by the text itself. */
  readonly whole: Map<string, readonly number[]>;
  /** Several: by the hash of the joined text and where it is cut. */
  readonly inParts: Map<string, readonly number[]>;
}

/** Counts of texts by their parts, kept while the page is open: a text is counted once, whoever asks for it. */
export class CountCache {
  readonly #known = new Map<TokenEncoding, Known>();

  constructor(private readonly counter: TokenCounter) {}

  /** Tokens of each part; null while they are not known. */
  get(text: AccountText, encoding: TokenEncoding): readonly number[] | null {
    const known = this.#of(encoding);
    const [only] = text.parts;
    if (only !== undefined && text.parts.length === 1) return known.whole.get(only.text) ?? null;
    return known.inParts.get(nameOf(text)) ?? null;
  }

  /**
   * Counts what is not known. `onCounted` comes after each text; false ends it. Rejects where the tokenizer cannot
   * count; what had been counted stays known.
   */
  async count(
    texts: Iterable<AccountText>,
    encoding: TokenEncoding,
    onCounted: () => boolean,
  ): Promise<void> {
    const waiting = [...texts].values();
    let goesOn = true;
    const work = async () => {
      for (const text of waiting) {
        if (!goesOn) return;
        if (this.get(text, encoding) === null)
          this.#put(text, encoding, await this.#countOne(text, encoding));
        goesOn = goesOn && onCounted();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  #countOne({ parts }: AccountText, encoding: TokenEncoding): Promise<readonly number[]> {
    return this.counter.countParts(
      parts.map(({ text }) => text),
      encoding,
    );
  }

  #put(text: AccountText, encoding: TokenEncoding, counts: readonly number[]): void {
    const known = this.#of(encoding);
    const [only] = text.parts;
    if (only !== undefined && text.parts.length === 1) known.whole.set(only.text, counts);
    else known.inParts.set(nameOf(text), counts);
  }

  /** Forgets where too much is kept; what is asked for from now on stays until the next time. */
  makeRoom(encoding: TokenEncoding): void {
    const { whole, inParts } = this.#of(encoding);
    if (whole.size + inParts.size > MOST_TEXTS) this.#known.delete(encoding);
  }

  #of(encoding: TokenEncoding): Known {
    const before = this.#known.get(encoding);
    if (before !== undefined) return before;
    const made: Known = { whole: new Map(), inParts: new Map() };
    this.#known.set(encoding, made);
    return made;
  }
}

function nameOf({ parts, sha256 }: AccountText): string {
  return `${sha256} ${parts.map(({ text }) => text.length).join(' ')}`;
}

const caches = new WeakMap<TokenCounter, CountCache>();

/** The one cache of a counter. */
export function countCacheOf(counter: TokenCounter): CountCache {
  const before = caches.get(counter);
  if (before !== undefined) return before;
  const made = new CountCache(counter);
  caches.set(counter, made);
  return made;
}
