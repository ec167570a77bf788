import type { OutputChunk, StreamName } from '../../core/index.ts';

/** The live view keeps this much of a running call's output; the store keeps all of it. */
export const LIVE_TAIL_BYTES = 256 * 1024;

interface Run {
  readonly stream: StreamName;
  bytes: Uint8Array;
}

/** Moves past bytes that continue a character whose start was dropped. At most three can. */
function skipContinuation(bytes: Uint8Array): Uint8Array {
  let at = 0;
  while (at < 3 && at < bytes.length && ((bytes[at] ?? 0) & 0xc0) === 0x80) at += 1;
  return bytes.subarray(at);
}

/** The last bytes of a running call in arrival order, bounded; text is made only when somebody looks. */
export class LiveTail {
  #runs: Run[] = [];
  #kept = 0;
  #total = 0;
  #joinAt = 512;

  constructor(private readonly maxBytes: number = LIVE_TAIL_BYTES) {}

  push(chunk: OutputChunk): void {
    const { bytes } = chunk;
    if (bytes.length === 0) return;
    this.#total += bytes.length;
    // A copy, since the chunk may be handed to the store whole; never more of it than the tail can hold.
    this.#runs.push({ stream: chunk.stream, bytes: bytes.slice(-this.maxBytes) });
    this.#kept += Math.min(bytes.length, this.maxBytes);
    let first = this.#runs[0];
    while (first !== undefined && this.#kept - first.bytes.length >= this.maxBytes) {
      this.#kept -= first.bytes.length;
      this.#runs.shift();
      first = this.#runs[0];
    }
    if (first !== undefined && this.#kept > this.maxBytes) {
      const over = this.#kept - this.maxBytes;
      first.bytes = first.bytes.subarray(over);
      this.#kept -= over;
    }
    // Thousands of one-line chunks would make every look expensive: neighbours of one stream are joined.
    if (this.#runs.length > this.#joinAt) {
      this.#join();
      this.#joinAt = Math.max(512, this.#runs.length * 2);
    }
  }

  tail(): { readonly stream: StreamName; readonly text: string }[] {
    const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
    const begun = { stdout: false, stderr: false };
    const texts: { readonly stream: StreamName; readonly text: string }[] = [];
    for (const run of this.#runs) {
      const cut = this.#total > this.#kept && !begun[run.stream];
      begun[run.stream] = true;
      const text = decoders[run.stream].decode(cut ? skipContinuation(run.bytes) : run.bytes, {
        stream: true,
      });
      const last = texts.at(-1);
      if (last !== undefined && last.stream === run.stream) {
        texts[texts.length - 1] = { stream: run.stream, text: last.text + text };
      } else if (text !== '') texts.push({ stream: run.stream, text });
    }
    return texts;
  }

  #join(): void {
    const joined: Run[] = [];
    let group: Uint8Array[] = [];
    let stream: StreamName = 'stdout';
    const close = () => {
      if (group.length === 0) return;
      const bytes = new Uint8Array(group.reduce((sum, part) => sum + part.length, 0));
      let at = 0;
      for (const part of group) {
        bytes.set(part, at);
        at += part.length;
      }
      joined.push({ stream, bytes });
      group = [];
    };
    for (const run of this.#runs) {
      if (run.stream !== stream) close();
      stream = run.stream;
      group.push(run.bytes);
    }
    close();
    this.#runs = joined;
  }
}
