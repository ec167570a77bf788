import * as texts from '../words/search.ts';
import type { LineHit } from './lineSearch.ts';
import type { FromSearch, ToSearch } from './messages.ts';

/** Chunks on their way to the worker at a time: with those of 1 MiB this bounds what a search holds. */
const MOST_ON_THE_WAY = 3;

/** What has been found so far in one stream. */
export interface SearchPart {
  readonly hits: readonly LineHit[];
  /** Lines with hits so far, those among them that are not given. */
  readonly count: number;
  readonly searchedBytes: number;
}

/** The search worker seen from the page: one stream at a time, which waits for the worker. */
export class SearchClient {
  readonly #worker: Worker;
  #lastId = 0;
  #waiting: { take(answer: FromSearch): void; fail(error: Error): void } | null = null;

  constructor() {
    this.#worker = new Worker(new URL('./searchWorker.ts', import.meta.url), { type: 'module' });
    this.#worker.onmessage = ({ data }: MessageEvent<FromSearch>) => this.#waiting?.take(data);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#waiting?.fail(new Error(event.message || texts.workerFailed));
    };
  }

  /**
   * Looks through a stream; each part says what is new. Ends early where the signal is aborted.
   * Throws what the stream throws, and where the worker has died.
   */
  async *search(
    stream: AsyncIterable<Uint8Array>,
    words: string,
    mostKept: number,
    signal: AbortSignal,
  ): AsyncGenerator<SearchPart> {
    const id = ++this.#lastId;
    const answers: FromSearch[] = [];
    let failure: Error | null = null;
    const nobody = () => {};
    let look = nobody;
    this.#waiting = {
      take: (answer) => {
        if (answer.id === id) answers.push(answer);
        look();
      },
      fail: (error) => {
        failure = error;
        look();
      },
    };
    /** Null where the search was given up. */
    const nextAnswer = (): Promise<FromSearch | null> =>
      new Promise((done, fail) => {
        look = () => {
          if (!signal.aborted && !failure && answers.length === 0) return;
          // Who has been answered must not take the next answer too.
          look = nobody;
          if (signal.aborted) done(null);
          else if (failure) fail(failure);
          else done(answers.shift() ?? null);
        };
        look();
      });
    const onAbort = () => look();
    signal.addEventListener('abort', onAbort);
    const sizes: number[] = [];
    let searchedBytes = 0;
    const part = ({ hits, count }: FromSearch): SearchPart => {
      searchedBytes += sizes.shift() ?? 0;
      return { hits, count, searchedBytes };
    };
    try {
      this.#post({ type: 'begin', id, words, mostKept });
      for await (const bytes of stream) {
        if (signal.aborted) return;
        sizes.push(bytes.length);
        // Cloned and not handed over: a store in memory gives its own chunk.
        this.#post({ type: 'bytes', id, bytes });
        if (sizes.length < MOST_ON_THE_WAY) continue;
        const answer = await nextAnswer();
        if (answer === null) return;
        yield part(answer);
      }
      this.#post({ type: 'end', id });
      for (let left = sizes.length + 1; left > 0; left--) {
        const answer = await nextAnswer();
        if (answer === null) return;
        yield part(answer);
      }
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  #post(message: ToSearch): void {
    this.#worker.postMessage(message);
  }

  dispose(): void {
    this.#worker.terminate();
    this.#waiting?.fail(new Error(texts.closed));
    this.#waiting = null;
  }
}
