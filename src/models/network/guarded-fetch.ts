import type { ProviderId } from './catalog.ts';
import type { KeyVault } from './vault.ts';

/** Headers that hold a secret, or that a browser cannot send and a provider's CORS answer does not allow. */
const DROPPED_HEADERS = ['authorization', 'x-api-key', 'x-goog-api-key', 'cookie', 'user-agent'];

export interface GuardedFetchOptions {
  readonly provider: ProviderId;
  /** The only origin that may be asked. */
  readonly origin: string;
  readonly vault: KeyVault;
  readonly fetch: typeof fetch;
  /** The body as it goes over the wire. Headers are never shown to anyone. */
  readonly onBody: (body: string) => void;
  /** The answer was larger than any; it has been cut. */
  readonly onTooLarge: () => void;
}

/** 128,000 tokens, an event of 300 bytes for each, are 38 MB. What is larger is no answer, or one that never ends. */
const maxAnswerBytes = 64 * 1024 * 1024;
/** What reads the stream keeps a line until its end. The longest that a maker sends is a call with a file in it. */
const maxLineBytes = 8 * 1024 * 1024;
const lineFeed = 10;

/**
 * The only way from a provider package to the network. It asks one origin, follows no redirect, sends no
 * cookie and no referrer, and adds the key itself: the packages above it never see one.
 */
export function createGuardedFetch(options: GuardedFetchOptions): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== options.origin) throw new Error(`a request to ${url.origin} was refused`);
    if (typeof init?.body !== 'string') throw new Error('a request without a text body was refused');
    const headers = new Headers(init.headers);
    for (const name of DROPPED_HEADERS) headers.delete(name);
    options.vault.authorize(options.provider, url, headers);
    options.onBody(init.body);
    const response = await options.fetch(url, {
      method: 'POST',
      headers,
      body: init.body,
      signal: init.signal ?? null,
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    });
    // A wrong address often leads to a web page; read as a stream it would look like one that was cut.
    if (response.ok && response.headers.get('content-type')?.includes('html')) {
      await response.body?.cancel();
      throw new Error('that address holds a web page');
    }
    if (response.body === null) return response;
    const { status, statusText, headers: answered } = response;
    const body = response.body.pipeThrough(bounded(options.onTooLarge));
    return new Response(body, { status, statusText, headers: answered });
  };
}

function bounded(onTooLarge: () => void): TransformStream<Uint8Array, Uint8Array> {
  let seen = 0;
  let line = 0;
  return new TransformStream({
    transform(bytes, controller) {
      seen += bytes.length;
      const at = bytes.lastIndexOf(lineFeed);
      line = at < 0 ? line + bytes.length : bytes.length - at - 1;
      if (seen <= maxAnswerBytes && line <= maxLineBytes) {
        controller.enqueue(bytes);
        return;
      }
      onTooLarge();
      controller.error(new Error('the answer is larger than any'));
    },
  });
}
