import {
  type AnswerMessage,
  answerPieceBytes,
  answerWindowBytes,
  type HeaderList,
  longestAnswerBytes,
  type NetworkFailure,
  type NetworkFailureCode,
} from '../messages.ts';
import type { BrokerReply, BrokerRequest } from './workerMessages.ts';

export interface BrokerWorld {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Calls back after so many milliseconds; returns what calls it off. */
  readonly after: (ms: number, done: () => void) => () => void;
}

type Fetch = Extract<BrokerRequest, { type: 'fetch' }>;

/** The worker's side, without the worker: takes the page's messages in. The page has checked every request. */
export function serveRequests(
  world: BrokerWorld,
  post: (reply: BrokerReply) => void,
): (message: BrokerRequest) => void {
  const running = new Map<number, AbortController>();
  return (message) => {
    if (message.type === 'abort') {
      running.get(message.id)?.abort();
      return;
    }
    const stop = new AbortController();
    running.set(message.id, stop);
    void answer(world, message, stop).finally(() => {
      running.delete(message.id);
      post({ type: 'over', id: message.id });
    });
  };
}

async function answer(
  world: BrokerWorld,
  { request, host, port }: Fetch,
  stop: AbortController,
): Promise<void> {
  const send = (message: AnswerMessage, transfer: Transferable[] = []) => port.postMessage(message, transfer);
  const fail = (code: NetworkFailureCode, message: string) => {
    const failure: NetworkFailure = { code, host, message };
    send({ type: 'failed', failure });
  };
  const credit = new Credit(stop.signal);
  // Whatever else the guest says is no word of this protocol and means nothing.
  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== 'object' || data === null || !('type' in data)) return;
    if (data.type === 'abort') stop.abort();
    else if (data.type === 'ack' && 'bytes' in data && typeof data.bytes === 'number') credit.add(data.bytes);
  };
  // A killed process says nothing; where the browser tells of closed ports, that is word enough.
  port.addEventListener('close', () => stop.abort());
  let late = false;
  const callOff = world.after(request.timeoutMs, () => {
    late = true;
    stop.abort();
  });
  let begun = false;
  try {
    const response = await world.fetch(request.url, {
      method: request.method,
      headers: request.headers.map(([name, value]): [string, string] => [name, value]),
      body: request.body === null ? null : new Uint8Array(request.body),
      signal: stop.signal,
      // The browser does not show a page where a redirect leads, so its target cannot be checked before it
      // is asked. It is not asked.
      redirect: 'manual',
      mode: 'cors',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    });
    if (
      response.type === 'opaqueredirect' ||
      (response.status >= 300 && response.status < 400 && response.status !== 304)
    ) {
      fail(
        'redirected',
        'the server answered with a redirect, and a browser does not show a page where it leads',
      );
      return;
    }
    begun = true;
    send({
      type: 'head',
      status: response.status,
      statusText: response.statusText,
      headers: decodedHeaders(response.headers),
    });
    if (!(await passBody(response, credit, send))) {
      fail('too-large', `the answer is longer than ${longestAnswerBytes} bytes`);
      return;
    }
    send({ type: 'end' });
  } catch {
    if (late) fail('timeout', `there was no whole answer within ${request.timeoutMs} ms`);
    else if (stop.signal.aborted) fail('cut', 'the request was stopped');
    else if (begun) fail('cut', 'the answer broke off before its end');
    else
      fail(
        'unreachable',
        'the server cannot be reached, or does not let web pages read it (no CORS headers)',
      );
  } finally {
    callOff();
    stop.abort();
    // The guest closes the port when it has read the last message.
    port.onmessage = null;
  }
}

/** False where the answer is longer than any may be. */
async function passBody(
  response: Response,
  credit: Credit,
  send: (message: AnswerMessage, transfer: Transferable[]) => void,
): Promise<boolean> {
  const reader = response.body?.getReader();
  if (!reader) return true;
  let total = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return true;
    total += value.length;
    if (total > longestAnswerBytes) {
      await reader.cancel();
      return false;
    }
    for (let from = 0; from < value.length; from += answerPieceBytes) {
      const bytes = value.slice(from, from + answerPieceBytes);
      await credit.take(bytes.length);
      send({ type: 'data', bytes }, [bytes.buffer]);
    }
  }
}

/** The body arrives unpacked, so that what speaks of the packed one would be wrong. */
function decodedHeaders(headers: Headers): HeaderList {
  const packed = headers.has('content-encoding');
  return [...headers].filter(
    ([name]) => !packed || (name !== 'content-encoding' && name !== 'content-length'),
  );
}

/** Bytes that may still be sent. A guest that claims to have taken more than it was given gains nothing by it. */
class Credit {
  #left = answerWindowBytes;
  #wake: (() => void) | null = null;

  constructor(private readonly signal: AbortSignal) {
    signal.addEventListener('abort', () => this.#wake?.());
  }

  add(bytes: number): void {
    if (!Number.isSafeInteger(bytes) || bytes <= 0) return;
    this.#left = Math.min(answerWindowBytes, this.#left + bytes);
    this.#wake?.();
  }

  async take(bytes: number): Promise<void> {
    while (this.#left < bytes && !this.signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.signal.throwIfAborted();
    this.#left -= bytes;
  }
}
