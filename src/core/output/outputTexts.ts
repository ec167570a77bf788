import type { CleanerId, OutputText, StreamName } from '../contract/index.ts';
import { cleanerRules } from './cleanerRules.ts';
import { RedrawnWindow } from './redrawnWindow.ts';
import { RunDecoder } from './runDecoder.ts';
import { type ShownText, StreamTexts } from './streamTexts.ts';
import { TextStream } from './textStream.ts';
import { TextWindow } from './textWindow.ts';

/** Sizes of the two ends that are kept of each text, in UTF-16 units. */
export interface WindowSizes {
  /** 131,072 where left out. */
  readonly headUnits?: number;
  /** 131,072 where left out. */
  readonly tailUnits?: number;
}

const DEFAULT_WINDOW_UNITS = 131_072;

/**
 * The three windowed texts of an output. The merged text is the two streams' cleaned characters in the order
 * in which they were complete: a character whose bytes came in two chunks stands where its last byte came.
 * Where the cleaner follows redraws, the merged text is what one terminal shows of both streams.
 */
export class OutputTexts {
  readonly #cleaner: CleanerId;
  readonly #texts: StreamTexts;
  readonly #streams: Readonly<Record<StreamName, TextStream>>;

  /** @throws RangeError where a window size is not a whole number of at least 0. */
  constructor(cleaner: CleanerId, sizes: WindowSizes) {
    const head = checkedUnits('headUnits', sizes.headUnits);
    const tail = checkedUnits('tailUnits', sizes.tailUnits);
    const texts = new StreamTexts((): ShownText => {
      const window = new TextWindow(head, tail);
      return cleanerRules(cleaner).redraws ? new RedrawnWindow(window) : window;
    });
    const streamOf = (stream: StreamName) =>
      new TextStream(cleaner, new RunDecoder(cleaner, texts.sinkOf(stream)));
    this.#cleaner = cleaner;
    this.#texts = texts;
    this.#streams = { stdout: streamOf('stdout'), stderr: streamOf('stderr') };
  }

  /** Takes `bytes[from, to)` of one stream and returns how many newline bytes it held. */
  push(stream: StreamName, bytes: Uint8Array, from: number, to: number): number {
    return this.#streams[stream].push(bytes, from, to);
  }

  /** Flushes stdout, then stderr. */
  end(): void {
    this.#streams.stdout.end();
    this.#streams.stderr.end();
    this.#texts.end();
  }

  read(): OutputText {
    return { cleaner: this.#cleaner, ...this.#texts.read() };
  }
}

function checkedUnits(name: string, units: number | undefined): number {
  const size = units ?? DEFAULT_WINDOW_UNITS;
  if (!Number.isSafeInteger(size) || size < 0)
    throw new RangeError(`${name} must be a whole number of at least 0`);
  return size;
}
