import type { OutputChunk, StreamName } from '../../core/index.ts';

/** The live view keeps this much of a running call's output; the store keeps all of it. */
export const LIVE_TAIL_BYTES = 256 * 1024;

const leastBuffer = 4096;

interface Run {
  readonly stream: StreamName;
  length: number;
}

/** Moves past bytes that continue a character whose start was dropped. At most three can. */
function skipContinuation(bytes: Uint8Array): Uint8Array {
  let at = 0;
  while (at < 3 && at < bytes.length && ((bytes[at] ?? 0) & 0xc0) === 0x80) at += 1;
  return bytes.subarray(at);
}

/**
 * The last bytes of a running call in arrival order, bounded; text is made only when somebody looks. They are copied
 * into one buffer of twice their number, since the chunk goes to the store whole and memory per chunk costs more
 * than the copy.
 */
export class LiveTail {
  #buffer = new Uint8Array(0);
  /** What is kept is `#buffer[#from, #to)`. */
  #from = 0;
  #to = 0;
  #total = 0;
  /** Neighbours differ in their stream. Those before `#firstRun` were dropped. */
  #runs: Run[] = [];
  #firstRun = 0;

  constructor(private readonly maxBytes: number = LIVE_TAIL_BYTES) {}

  push({ stream, bytes }: OutputChunk): void {
    if (bytes.length === 0) return;
    const kept = bytes.length > this.maxBytes ? bytes.subarray(bytes.length - this.maxBytes) : bytes;
    this.#total += bytes.length;
    this.#makeRoom(kept.length);
    this.#buffer.set(kept, this.#to);
    this.#to += kept.length;
    const last = this.#firstRun < this.#runs.length ? this.#runs.at(-1) : undefined;
    if (last?.stream === stream) last.length += kept.length;
    else this.#runs.push({ stream, length: kept.length });
    this.#drop(this.#to - this.#from - this.maxBytes);
  }

  tail(): { readonly stream: StreamName; readonly text: string }[] {
    const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
    const begun = { stdout: false, stderr: false };
    const texts: { readonly stream: StreamName; readonly text: string }[] = [];
    let at = this.#from;
    for (const { stream, length } of this.#runs.slice(this.#firstRun)) {
      const bytes = this.#buffer.subarray(at, at + length);
      at += length;
      const cut = this.#total > this.#to - this.#from && !begun[stream];
      begun[stream] = true;
      const text = decoders[stream].decode(cut ? skipContinuation(bytes) : bytes, { stream: true });
      const last = texts.at(-1);
      if (last !== undefined && last.stream === stream) {
        texts[texts.length - 1] = { stream, text: last.text + text };
      } else if (text !== '') texts.push({ stream, text });
    }
    return texts;
  }

  #makeRoom(coming: number): void {
    if (this.#to + coming <= this.#buffer.length) return;
    this.#drop(this.#to - this.#from + coming - this.maxBytes);
    const kept = this.#to - this.#from;
    const size = Math.min(2 * this.maxBytes, Math.max(2 * (kept + coming), leastBuffer));
    if (size > this.#buffer.length) {
      const larger = new Uint8Array(size);
      larger.set(this.#buffer.subarray(this.#from, this.#to));
      this.#buffer = larger;
    } else this.#buffer.copyWithin(0, this.#from, this.#to);
    this.#from = 0;
    this.#to = kept;
  }

  #drop(bytes: number): void {
    let left = bytes;
    if (left <= 0) return;
    this.#from += left;
    for (let run = this.#runs[this.#firstRun]; run !== undefined && left > 0; ) {
      const dropped = Math.min(left, run.length);
      run.length -= dropped;
      left -= dropped;
      if (run.length > 0) break;
      this.#firstRun += 1;
      run = this.#runs[this.#firstRun];
    }
    // Now and then: taking the first of many each time would copy them all.
    if (this.#firstRun > 1024 && this.#firstRun * 2 > this.#runs.length) {
      this.#runs = this.#runs.slice(this.#firstRun);
      this.#firstRun = 0;
    }
  }
}
