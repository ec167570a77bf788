import { failureOf } from '../../../../network/client/index.ts';
import type { CommandTools } from '../command.ts';
import { askLocalServer } from './localHttp.ts';

export type Headers = readonly (readonly [name: string, value: string])[];

export interface HttpRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: Uint8Array | null;
  readonly timeoutMs: number | null;
  readonly signal: AbortSignal;
}

export interface HttpAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
  /** Throws an `HttpFailure` where it breaks off. */
  readonly body: AsyncIterable<Uint8Array>;
}

export type HttpFailureKind =
  | 'refused'
  | 'not-allowed'
  | 'unreachable'
  | 'redirected'
  | 'timeout'
  | 'too-large'
  | 'cut'
  | 'empty'
  | 'bad-request';

/** Why there is no answer, or no whole one; `detail` is a clause. */
export class HttpFailure extends Error {
  constructor(
    readonly kind: HttpFailureKind,
    readonly detail: string,
  ) {
    super(detail);
    this.name = 'HttpFailure';
  }
}

const loopback = /^(localhost|[\w-]+\.localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\])$/;

export function isLoopback(url: URL): boolean {
  return loopback.test(url.hostname);
}

export function portOf(url: URL): number {
  return Number(url.port || (url.protocol === 'https:' ? 443 : 80));
}

/**
 * Asks a server of the guest where the host means this machine and something listens there; else the page, which
 * asks only hosts that its user has allowed. Throws `HttpFailure`.
 */
export async function ask(tools: CommandTools, request: HttpRequest): Promise<HttpAnswer> {
  const { url } = request;
  const isHere = isLoopback(url);
  if (isHere && url.protocol === 'http:' && tools.dial) {
    const connection = await tools.dial(portOf(url));
    if (connection) return askLocalServer(connection, request);
  }
  if (!tools.fetch) {
    if (isHere) throw new HttpFailure('refused', 'nothing listens on this port');
    throw new HttpFailure('not-allowed', 'this guest has no network');
  }
  try {
    const answer = await tools.fetch({
      url: url.href,
      method: request.method,
      headers: Object.fromEntries(request.headers),
      body: request.body,
      signal: request.signal,
      ...(request.timeoutMs === null ? {} : { timeoutMs: request.timeoutMs }),
    });
    return { ...answer, headers: Object.entries(answer.headers), body: orFailure(answer.body) };
  } catch (error) {
    const failure = asFailure(error);
    // That this machine's own ports are not the user's is no news to anyone; that nothing listens is.
    if (isHere && failure.kind === 'not-allowed')
      throw new HttpFailure('refused', 'nothing listens on this port');
    throw failure;
  }
}

async function* orFailure(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw asFailure(error);
  }
}

function asFailure(error: unknown): HttpFailure {
  const failure = failureOf(error);
  const text = error instanceof Error ? error.message : String(error);
  if (!failure) return new HttpFailure('unreachable', text);
  if (failure.code === 'not-allowed') {
    return new HttpFailure(
      'not-allowed',
      `network is off in this guest; allow ${failure.host} in the session's settings`,
    );
  }
  return new HttpFailure(failure.code === 'unavailable' ? 'unreachable' : failure.code, failure.message);
}
