import { PieceDecoder } from '../text/bytesText.ts';
import { LineReader } from '../text/lineReader.ts';
import { awkRegex, splitBy } from './regex.ts';

/** Records of one input, parted by what `RS` was when its first record was read. */
export class RecordReader {
  readonly #chunks: AsyncIterable<Uint8Array>;
  #lines: LineReader | null = null;
  #records: string[] | null = null;
  #at = 0;

  readonly #beforeWaiting: () => Promise<void>;

  constructor(chunks: AsyncIterable<Uint8Array>, beforeWaiting: () => Promise<void> = async () => {}) {
    this.#chunks = chunks;
    this.#beforeWaiting = beforeWaiting;
  }

  /** A record that needs no waiting; null where there may be more. */
  ready(): string | null {
    return this.#lines && this.#lines.ready > 0 ? this.#lines.next() : null;
  }

  async next(separator: string): Promise<string | null> {
    if (!this.#lines && !this.#records) await this.#open(separator);
    if (this.#lines) return this.#lines.line();
    return this.#records![this.#at++] ?? null;
  }

  async close(): Promise<void> {
    await this.#lines?.close();
  }

  async #open(separator: string): Promise<void> {
    if (separator.length === 1) {
      this.#lines = new LineReader(this.#chunks, separator, this.#beforeWaiting);
      return;
    }
    const decoder = new PieceDecoder();
    let text = '';
    for await (const chunk of this.#chunks) text += decoder.decode(chunk);
    text += decoder.end();
    if (separator === '') {
      const trimmed = text.replace(/^\n+|\n+$/g, '');
      this.#records = trimmed === '' ? [] : trimmed.split(/\n\n+/);
      return;
    }
    const { pieces } = splitBy(text, awkRegex(separator));
    if (pieces.at(-1) === '') pieces.pop();
    this.#records = pieces;
  }
}
