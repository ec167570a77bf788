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

/** A connection to a server that runs in the guest: two streams of bytes. */
export interface GuestConnection {
  /** What the server sends, to its end. */
  readonly input: AsyncIterable<Uint8Array>;
  /** False once the server reads no more. */
  write(bytes: Uint8Array): Promise<boolean>;
  /** Ends both directions; harmless to repeat. */
  close(): void;
}

/** Null where nothing listens on the port. */
export type DialGuest = (port: number) => Promise<GuestConnection | null>;
