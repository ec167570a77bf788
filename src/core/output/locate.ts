import type { CleanerId, OutputPiece, Segment, StreamName, TextSource } from '../contract/index.ts';
import { type ByteRange, normalizeRanges, streamToMerged } from './byteRanges.ts';
import { CharDecoder } from './charDecoder.ts';
import { cleanerRules } from './cleanerRules.ts';
import { RedrawRow } from './redrawRow.ts';
import { streamThrough } from './redrawStream.ts';
import type { ByteChunks } from './retext.ts';
import { SegmentWalker } from './segments.ts';
import { TextStream } from './textStream.ts';

/**
 * Where the characters of a cleaned text lie in the stored output: ranges of units of `merged`, `stdout` or
 * `stderr` → ascending byte ranges of the merged bytes that neither overlap nor touch.
 *
 * A unit's bytes begin where the previous unit of its stream ended, so what the cleaner removed before it is
 * its own, and what was removed after the last unit belongs to a range that reaches the text's end. Adjoining
 * ranges of units thus give adjoining bytes, and the whole text gives every byte. A range that halves a
 * surrogate pair takes the whole character. What was drawn over in a redrawn line is in no range. Bytes of a `mixed` segment are read as stdout's, as in a capture.
 *
 * Streams, and stops reading as soon as every range is passed. Rejects only with what `chunks` throws.
 */
export async function locateOutputBytes(
  chunks: ByteChunks,
  segments: readonly Segment[],
  cleaner: CleanerId,
  ranges: readonly OutputPiece[],
): Promise<ByteRange[]> {
  const finders = (['merged', 'stdout', 'stderr'] as const)
    .map((source) => new RangeFinder(source, ranges))
    .filter((finder) => !finder.passed);
  if (finders.length === 0) return [];

  const rows = cleanerRules(cleaner).redraws
    ? finders.map((finder) => ({ source: finder.source, row: rowInto(finder) }))
    : null;
  const streamOf = (stream: StreamName) =>
    rows === null
      ? finderStream(stream, cleaner, finders)
      : streamThrough(
          stream,
          cleaner,
          rows.flatMap(({ source, row }) => (source === 'merged' || source === stream ? [row] : [])),
        );
  const streams = { stdout: streamOf('stdout'), stderr: streamOf('stderr') };
  const walker = new SegmentWalker(segments);
  let stoppedEarly = false;
  for await (const bytes of chunks) {
    walker.deal(bytes, (stream, from, to) => {
      streams[stream].push(bytes, from, to);
    });
    stoppedEarly = finders.every((finder) => finder.passed);
    if (stoppedEarly) break;
  }
  if (!stoppedEarly) {
    streams.stdout.end();
    streams.stderr.end();
    for (const { row } of rows ?? []) row.flush();
    for (const finder of finders) finder.end(streams.stdout.offset, streams.stderr.offset);
  }
  return normalizeRanges(
    (['stdout', 'stderr'] as const).flatMap((stream) =>
      streamToMerged(normalizeRanges(finders.flatMap((finder) => finder.found[stream])), stream, segments),
    ),
  );
}

function finderStream(stream: StreamName, cleaner: CleanerId, finders: readonly RangeFinder[]): TextStream {
  const listening = finders.filter((finder) => finder.source === 'merged' || finder.source === stream);
  /** Where the stream's previous unit ended: what was removed since belongs to the next one. */
  let previousEnd = 0;
  const decoder = new CharDecoder(cleaner, {
    ascii(_bytes, from, to, _newlines, startByte) {
      for (const finder of listening) finder.run(stream, previousEnd, startByte, to - from);
      previousEnd = startByte + to - from;
    },
    char(codePoint, _startByte, endByte) {
      for (const finder of listening) finder.char(stream, previousEnd, endByte, codePoint < 0x10000 ? 1 : 2);
      previousEnd = endByte;
    },
  });
  return new TextStream(cleaner, decoder);
}

function rowInto(finder: RangeFinder): RedrawRow {
  return new RedrawRow({
    ascii(stream, _bytes, from, to, _newlines, ownedFrom, startByte) {
      finder.run(stream, ownedFrom, startByte, to - from);
    },
    char(stream, codePoint, ownedFrom, endByte) {
      finder.char(stream, ownedFrom, endByte, codePoint < 0x10000 ? 1 : 2);
    },
  });
}

/** Follows the units of one text and collects the stream bytes of those that are in a wanted range. */
class RangeFinder {
  readonly source: TextSource;
  readonly found: Record<StreamName, { start: number; end: number }[]> = { stdout: [], stderr: [] };
  readonly #wanted: readonly ByteRange[];
  readonly #lastByteFound = { stdout: 0, stderr: 0 };
  #next = 0;
  #units = 0;

  constructor(source: TextSource, pieces: readonly OutputPiece[]) {
    this.source = source;
    this.#wanted = normalizeRanges(pieces.filter((piece) => piece.of === source));
  }

  /** Every wanted range lies before a unit that has been seen. */
  get passed(): boolean {
    return this.#next === this.#wanted.length;
  }

  /** `count` units of one byte each from `startByte`; bytes from `ownedFrom` on belong to the first. */
  run(stream: StreamName, ownedFrom: number, startByte: number, count: number): void {
    const at = this.#units;
    this.#units += count;
    this.#lastByteFound[stream] = startByte + count;
    this.#forWanted(at, (from, to) => {
      this.#add(stream, from === 0 ? ownedFrom : startByte + from, startByte + to);
    });
  }

  char(stream: StreamName, ownedFrom: number, endByte: number, units: number): void {
    const at = this.#units;
    this.#units += units;
    // In a redrawn line a later unit may have an earlier byte.
    this.#lastByteFound[stream] = Math.max(this.#lastByteFound[stream], endByte);
    this.#forWanted(at, () => {
      this.#add(stream, ownedFrom, endByte);
    });
  }

  end(stdoutBytes: number, stderrBytes: number): void {
    if (this.passed || this.#units === 0 || this.#wanted[this.#next]!.start >= this.#units) return;
    // The range reaches the end of the text: what was removed after the last unit belongs to it.
    if (this.source !== 'stderr') this.#add('stdout', this.#lastByteFound.stdout, stdoutBytes);
    if (this.source !== 'stdout') this.#add('stderr', this.#lastByteFound.stderr, stderrBytes);
  }

  /** Calls with the wanted parts of the units since `at`, counted from `at`. */
  #forWanted(at: number, take: (from: number, to: number) => void): void {
    while (this.#next < this.#wanted.length) {
      const range = this.#wanted[this.#next]!;
      const from = Math.max(range.start, at);
      const to = Math.min(range.end, this.#units);
      if (to > from) take(from - at, to - at);
      if (range.end >= this.#units) return;
      this.#next += 1;
    }
  }

  #add(stream: StreamName, start: number, end: number): void {
    if (end <= start) return;
    const list = this.found[stream];
    const last = list[list.length - 1];
    if (last !== undefined && start >= last.start && start <= last.end) last.end = Math.max(last.end, end);
    else list.push({ start, end });
  }
}
