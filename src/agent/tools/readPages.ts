import {
  createLineIndex,
  createLineWindow,
  type DecidedPage,
  decideCut,
  needsLongLine,
  type PageFacts,
  type ReadPlan,
  type TokenCounter,
  type TokenEncoding,
  type TokenPass,
  type TokenPrefix,
} from '../../core/index.ts';
import type { FileStat, GuestFs } from '../../guest/index.ts';
import { unlessAborted } from '../unlessAborted.ts';
import type { FileFactsCache } from './fileFactsCache.ts';

const rangeBytes = 1024 * 1024;
/** A page's text is known from little: it does not wait for a large first range. */
const firstRangeBytes = 192 * 1024;
/** Lines between two known starts: 8 bytes for each, and a page skips at most so many lines. */
const indexEvery = 256;
/** A larger file whose page is not over the cap is not counted to its end: nobody is told that number. */
const maxUntoldCountBytes = 16 * 1024 * 1024;
/** Units of a line longer than this are not counted. */
const maxLineBytes = 64 * 1024 * 1024;

export interface ReadRequest {
  readonly fs: Pick<GuestFs, 'read'>;
  readonly path: string;
  readonly stat: FileStat;
  readonly plan: ReadPlan;
  readonly capTokens: number;
  readonly encoding: TokenEncoding;
  readonly counter: TokenCounter;
  readonly cache: FileFactsCache;
  readonly stop: AbortSignal;
  /** Called once, as soon as it is known which bytes of the file the page shows; totals may come later. */
  readonly onText: (range: { readonly offset: number; readonly length: number }) => Promise<void>;
}

export type ReadOutcome =
  | { readonly kind: 'page'; readonly page: DecidedPage['page'] }
  | { readonly kind: 'past-end'; readonly totalLines: number }
  | { readonly kind: 'stopped' };

/** Keeps a pass's prefix as soon as it is known, so that a loop can look without waiting. */
class Counting {
  prefix: TokenPrefix | null = null;
  onPrefix: () => void = () => {};
  readonly pass: TokenPass;

  constructor(counter: TokenCounter, encoding: TokenEncoding, capTokens: number) {
    this.pass = counter.pass(encoding, capTokens);
    this.pass.prefix.then(
      (prefix) => {
        this.prefix = prefix;
        this.onPrefix();
      },
      () => {},
    );
    this.pass.total.catch(() => {});
  }
}

/** The window's prefix from the file's: lines behind the window do not count against it. */
function prefixOfWindow(prefix: TokenPrefix, windowLines: number, windowBytes: number): TokenPrefix {
  return prefix.lines >= windowLines || prefix.whole
    ? { bytes: windowBytes, lines: windowLines, tokens: prefix.tokens, whole: true }
    : prefix;
}

/**
 * Reads one page of a file: one pass learns its lines and counts its tokens, a later page starts from a known
 * line and counts itself only. Holds one range of the file at a time.
 */
export async function readPage(request: ReadRequest): Promise<ReadOutcome> {
  const { fs, path, stat, plan, capTokens, encoding, cache, stop } = request;
  const known = cache.get(path, stat);
  if (known !== null && known.index.totalLines < plan.firstLine) {
    return { kind: 'past-end', totalLines: known.index.totalLines };
  }
  const index = known?.index ?? createLineIndex({ every: indexEvery });
  const start = known === null ? { line: 1, byte: 0 } : index.startBefore(plan.firstLine);
  const window = createLineWindow({ skipLines: plan.firstLine - start.line, maxLines: plan.maxLines });
  const counting = new Counting(request.counter, encoding, capTokens);
  const knownTokens = known?.tokens.get(encoding) ?? null;
  let windowBytes = 0;
  let counts = true;
  let offset = start.byte;
  let told: Promise<void> | null = null;
  let ended = false;

  /** Without a range the file is counted, with one only its window is. */
  const windowPrefix = (prefix: TokenPrefix) =>
    plan.isRange ? prefix : prefixOfWindow(prefix, window.lines, windowBytes);
  const tellText = (atEnd: boolean) => {
    const { prefix } = counting;
    if (told !== null || prefix === null) return;
    const own = windowPrefix(prefix);
    if (own.whole ? !(window.done || atEnd) : plan.isRange || own.lines === 0) return;
    told = request.onText({ offset: start.byte + window.skippedBytes, length: own.bytes });
    told.catch(() => {});
  };
  const endCounting = () => {
    if (!ended && counts) counting.pass.end();
    ended = true;
  };
  counting.onPrefix = () => tellText(false);

  const readAt = (at: number, length: number) => {
    const bytes = fs.read(path, { offset: at, length });
    bytes.catch(() => {});
    return bytes;
  };
  let next = readAt(offset, firstRangeBytes);

  try {
    while (offset < stat.size) {
      if (stop.aborted) return { kind: 'stopped' };
      const bytes = await next;
      if (bytes.length === 0) break;
      offset += bytes.length;
      // On a first pass, which sees the whole file, the next range is on its way while this one is counted.
      if (known === null && offset < stat.size) next = readAt(offset, rangeBytes);
      if (known === null) index.push(bytes);
      const part = window.take(bytes);
      windowBytes += part.length;
      const counted = plan.isRange ? part : bytes;
      if (counts && !ended && counted.length > 0) await counting.pass.push(counted);
      if (plan.isRange && window.done) endCounting();
      tellText(false);
      const isEnough = window.done && (plan.isRange || counting.prefix !== null);
      if (counts && isEnough && !plan.isRange && stopsCounting(knownTokens, stat, windowPrefix, counting)) {
        counts = false;
        counting.pass.cancel();
      }
      if (known === null) continue;
      if (isEnough && (plan.isRange || !counts)) break;
      next = readAt(offset, rangeBytes);
    }
    endCounting();
    const prefix = windowPrefix(counting.prefix ?? (await counting.pass.prefix));
    tellText(true);
    if (known === null) cache.set(path, stat, { index, tokens: new Map() });
    if (index.totalLines < plan.firstLine) return { kind: 'past-end', totalLines: index.totalLines };
    const windowStart = start.byte + window.skippedBytes;
    const longLine = needsLongLine(prefix)
      ? await cutLongLine(request, windowStart, windowStart + windowBytes)
      : null;
    const rangeTokens =
      plan.isRange || knownTokens === null
        ? counts
          ? await unlessAborted(counting.pass.total, stop)
          : null
        : knownTokens;
    if (stop.aborted) return { kind: 'stopped' };
    if (!plan.isRange && rangeTokens !== null) cache.get(path, stat)?.tokens.set(encoding, rangeTokens);
    const { totalLines } = index;
    const facts: PageFacts = {
      path,
      plan,
      totalLines,
      windowStart,
      windowBytes,
      prefix,
      rangeTokens,
      capTokens,
      encoding,
      longLine,
    };
    const { page, shownBytes } = decideCut(facts);
    if (told === null && shownBytes > 0) told = request.onText({ offset: windowStart, length: shownBytes });
    await told;
    return { kind: 'page', page };
  } finally {
    counting.pass.cancel();
  }
}

/** True where the rest of the file need not be counted: the total is known, or nobody would be told it. */
function stopsCounting(
  knownTokens: number | null,
  stat: FileStat,
  windowPrefix: (prefix: TokenPrefix) => TokenPrefix,
  counting: Counting,
): boolean {
  if (knownTokens !== null) return true;
  return counting.prefix !== null && windowPrefix(counting.prefix).whole && stat.size > maxUntoldCountBytes;
}

/** How much of the line at `lineStart` fits the cap; at least one character, so that a page makes progress. */
async function cutLongLine(
  request: ReadRequest,
  lineStart: number,
  windowEnd: number,
): Promise<NonNullable<PageFacts['longLine']>> {
  const { fs, path, counter, encoding, capTokens } = request;
  const most = (capTokens + 1) * 128;
  const head = await fs.read(path, { offset: lineStart, length: Math.min(most, windowEnd - lineStart) });
  const end = head.indexOf(10);
  const line = end === -1 ? head : head.subarray(0, end);
  const cut = await counter.cutToTokens(line, encoding, capTokens);
  const bytes = Math.max(cut.bytes, firstCharacterBytes(line));
  const decoder = new TextDecoder();
  const units = decoder.decode(line.subarray(0, bytes)).length;
  return { bytes, units, lineUnits: await lineUnits(request, lineStart, windowEnd) };
}

function firstCharacterBytes(line: Uint8Array): number {
  let at = Math.min(1, line.length);
  while (at < line.length && at < 4 && ((line[at] ?? 0) & 0xc0) === 0x80) at += 1;
  return at;
}

async function lineUnits(request: ReadRequest, lineStart: number, windowEnd: number): Promise<number | null> {
  const decoder = new TextDecoder();
  let units = 0;
  for (let offset = lineStart; offset < windowEnd; ) {
    if (offset - lineStart > maxLineBytes) return null;
    const length = Math.min(rangeBytes, windowEnd - offset);
    const bytes = await request.fs.read(request.path, { offset, length });
    if (bytes.length === 0) break;
    const end = bytes.indexOf(10);
    units += decoder.decode(end === -1 ? bytes : bytes.subarray(0, end), { stream: end === -1 }).length;
    if (end !== -1) return units;
    offset += bytes.length;
  }
  return units + decoder.decode().length;
}
