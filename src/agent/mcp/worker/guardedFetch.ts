import type { HeaderVault } from './headerVault.ts';

/** One answer may hold this many bytes; what is larger is no result that anybody reads. */
export const maxAnswerBytes = 64 * 1024 * 1024;

/** How the body of an answer ended. */
export interface BodyEnd {
  /** The request's own id in JSON-RPC, null where the body of the request was none. */
  readonly rpcId: string | number | null;
  /** The stream named an event, so the transport can ask for the rest by itself. */
  readonly canResume: boolean;
  readonly tooLarge: boolean;
}

export interface GuardedFetchOptions {
  readonly origin: string;
  readonly vault: HeaderVault;
  readonly fetch: typeof fetch;
  readonly onBodyEnd: (end: BodyEnd) => void;
}

function rpcIdOf(body: unknown): string | number | null {
  if (typeof body !== 'string') return null;
  try {
    const message: unknown = JSON.parse(body);
    if (typeof message !== 'object' || message === null || !('id' in message)) return null;
    return typeof message.id === 'string' || typeof message.id === 'number' ? message.id : null;
  } catch {
    return null;
  }
}

/**
 * The only way from the MCP package to the network: one origin, no redirect, no cookie, no referrer, a bounded answer.
 * The headers are put on here; nothing above has them.
 */
export function createGuardedFetch(options: GuardedFetchOptions): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== options.origin) throw new Error(`a request to ${url.origin} was refused`);
    const headers = new Headers(init?.headers);
    options.vault.authorize(options.origin, headers);
    const response = await options.fetch(url, {
      method: init?.method ?? 'GET',
      headers,
      body: init?.body ?? null,
      signal: init?.signal ?? null,
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    });
    if (response.body === null) return response;
    const { status, statusText, headers: answered } = response;
    const watched = watch(response.body, (end) => options.onBodyEnd({ ...end, rpcId: rpcIdOf(init?.body) }));
    return new Response(watched, { status, statusText, headers: answered });
  };
}

function watch(
  body: ReadableStream<Uint8Array>,
  onEnd: (end: Omit<BodyEnd, 'rpcId'>) => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let seen = 0;
  let start = '';
  const end = (tooLarge: boolean) => onEnd({ canResume: /^id:/m.test(start), tooLarge });
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          controller.close();
          end(false);
          return;
        }
        seen += value.length;
        if (start.length < 8192) start += decoder.decode(value.subarray(0, 8192), { stream: true });
        if (seen <= maxAnswerBytes) {
          controller.enqueue(value);
          return;
        }
        void reader.cancel().catch(() => {});
        controller.error(new Error(`The answer is larger than ${maxAnswerBytes} bytes.`));
        end(true);
      } catch (error) {
        controller.error(error);
        end(false);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
