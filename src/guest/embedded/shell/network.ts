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
