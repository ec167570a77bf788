import type { InputMode } from '../../port.ts';
import type { TypedInput } from '../shell/index.ts';
import type { AckMessage, InputMessage, RunMessage } from './messages.ts';
import type { OutputPipe } from './outputPipe.ts';

/** The standard input of an interactive run: asks the page for what a person types, once for each read. */
export class TypedLines implements TypedInput {
  mode: InputMode = 'line';
  readonly #io: MessagePort;
  readonly #output: Pick<OutputPipe, 'settle'> | null;
  #answer: ((bytes: Uint8Array<ArrayBuffer> | null) => void) | null = null;
  #ended = false;

  constructor(io: MessagePort, output: Pick<OutputPipe, 'settle'> | null) {
    this.#io = io;
    this.#output = output;
    io.addEventListener('message', ({ data }: MessageEvent<AckMessage | InputMessage>) => {
      if (data.type !== 'input') return;
      if (data.bytes === null) this.#ended = true;
      this.#give(data.bytes && new Uint8Array(data.bytes));
    });
  }

  async read(): Promise<Uint8Array<ArrayBuffer> | null> {
    if (this.#ended) return null;
    await this.#output?.settle();
    const answered = new Promise<Uint8Array<ArrayBuffer> | null>((resolve) => {
      this.#answer = resolve;
    });
    const wish: RunMessage = { type: 'input-wanted', mode: this.mode };
    this.#io.postMessage(wish);
    return answered;
  }

  close(): void {
    this.#give(null);
  }

  #give(bytes: Uint8Array<ArrayBuffer> | null): void {
    this.#answer?.(bytes);
    this.#answer = null;
  }
}
