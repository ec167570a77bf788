/** At most this many bytes of clean text for one byte pushed: one bad byte becomes U+FFFD. */
export const GROWTH = 3;

/** Room beyond `GROWTH` times the input: a held unfinished character that turns out bad. */
export const SLACK = 3;

/**
 * Makes bytes that arrive in any split into valid UTF-8, with one U+FFFD for every maximal bad part, which is
 * what `TextDecoder` (with `ignoreBOM: true`) reads. Remembers how far clean offsets have moved away from the
 * offsets pushed, at line ends only: no bad part contains a newline, so each newline is in both texts.
 */
export class Utf8Cleaner {
  /** Bytes pushed and written so far. */
  bytesIn = 0;
  bytesOut = 0;
  /** An unfinished character that the next bytes may complete. */
  readonly #held = new Uint8Array(4);
  #heldCount = 0;
  #missing = 0;
  #low = 0x80;
  #high = 0xbf;
  /** Line ends (clean offset behind the newline) whose drift (clean minus pushed) differs from the one before. */
  #driftAt: number[] = [];
  #drift: number[] = [];
  #lastDrift = 0;
  #tracking = true;
  /** A bad part came after the last line end that was noted: the drift may have changed. */
  #moved = false;

  /** The last byte written belongs to a character that is not complete. */
  get isInsideCharacter(): boolean {
    return this.#missing > 0;
  }

  /** Writes the clean form of `bytes` to `out` at `at`; returns the offset behind it. */
  write(bytes: Uint8Array, out: Uint8Array, at: number): number {
    let to = at;
    let missing = this.#missing;
    let held = this.#heldCount;
    const base = this.bytesOut - at - this.bytesIn;
    for (let from = 0; from < bytes.length; from++) {
      const byte = bytes[from]!;
      if (missing > 0) {
        if (byte >= this.#low && byte <= this.#high) {
          this.#low = 0x80;
          this.#high = 0xbf;
          this.#held[held++] = byte;
          if (--missing === 0) {
            for (let i = 0; i < held; i++) out[to++] = this.#held[i]!;
            held = 0;
          }
          continue;
        }
        to = this.#writeReplacement(out, to);
        missing = 0;
        held = 0;
        this.#low = 0x80;
        this.#high = 0xbf;
        // and this byte is looked at afresh
      }
      if (byte < 0x80) {
        if (this.#moved) {
          out[to++] = byte;
          if (byte === 10) this.#noteLineEnd(base + to - from - 1, this.bytesOut - at + to);
          continue;
        }
        const runEnd = asciiEnd(bytes, from);
        out.set(bytes.subarray(from, runEnd), to);
        to += runEnd - from;
        from = runEnd - 1;
      } else if (isPlainThreeBytes(bytes, from)) {
        // The fast way for most of CJK; all else is taken byte by byte.
        out[to++] = byte;
        out[to++] = bytes[++from]!;
        out[to++] = bytes[++from]!;
      } else {
        missing = this.#begin(byte);
        if (missing > 0) this.#held[held++] = byte;
        else to = this.#writeReplacement(out, to);
      }
    }
    this.#missing = missing;
    this.#heldCount = held;
    this.bytesIn += bytes.length;
    this.bytesOut += to - at;
    return to;
  }

  /** The text is over: an unfinished character becomes one U+FFFD. */
  finish(out: Uint8Array, at: number): number {
    const to = this.#missing > 0 ? this.#writeReplacement(out, at) : at;
    this.#missing = 0;
    this.#heldCount = 0;
    this.bytesOut += to - at;
    return to;
  }

  /** The offset in the pushed bytes of a clean offset that is 0 or behind a newline and not before `forgetBefore`. */
  pushedOffset(cleanOffset: number): number {
    let drift = 0;
    for (let i = 0; i < this.#driftAt.length && this.#driftAt[i]! <= cleanOffset; i++)
      drift = this.#drift[i]!;
    return cleanOffset - drift;
  }

  /** Drops what is only needed for offsets before this one. */
  forgetBefore(cleanOffset: number): void {
    let first = 0;
    while (first + 1 < this.#driftAt.length && this.#driftAt[first + 1]! <= cleanOffset) first++;
    if (first === 0) return;
    this.#driftAt = this.#driftAt.slice(first);
    this.#drift = this.#drift.slice(first);
  }

  /** From here on no pushed offset will be asked for. */
  stopTracking(): void {
    this.#tracking = false;
    this.#driftAt = [];
    this.#drift = [];
  }

  #noteLineEnd(drift: number, cleanOffset: number): void {
    this.#moved = false;
    if (drift === this.#lastDrift || !this.#tracking) return;
    this.#lastDrift = drift;
    this.#driftAt.push(cleanOffset);
    this.#drift.push(drift);
  }

  #writeReplacement(out: Uint8Array, at: number): number {
    this.#moved = true;
    out[at] = 0xef;
    out[at + 1] = 0xbf;
    out[at + 2] = 0xbd;
    return at + 3;
  }

  /** How many bytes must follow this first byte; 0 when no character begins with it. Sets the bounds of the next. */
  #begin(byte: number): number {
    if (byte < 0xc2 || byte > 0xf4) return 0;
    if (byte < 0xe0) return 1;
    if (byte === 0xe0) this.#low = 0xa0;
    else if (byte === 0xed) this.#high = 0x9f;
    else if (byte === 0xf0) this.#low = 0x90;
    else if (byte === 0xf4) this.#high = 0x8f;
    return byte < 0xf0 ? 2 : 3;
  }
}

function asciiEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at]! < 0x80) at++;
  return at;
}

/** A whole character of three bytes whose first byte sets no narrower bounds for the second. */
function isPlainThreeBytes(bytes: Uint8Array, at: number): boolean {
  const lead = bytes[at]!;
  if (lead < 0xe1 || lead > 0xef || lead === 0xed || at + 2 >= bytes.length) return false;
  return (bytes[at + 1]! & 0xc0) === 0x80 && (bytes[at + 2]! & 0xc0) === 0x80;
}
