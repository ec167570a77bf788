import type { CleanerId } from '../contract/index.ts';
import type { ByteDecoder } from './charDecoder.ts';
import { cleanerRules } from './cleanerRules.ts';
import { RUN_BYTES } from './runDecoder.ts';
import { scanPlain, type Watch } from './scan.ts';

/**
 * One stream's bytes → decoded, cleaned characters, whatever the chunks were. Decoding is UTF-8 as WHATWG's
 * decoder does it (each maximal invalid part is one U+FFFD) with a byte order mark kept. Plain ASCII passes in
 * whole runs, without a string or a step per character.
 */
export class TextStream {
  readonly #decoder: ByteDecoder;
  readonly #watch: Watch;
  #offset = 0;

  /** The decoder works by the same cleaner. */
  constructor(cleaner: CleanerId, decoder: ByteDecoder) {
    this.#decoder = decoder;
    const { escapes, redraws, nul } = cleanerRules(cleaner);
    this.#watch = { esc: escapes, nul, redraws };
  }

  /** Bytes taken so far. */
  get offset(): number {
    return this.#offset;
  }

  /**
   * Takes `bytes[from, to)` and returns how many newline bytes it held. Plain blocks that follow each other go to
   * the sink as one run, so that a window which keeps the ends only does not copy what lies between.
   */
  push(bytes: Uint8Array, from: number, to: number): number {
    let newlines = 0;
    let runNewlines = 0;
    let runFrom = from;
    const endRun = (at: number): void => {
      if (at > runFrom) this.#decoder.ascii(bytes, runFrom, at, runNewlines, this.#offset - (at - runFrom));
    };
    for (let at = from; at < to; ) {
      // Small enough that one coloured word does not slow a whole chunk, large enough that the scan is all there is.
      const end = Math.min(to, at + RUN_BYTES);
      let inBlock = scanPlain(bytes, at, end, this.#watch, true);
      if (inBlock >= 0 && this.#decoder.idle) {
        runNewlines += inBlock;
        this.#offset += end - at;
      } else {
        endRun(at);
        inBlock = this.#decoder.decode(bytes, at, end, this.#offset - at);
        this.#offset += end - at;
        runFrom = end;
        runNewlines = 0;
      }
      newlines += inBlock;
      at = end;
    }
    endRun(to);
    return newlines;
  }

  /** An unfinished character becomes U+FFFD; an unfinished escape sequence is dropped. */
  end(): void {
    this.#decoder.end(this.#offset);
  }
}
