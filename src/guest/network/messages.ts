/**
 * What guest and page say to each other about one request, on a port of its own that the guest makes and the
 * kernel passes on. The first message is the request; everything after it is the answer, in pieces, with
 * credit. All that comes from the guest is hostile: it is parsed by the page and counts as nothing before.
 */

/** Bytes of an answer that may be on their way beyond what the guest has taken. */
export const answerWindowBytes = 1024 * 1024;
/** An answer is sent in pieces of at most this. */
export const answerPieceBytes = 256 * 1024;
/** A longer answer is cut off with `too-large`. */
export const longestAnswerBytes = 64 * 1024 * 1024;
export const longestRequestBytes = 16 * 1024 * 1024;
/** A request that takes longer ends with `timeout`, whatever the guest allows it. */
export const longestRequestMs = 300_000;

export const requestMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
export type RequestMethod = (typeof requestMethods)[number];

export type HeaderList = readonly (readonly [name: string, value: string])[];

/** Guest to page, first. Names of headers are in lower case. */
export interface NetworkRequest {
  readonly url: string;
  readonly method: RequestMethod;
  readonly headers: HeaderList;
  readonly body: Uint8Array | null;
  /** For the whole request with its answer; at most `longestRequestMs`. */
  readonly timeoutMs: number;
}

/** Guest to whoever holds the other end, after the request. A port that is closed aborts as well. */
export type RequesterMessage = { readonly type: 'ack'; readonly bytes: number } | { readonly type: 'abort' };

export type NetworkFailureCode =
  /** The user has not allowed this host for this session. */
  | 'not-allowed'
  /** Not a request that is ever made: another scheme, the page's own address, a forbidden header … */
  | 'bad-request'
  /** No connection, a broken certificate, or a server that lets no web page read its answers; browsers do not tell which. */
  | 'unreachable'
  | 'redirected'
  | 'timeout'
  | 'too-large'
  /** The answer ended before its end. */
  | 'cut'
  /** The guest has no broker, or too many requests wait. */
  | 'unavailable';

export interface NetworkFailure {
  readonly code: NetworkFailureCode;
  /** `host` or `host:port` as the user would allow it; empty where the request has none. */
  readonly host: string;
  /** A clause for a person, without a full stop. */
  readonly message: string;
}

/** Page (or its worker) to guest. */
export type AnswerMessage =
  | {
      readonly type: 'head';
      readonly status: number;
      readonly statusText: string;
      readonly headers: HeaderList;
    }
  | { readonly type: 'data'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'end' }
  | { readonly type: 'failed'; readonly failure: NetworkFailure };

/** What a worker of the guest needs to reach the broker: hand one end of a channel over. */
export type ConnectNetwork = (port: MessagePort) => void;
