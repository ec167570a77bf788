import {
  type DecidedPage,
  decideCut,
  needsLongLine,
  type PageFacts,
  type ProfileRef,
  planRead,
  profileContext,
  profileOf,
  type TokenCounter,
  type TokenEncoding,
} from '../../../core/index.ts';
import { labPlaces } from '../labPlaces.ts';
import type { LabClient } from './labClient.ts';

/** What the model pays to go on from a view. */
export interface NextRead {
  /** Tokens of the first page of the saved file in the profile's words, or of the whole output. */
  readonly tokens: number;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly totalLines: number;
  /** The page reaches the end: nothing is left to read. */
  readonly whole: boolean;
}

/** Bytes of a line that can decide how much of it fits a cap; see `TokenCounter.cutToTokens`. */
const BYTES_PER_TOKEN = 128;
const MOST_WINDOW_BYTES = 8 * 1024 * 1024;

/** The first page of the saved output under the profile's read paging, counted. Profiles with the same paging share. */
export class NextReads {
  readonly #pages = new Map<string, Promise<DecidedPage>>();

  constructor(
    private readonly client: LabClient,
    private readonly counter: TokenCounter,
    private readonly encoding: TokenEncoding,
  ) {}

  async of(ref: ProfileRef, path: string): Promise<NextRead> {
    const { limits } = profileContext(profileOf(ref), ref, labPlaces);
    const key = `${limits.readLines} ${limits.readTokens}`;
    const shared = this.#pages.get(key) ?? this.#decide(limits.readLines, limits.readTokens);
    this.#pages.set(key, shared);
    const { page, shownBytes } = await shared;
    const text = await this.client.pageText(ref, { ...page, path }, shownBytes);
    const tokens = await this.counter.count(text, this.encoding);
    const { firstLine, lastLine, totalLines } = page;
    return { tokens, firstLine, lastLine, totalLines, whole: page.cut.kind === 'none' };
  }

  async #decide(readLines: number, capTokens: number): Promise<DecidedPage> {
    const { counter, encoding } = this;
    const most = Math.min(MOST_WINDOW_BYTES, (capTokens + 1) * BYTES_PER_TOKEN);
    const { bytes, totalLines } = await this.client.window(readLines, most);
    const pass = counter.pass(encoding, capTokens);
    // Whoever waits for the one is not told of the other's failure twice.
    pass.prefix.catch(() => undefined);
    pass.total.catch(() => undefined);
    await pass.push(bytes);
    pass.end();
    const prefix = await pass.prefix;
    let longLine: PageFacts['longLine'] = null;
    if (needsLongLine(prefix)) {
      const newline = bytes.indexOf(10);
      const line = newline < 0 ? bytes : bytes.subarray(0, newline);
      const cut = await counter.cutToTokens(line, encoding, capTokens);
      const shown = Math.max(1, cut.bytes);
      const units = new TextDecoder().decode(line.subarray(0, shown)).length;
      longLine = { bytes: shown, units, lineUnits: null };
    }
    return decideCut({
      path: '',
      plan: planRead({ offset: null, limit: null }, { readLines }),
      totalLines,
      windowStart: 0,
      windowBytes: bytes.length,
      prefix,
      rangeTokens: prefix.whole ? await pass.total : null,
      capTokens,
      encoding,
      longLine,
    });
  }
}
