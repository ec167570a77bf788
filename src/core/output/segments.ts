import type { Segment, StreamName } from '../contract/index.ts';

/** Runs kept apart in a record. A command that alternates more often gets one trailing `mixed` run. */
export const MAX_SEGMENT_RUNS = 4096;

/** Writes down which stream wrote which run of bytes. */
export class SegmentRecorder {
  readonly #runs: { stream: Segment['stream']; bytes: number }[] = [];

  /** Notes `bytes` (> 0) of `stream` and says as whose text they are read: those of a `mixed` run as stdout's. */
  add(stream: StreamName, bytes: number): StreamName {
    const last = this.#runs[this.#runs.length - 1];
    if (last !== undefined && (last.stream === stream || last.stream === 'mixed')) last.bytes += bytes;
    else this.#runs.push({ stream: this.#runs.length < MAX_SEGMENT_RUNS ? stream : 'mixed', bytes });
    return readAs(this.#runs[this.#runs.length - 1]!.stream);
  }

  list(): readonly Segment[] {
    return this.#runs.map((run) => ({ ...run }));
  }
}

/** The stream as whose text a run is read: nobody knows any more who wrote a `mixed` byte; stdout stands for it. */
export function readAs(stream: Segment['stream']): StreamName {
  return stream === 'stderr' ? 'stderr' : 'stdout';
}

/** Deals stored merged bytes back to the streams that wrote them. Bytes past the last segment count as stdout's. */
export class SegmentWalker {
  readonly #segments: readonly Segment[];
  #index = 0;
  #used = 0;

  constructor(segments: readonly Segment[]) {
    this.#segments = segments;
  }

  deal(bytes: Uint8Array, take: (stream: StreamName, from: number, to: number) => void): void {
    for (let at = 0; at < bytes.length; ) {
      const segment = this.#segments[this.#index];
      if (segment === undefined) {
        take('stdout', at, bytes.length);
        return;
      }
      const taken = Math.min(bytes.length - at, segment.bytes - this.#used);
      if (taken > 0) take(readAs(segment.stream), at, at + taken);
      at += taken;
      this.#used += taken;
      if (this.#used >= segment.bytes) {
        this.#index += 1;
        this.#used = 0;
      }
    }
  }
}
