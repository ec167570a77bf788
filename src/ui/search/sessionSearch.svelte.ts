import type { LiveSession } from '../../agent/index.ts';
import { type Excerpt, excerptOf } from './lineSearch.ts';
import type { OutputPlace, SearchPlace } from './places.ts';
import { SearchClient } from './searchClient.ts';

/** One place where the words stand. `line` and `byte` are of an output. */
export interface Hit {
  readonly line: number | null;
  readonly byte: number | null;
  readonly excerpt: Excerpt;
}

/** What was found in one place, in its order. `count` also counts what is not kept. */
export interface FoundPlace {
  readonly place: SearchPlace;
  readonly count: number;
  readonly hits: readonly Hit[];
}

/** A hit by its place's id and its number there. */
export interface HitRef {
  readonly placeId: string;
  readonly hit: number;
}

export type SearchWork =
  | { readonly kind: 'idle' }
  | { readonly kind: 'searching'; readonly doneBytes: number; readonly allBytes: number }
  | { readonly kind: 'done' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly message: string };

/** Hits of one place that can be gone to; more are counted. */
const MOST_KEPT = 500;
/** The page is free again this often while long texts are looked through. */
const SLICE_MS = 8;

/**
 * A search over a session: its words at once, then its stored outputs one after the other, streamed through a
 * worker. Memory holds a few chunks and the kept hits, whatever the outputs' size.
 */
export class SessionSearch {
  #found = $state.raw<readonly FoundPlace[]>([]);
  #work = $state.raw<SearchWork>({ kind: 'idle' });
  #at = $state.raw<HitRef | null>(null);
  readonly #session: Pick<LiveSession, 'streamOutput'>;
  readonly #searched = new Set<string>();
  #words = '';
  #order: ReadonlyMap<string, number> = new Map();
  #client: SearchClient | null = null;
  #run = new AbortController();

  constructor(session: Pick<LiveSession, 'streamOutput'>) {
    this.#session = session;
  }

  /** Places with hits, in the order of the session. */
  get found(): readonly FoundPlace[] {
    return this.#found;
  }

  get work(): SearchWork {
    return this.#work;
  }

  /** The hit that was gone to last. */
  get at(): HitRef | null {
    return this.#at;
  }

  get count(): number {
    return this.#found.reduce((sum, { count }) => sum + count, 0);
  }

  /**
   * Looks for the words in these places. The same words again: only in places that were not looked through, so
   * that a session which grows is searched on. '' forgets everything.
   */
  async search(words: string, places: readonly SearchPlace[]): Promise<void> {
    this.#run.abort();
    if (words !== this.#words) this.#clear(words);
    if (words === '') return;
    const run = new AbortController();
    this.#run = run;
    this.#order = new Map(places.map(({ id }, at) => [id, at]));
    const left = places.filter(({ id }) => !this.#searched.has(id));
    try {
      await this.#searchTexts(left, run.signal);
      await this.#searchOutputs(
        left.filter((place) => place.kind === 'output'),
        run.signal,
      );
      if (!run.signal.aborted) this.#work = { kind: 'done' };
    } catch (error) {
      if (run.signal.aborted) return;
      this.#work = { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
    }
  }

  #clear(words: string): void {
    this.#words = words;
    this.#searched.clear();
    this.#found = [];
    this.#at = null;
    this.#work = { kind: 'idle' };
  }

  /** Stops; what was found stays. */
  stop(): void {
    this.#run.abort();
    if (this.#work.kind === 'searching') this.#work = { kind: 'stopped' };
  }

  async #searchTexts(places: readonly SearchPlace[], signal: AbortSignal): Promise<void> {
    let since = performance.now();
    for (const place of places) {
      if (place.kind !== 'text') continue;
      const hits = hitsInText(place.text, this.#words);
      this.#searched.add(place.id);
      if (hits.length > 0) this.#add({ place, count: hits.length, hits: hits.slice(0, MOST_KEPT) });
      if (performance.now() - since < SLICE_MS) continue;
      await new Promise((done) => setTimeout(done));
      if (signal.aborted) return;
      since = performance.now();
    }
  }

  async #searchOutputs(places: readonly OutputPlace[], signal: AbortSignal): Promise<void> {
    const allBytes = places.reduce((sum, { totalBytes }) => sum + totalBytes, 0);
    let doneBytes = 0;
    for (const place of places) {
      this.#work = { kind: 'searching', doneBytes, allBytes };
      await this.#searchOutput(place, signal, (bytes) => {
        this.#work = { kind: 'searching', doneBytes: doneBytes + bytes, allBytes };
      });
      if (signal.aborted) return;
      this.#searched.add(place.id);
      doneBytes += place.totalBytes;
    }
  }

  async #searchOutput(
    place: OutputPlace,
    signal: AbortSignal,
    onbytes: (bytes: number) => void,
  ): Promise<void> {
    this.#client ??= new SearchClient();
    const kept: Hit[] = [];
    const parts = this.#client.search(
      this.#session.streamOutput(place.output),
      this.#words,
      MOST_KEPT,
      signal,
    );
    for await (const { hits, count, searchedBytes } of parts) {
      if (signal.aborted) return;
      kept.push(...hits);
      if (count > 0) this.#add({ place, count, hits: [...kept] });
      onbytes(searchedBytes);
    }
  }

  /** Puts a place where it stands in the session; one that is there already is replaced. */
  #add(found: FoundPlace): void {
    const order = (each: FoundPlace) => this.#order.get(each.place.id) ?? 0;
    const others = this.#found.filter(({ place }) => place.id !== found.place.id);
    const at = others.findIndex((each) => order(each) > order(found));
    this.#found = at < 0 ? [...others, found] : others.toSpliced(at, 0, found);
  }

  /** The hit `by` places on from the current one, around the ends; from none, the first or the last. */
  neighbour(by: 1 | -1): HitRef | null {
    const all = this.#found.flatMap(({ place, hits }) => hits.map((_, hit) => ({ placeId: place.id, hit })));
    if (all.length === 0) return null;
    const now = this.#at;
    const at =
      now === null ? -1 : all.findIndex(({ placeId, hit }) => placeId === now.placeId && hit === now.hit);
    const next = at < 0 ? (by > 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length;
    return all[next] ?? null;
  }

  /** Which one of all counted hits this is, from 1. */
  numberOf(ref: HitRef): number {
    let before = 0;
    for (const { place, count } of this.#found) {
      if (place.id === ref.placeId) break;
      before += count;
    }
    return before + ref.hit + 1;
  }

  goTo(ref: HitRef): { readonly place: SearchPlace; readonly hit: Hit } | null {
    const found = this.#found.find(({ place }) => place.id === ref.placeId);
    const hit = found?.hits[ref.hit];
    if (!found || !hit) return null;
    this.#at = ref;
    return { place: found.place, hit };
  }

  dispose(): void {
    this.#run.abort();
    this.#client?.dispose();
    this.#client = null;
  }
}

function hitsInText(text: string, words: string): readonly Hit[] {
  const lower = text.toLowerCase();
  // Where lower case has another length (one letter of Turkish), places are those of the lower case.
  const shown = lower.length === text.length ? text : lower;
  const wanted = words.toLowerCase();
  const hits: Hit[] = [];
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + wanted.length)) {
    hits.push({ line: null, byte: null, excerpt: excerptOf(shown, at, wanted.length) });
  }
  return hits;
}
