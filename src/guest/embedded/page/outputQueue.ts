import type { OutputChunk } from '../../../core/index.ts';

/**
 * Chunks between the port and one consumer. `onTaken` hears of bytes when the consumer takes them; a
 * consumer that leaves early counts as taking everything from then on, so that the command can end.
 */
export class OutputQueue implements AsyncIterable<OutputChunk> {
  readonly #onTaken: (bytes: number) => void;
  #chunks: OutputChunk[] = [];
  #first = 0;
  #ended = false;
  #abandoned = false;
  #wake: (() => void) | null = null;

  constructor(onTaken: (bytes: number) => void) {
    this.#onTaken = onTaken;
  }

  push(chunk: OutputChunk): void {
    if (this.#ended) return;
    if (this.#abandoned) {
      this.#onTaken(chunk.bytes.length);
      return;
    }
    this.#chunks.push(chunk);
    this.#notify();
  }

  end(): void {
    this.#ended = true;
    this.#notify();
  }

  [Symbol.asyncIterator](): AsyncIterator<OutputChunk> {
    return {
      next: async () => {
        while (this.#first === this.#chunks.length) {
          if (this.#ended || this.#abandoned) return { done: true, value: undefined };
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
        }
        return { done: false, value: this.#take() };
      },
      return: async () => {
        this.#abandoned = true;
        while (this.#first < this.#chunks.length) this.#take();
        this.#notify();
        return { done: true, value: undefined };
      },
    };
  }

  #take(): OutputChunk {
    const chunk = this.#chunks[this.#first];
    if (!chunk) throw new Error('the output queue is empty');
    this.#first += 1;
    // Shifting each time would copy the queue; clearing it now and then does not.
    if (this.#first === this.#chunks.length || this.#first >= 1024) {
      this.#chunks = this.#chunks.slice(this.#first);
      this.#first = 0;
    }
    this.#onTaken(chunk.bytes.length);
    return chunk;
  }

  #notify(): void {
    const wake = this.#wake;
    this.#wake = null;
    wake?.();
  }
}
