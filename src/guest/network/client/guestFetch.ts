import { type ConnectNetwork, longestRequestMs, type NetworkFailure, requestMethods } from '../messages.ts';
import { requestNetwork } from './requestNetwork.ts';

/** One HTTP request of a guest program, made for it by the page after the user allowed the host. */
export interface GuestRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
  /** For the whole answer; without it the page's own limit holds. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

export interface GuestResponse {
  readonly status: number;
  readonly statusText: string;
  /** Where redirects led. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Rejects with one sentence where no answer came: not allowed, no such host, no CORS headers. */
export type GuestFetch = (request: GuestRequest) => Promise<GuestResponse>;

/** Why there was no answer, or no whole one; its message is one sentence for whoever called the program. */
export class NetworkError extends Error {
  constructor(readonly failure: NetworkFailure) {
    super(`${failure.host ? `${failure.host}: ` : ''}${failure.message}`);
    this.name = 'NetworkError';
  }
}

/** Also for an error that was made by another bundle in the same worker, whose class is another. */
export function failureOf(error: unknown): NetworkFailure | null {
  if (!(error instanceof Error) || error.name !== 'NetworkError' || !('failure' in error)) return null;
  return (error as NetworkError).failure;
}

/** HTTP for the guest's programs, over the page. A body that breaks off throws a `NetworkError` where it is read. */
export function createGuestFetch(connect: ConnectNetwork): GuestFetch {
  return async ({ url, method, headers, body, timeoutMs = longestRequestMs, signal }) => {
    const known = requestMethods.find((each) => each === method.toUpperCase());
    if (!known)
      throw new NetworkError({ code: 'bad-request', host: '', message: `${method} is not sent from here` });
    const request = {
      url,
      method: known,
      headers: Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const),
      body: body === null ? null : new Uint8Array(body),
      timeoutMs,
    };
    const asked = await requestNetwork(connect, request, signal);
    if (!asked.ok) throw new NetworkError(asked.failure);
    const { answer } = asked;
    const response: GuestResponse = {
      status: answer.status,
      statusText: answer.statusText,
      url,
      headers: Object.fromEntries(answer.headers),
      body: wholeBody(answer.body),
    };
    return response;
  };
}

async function* wholeBody(
  body: AsyncIterable<Uint8Array> & { readonly failure: NetworkFailure | null },
): AsyncGenerator<Uint8Array> {
  yield* body;
  if (body.failure) throw new NetworkError(body.failure);
}
