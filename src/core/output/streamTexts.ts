import type { OutputText, StreamName, WindowedText } from '../contract/index.ts';
import type { CursorMove } from './escapes.ts';
import type { RunSink, TextRun } from './runDecoder.ts';

/** A windowed text that is told which stream wrote what it gets. */
export interface ShownText {
  ascii(bytes: Uint8Array, from: number, to: number, newlines: number, stream: StreamName): void;
  text(run: TextRun, stream: StreamName): void;
  control?(codePoint: number, stream: StreamName): void;
  move?(kind: CursorMove, count: number): void;
  /** No more comes. */
  flush?(): void;
  read(): WindowedText;
  copy(): ShownText;
}

/**
 * The merged text and each stream's own. Most commands write to one stream only: its text is the merged one then,
 * which is kept once, and copied when the other stream writes.
 */
export class StreamTexts {
  readonly #merged: ShownText;
  readonly #empty: () => ShownText;
  /** The stream that wrote first. */
  #first: StreamName | null = null;
  #own: Readonly<Record<StreamName, ShownText>> | null = null;

  constructor(empty: () => ShownText) {
    this.#merged = empty();
    this.#empty = empty;
  }

  sinkOf(stream: StreamName): RunSink {
    const merged = this.#merged;
    return {
      ascii: (bytes, from, to, newlines) => {
        const own = this.#ownOf(stream);
        merged.ascii(bytes, from, to, newlines, stream);
        own?.ascii(bytes, from, to, newlines, stream);
      },
      text: (run) => {
        const own = this.#ownOf(stream);
        merged.text(run, stream);
        own?.text(run, stream);
      },
      control: (codePoint) => {
        const own = this.#ownOf(stream);
        merged.control?.(codePoint, stream);
        own?.control?.(codePoint, stream);
      },
      move: (kind, count) => {
        const own = this.#ownOf(stream);
        merged.move?.(kind, count);
        own?.move?.(kind, count);
      },
    };
  }

  end(): void {
    for (const text of [this.#own?.stdout, this.#own?.stderr, this.#merged]) text?.flush?.();
  }

  read(): Omit<OutputText, 'cleaner'> {
    const merged = this.#merged.read();
    if (this.#own !== null)
      return { merged, stdout: this.#own.stdout.read(), stderr: this.#own.stderr.read() };
    const nothing = this.#empty().read();
    return this.#first === 'stderr'
      ? { merged, stdout: nothing, stderr: merged }
      : { merged, stdout: merged, stderr: nothing };
  }

  /** The text that a stream has beside the merged one, which gets it next; null where that is the same. */
  #ownOf(stream: StreamName): ShownText | null {
    if (this.#own !== null) return this.#own[stream];
    this.#first ??= stream;
    if (this.#first === stream) return null;
    const [own, other] = [this.#merged.copy(), this.#empty()];
    this.#own = stream === 'stderr' ? { stdout: own, stderr: other } : { stdout: other, stderr: own };
    return other;
  }
}
