import type { CommandTools, Context } from '../command.ts';
import { openInput } from '../inputs.ts';
import { PieceDecoder } from './bytesText.ts';

/** Lines of a stream of bytes, as lossless text without their ends. */
export class LineReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #decoder = new PieceDecoder();
  readonly #end: string;
  readonly #beforeWaiting: () => Promise<void>;
  #lines: string[] = [];
  #at = 0;
  #rest = '';
  #done = false;
  /** Whether the line read last had its end; only the last one of a file can lack it. */
  endedLine = true;

  /** `beforeWaiting`: what was made of the lines so far is passed on before more of them are waited for. */
  constructor(
    chunks: AsyncIterable<Uint8Array>,
    end = '\n',
    beforeWaiting: () => Promise<void> = async () => {},
  ) {
    this.#beforeWaiting = beforeWaiting;
    this.#chunks = chunks[Symbol.asyncIterator]();
    this.#end = end;
  }

  /** How many lines can be read without waiting. */
  get ready(): number {
    return this.#lines.length - this.#at;
  }

  /** Reads on until a line is ready; false at the end. */
  async fill(): Promise<boolean> {
    while (this.ready === 0 && !this.#done) await this.#more();
    return this.ready > 0;
  }

  /** Whether another line follows the `count` ready ones that come next. */
  async hasMoreThan(count: number): Promise<boolean> {
    while (this.ready <= count && !this.#done) await this.#more();
    return this.ready > count;
  }

  /** The next line; only after `fill` or `hasMoreThan` said that there is one. */
  next(): string {
    const line = this.#lines[this.#at++]!;
    this.endedLine = this.ready > 0 || !this.#done || this.#lastEnded;
    return line;
  }

  async line(): Promise<string | null> {
    return this.ready > 0 || (await this.fill()) ? this.next() : null;
  }

  /** Tells the source that nobody reads on. */
  async close(): Promise<void> {
    this.#done = true;
    this.#lines = [];
    this.#at = 0;
    await this.#chunks.return?.();
  }

  #lastEnded = true;

  async #more(): Promise<void> {
    await this.#beforeWaiting();
    const { value, done } = await this.#chunks.next();
    const text = this.#rest + (done ? this.#decoder.end() : this.#decoder.decode(value));
    const lines = text.split(this.#end);
    this.#rest = lines.pop() ?? '';
    if (done) {
      this.#done = true;
      this.#lastEnded = this.#rest === '';
      if (this.#rest !== '') lines.push(this.#rest);
      this.#rest = '';
    }
    this.#lines = this.ready > 0 ? [...this.#lines.slice(this.#at), ...lines] : lines;
    this.#at = 0;
  }
}

/** The lines of standard input, for a command that asks; null where there is none. */
export async function answersOf(tools: CommandTools, context: Context): Promise<LineReader | null> {
  const input = await openInput(tools, context, '-');
  return 'failed' in input ? null : new LineReader(input.chunks);
}
