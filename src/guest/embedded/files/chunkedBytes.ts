/** A new tail segment doubles the file up to this; larger would waste memory on small growing logs. */
const largestSegment = 1024 * 1024;
const smallestSegment = 256;
/** Bytes that come in a buffer of their own are kept as they are from this size on; smaller ones would make many segments. */
const ownSegmentBytes = 64 * 1024;

/**
 * Bytes of one file, as segments. Appending copies only what is appended, reading a range touches only the
 * segments in it, and a copy of a file shares the segments: bytes once written to one never change.
 */
export class ChunkedBytes {
  #segments: Uint8Array[] = [];
  /** Offset in the file at which each segment starts. */
  #starts: number[] = [];
  /** Room behind the last segment's bytes that only this file may fill. */
  #spare: Uint8Array = new Uint8Array(0);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Takes `bytes` over: the caller must not change them afterwards. */
  static owning(bytes: Uint8Array): ChunkedBytes {
    const content = new ChunkedBytes();
    content.#push(bytes);
    return content;
  }

  /** Same bytes, independent afterwards. Costs as many steps as there are segments, not bytes. */
  share(): ChunkedBytes {
    const copy = new ChunkedBytes();
    copy.#segments = [...this.#segments];
    copy.#starts = [...this.#starts];
    copy.#size = this.#size;
    return copy;
  }

  /** Copies `bytes` to the end. */
  append(bytes: Uint8Array): void {
    let rest = bytes;
    if (this.#spare.length > 0 && rest.length > 0) {
      const fits = rest.subarray(0, this.#spare.length);
      this.#spare.set(fits);
      this.#spare = this.#spare.subarray(fits.length);
      this.#growLast(fits.length);
      rest = rest.subarray(fits.length);
    }
    if (rest.length === 0) return;
    const wanted = Math.min(largestSegment, Math.max(smallestSegment, this.#size));
    const room = new Uint8Array(Math.max(rest.length, wanted));
    room.set(rest);
    this.#push(room.subarray(0, rest.length));
    this.#spare = room.subarray(rest.length);
  }

  /**
   * Puts `bytes` at the end and takes them over: large ones become a segment as they are, unless that would
   * leave more room unused than they fill.
   */
  adopt(bytes: Uint8Array): void {
    const fillsItsBuffer = bytes.length === bytes.buffer.byteLength;
    if (fillsItsBuffer && bytes.length >= Math.max(ownSegmentBytes, this.#spare.length)) this.#push(bytes);
    else this.append(bytes);
  }

  /** Copies the whole into `target` from `at` on; there is room for it. */
  copyTo(target: Uint8Array, at: number): void {
    for (const [index, segment] of this.#segments.entries())
      target.set(segment, at + (this.#starts[index] ?? 0));
  }

  /** A copy of at most `length` bytes from `offset`; past the end gives fewer. */
  read(offset: number, length: number): Uint8Array<ArrayBuffer> {
    const end = Math.min(this.#size, offset + length);
    const out = new Uint8Array(Math.max(0, end - offset));
    if (out.length === 0) return out;
    for (let index = this.#segmentAt(offset); index < this.#segments.length; index++) {
      const start = this.#starts[index] ?? 0;
      if (start >= end) break;
      const segment = this.#segments[index] ?? out;
      const from = Math.max(0, offset - start);
      out.set(segment.subarray(from, end - start), start + from - offset);
    }
    return out;
  }

  /** Puts `bytes` at `offset`, over what is there; zeros fill a gap. Takes `bytes` over. */
  write(offset: number, bytes: Uint8Array): void {
    if (offset > this.#size) this.truncate(offset);
    if (offset === this.#size) {
      this.adopt(bytes);
      return;
    }
    // Written bytes may be shared with a copy of this file, so new segments take the place of the old.
    const whole = this.share();
    this.truncate(offset);
    this.adopt(bytes);
    const end = offset + bytes.length;
    whole.#segments.forEach((segment, index) => {
      const start = whole.#starts[index] ?? 0;
      if (start + segment.length > end) this.#push(segment.subarray(Math.max(0, end - start)));
    });
  }

  /** Cuts, or fills with zeros. */
  truncate(size: number): void {
    if (size >= this.#size) {
      for (let missing = size - this.#size; missing > 0; missing = size - this.#size) {
        this.append(new Uint8Array(Math.min(missing, largestSegment)));
      }
      return;
    }
    const keep = size === 0 ? 0 : this.#segmentAt(size - 1) + 1;
    this.#segments.length = keep;
    this.#starts.length = keep;
    const last = this.#segments[keep - 1];
    const lastStart = this.#starts[keep - 1] ?? 0;
    if (last) this.#segments[keep - 1] = last.subarray(0, size - lastStart);
    // The cut bytes may be shared with a copy of this file, so nothing may be written over them.
    this.#spare = new Uint8Array(0);
    this.#size = size;
  }

  #push(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#segments.push(bytes);
    this.#starts.push(this.#size);
    this.#size += bytes.length;
    this.#spare = new Uint8Array(0);
  }

  #growLast(by: number): void {
    const index = this.#segments.length - 1;
    const last = this.#segments[index];
    if (!last) return;
    this.#segments[index] = new Uint8Array(last.buffer, last.byteOffset, last.length + by);
    this.#size += by;
  }

  /** Index of the segment that holds `offset`; `offset` is below the size. */
  #segmentAt(offset: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
