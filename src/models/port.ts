import type { AssistantPart, ModelRef, Prompt, TokenUsage } from '../core/index.ts';

/** A failed request, worded for a person: what happened, what to do. Never holds a key. */
export interface ModelError {
  /** AUTH, RATE_LIMIT, OVERLOADED, BAD_REQUEST, NETWORK_OR_CORS, STREAM_CUT, BAD_RESPONSE, NO_KEY, BAD_BASE_URL, ABORTED, SCRIPT_MISMATCH, WORKER_DIED */
  readonly code: string;
  readonly message: string;
  readonly httpStatus: number | null;
  /** The same request may be sent again without harm (nothing was acted on). */
  readonly retryable: boolean;
  readonly retryAfterMs: number | null;
}

/** What happens while one request streams, in order. The stream never throws: it ends with `end`. */
export type ModelEvent =
  /**
   * Body as sent on the wire, for the inspector; never holds the key. A model without a wire gives a
   * function that writes the body on demand, so that a step costs the same at message 5,000 as at message 1.
   */
  | { readonly type: 'request'; readonly body: string | (() => string) }
  | { readonly type: 'text-delta'; readonly delta: string }
  | { readonly type: 'reasoning-delta'; readonly delta: string }
  /** A whole call; its input is parsed at the door. */
  | { readonly type: 'tool-call'; readonly part: Extract<AssistantPart, { type: 'tool-call' }> }
  | {
      readonly type: 'end';
      /** Everything that came, in order, as the provider gave it. */
      readonly parts: readonly AssistantPart[];
      readonly usage: TokenUsage | null;
      readonly finish: 'stop' | 'tool-calls' | 'length' | 'content-filter' | 'error' | 'other';
      readonly error: ModelError | null;
    };

export interface ModelClient {
  readonly ref: ModelRef;
  /** Whether the maker's own tokenizer is one of ours (else the UI says "not the model's own tokenizer"). */
  readonly ownTokenizer: boolean;
  stream(prompt: Prompt, signal: AbortSignal): AsyncIterable<ModelEvent>;
}
