import type {
  AnswerMessage,
  ConnectNetwork,
  HeaderList,
  NetworkFailure,
  NetworkRequest,
  RequesterMessage,
} from '../messages.ts';

export interface NetworkAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderList;
  readonly body: AnswerBody;
}

export type Asked =
  | { readonly ok: true; readonly answer: NetworkAnswer }
  | { readonly ok: false; readonly failure: NetworkFailure };

const gone: NetworkFailure = { code: 'cut', host: '', message: 'the request was stopped' };

/** Makes one request through the page. Never throws; `signal` ends it with `cut`. */
export async function requestNetwork(
  connect: ConnectNetwork,
  request: NetworkRequest,
  signal?: AbortSignal,
): Promise<Asked> {
  const channel = new MessageChannel();
  const port = channel.port1;
  const body = new AnswerBody(port);
  const onAbort = () => body.stop();
  signal?.addEventListener('abort', onAbort, { once: true });
  connect(channel.port2);
  port.postMessage(request);
  if (signal?.aborted) onAbort();
  const head = await body.head;
  void body.over.then(() => signal?.removeEventListener('abort', onAbort));
  if (head === null) return { ok: false, failure: body.failure ?? gone };
  return { ok: true, answer: { ...head, body } };
}

/** The bytes of an answer as they come, once. At their end `failure` says whether they are all. */
export class AnswerBody implements AsyncIterable<Uint8Array<ArrayBuffer>> {
  readonly head: Promise<Omit<NetworkAnswer, 'body'> | null>;
  readonly over: Promise<void>;
  readonly #port: MessagePort;
  readonly #queue: Uint8Array<ArrayBuffer>[] = [];
  #settleHead: (head: Omit<NetworkAnswer, 'body'> | null) => void = () => {};
  #settleOver: () => void = () => {};
  #wake: () => void = () => {};
  #ended = false;
  #failure: NetworkFailure | null = null;

  constructor(port: MessagePort) {
    this.#port = port;
    this.head = new Promise((resolve) => {
      this.#settleHead = resolve;
    });
    this.over = new Promise((resolve) => {
      this.#settleOver = resolve;
    });
    port.onmessage = ({ data }: MessageEvent<AnswerMessage>) => this.#receive(data);
    // Where the page's worker dies nothing more is said; browsers that tell of closed ports end it here.
    port.addEventListener('close', () => this.#end(gone));
  }

  /** Null where every byte came. */
  get failure(): NetworkFailure | null {
    return this.#failure;
  }

  /** Gives the rest up. */
  stop(): void {
    if (!this.#ended) this.#say({ type: 'abort' });
    this.#end(gone);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    try {
      for (;;) {
        const bytes = this.#queue.shift();
        if (bytes) {
          this.#say({ type: 'ack', bytes: bytes.length });
          yield bytes;
        } else if (this.#ended) return;
        else
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
      }
    } finally {
      this.stop();
    }
  }

  /** All of it, for answers that are small by nature. */
  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    const parts: Uint8Array[] = [];
    let length = 0;
    for await (const part of this) {
      parts.push(part);
      length += part.length;
    }
    const all = new Uint8Array(length);
    let at = 0;
    for (const part of parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }

  #receive(message: AnswerMessage): void {
    if (this.#ended) return;
    if (message.type === 'head') this.#settleHead(message);
    else if (message.type === 'data') this.#queue.push(message.bytes);
    else this.#end(message.type === 'failed' ? message.failure : null);
    this.#wake();
  }

  #say(message: RequesterMessage): void {
    if (!this.#ended) this.#port.postMessage(message);
  }

  #end(failure: NetworkFailure | null): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#failure = failure;
    this.#settleHead(null);
    this.#settleOver();
    this.#wake();
    this.#port.close();
  }
}
