/**
 * What the page and the worker that speaks to MCP servers say to each other, as plain data. A header goes one way only:
 * into the worker. No message from the worker has a place for one.
 */
export type ToMcpWorker =
  | {
      readonly type: 'set-headers';
      readonly id: number;
      readonly url: string;
      readonly headers: readonly HeaderLine[];
      readonly remember: boolean;
    }
  | { readonly type: 'has-headers'; readonly id: number; readonly url: string }
  | { readonly type: 'forget-headers'; readonly id: number }
  | { readonly type: 'connect'; readonly id: number; readonly server: string; readonly url: string }
  | { readonly type: 'disconnect'; readonly server: string }
  | { readonly type: 'list'; readonly id: number; readonly server: string }
  | {
      readonly type: 'call';
      readonly id: number;
      readonly server: string;
      readonly tool: string;
      readonly input: object;
    }
  | { readonly type: 'cancel'; readonly id: number };

export type HeaderLine = readonly [name: string, value: string];

export type FromMcpWorker =
  | { readonly type: 'answer'; readonly id: number; readonly answer: McpAnswer }
  | { readonly type: 'progress'; readonly id: number; readonly words: string }
  | { readonly type: 'tools-changed'; readonly server: string }
  | { readonly type: 'closed'; readonly server: string; readonly message: string };

/** `value`: of a call and of a list what the worker has read of what the server gave, which is hostile. */
export type McpAnswer<Value = unknown> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: McpFailure };

export interface McpFailure {
  /** NETWORK_OR_CORS, STREAM_CUT, MCP_ERROR, CANCELLED, NOT_CONNECTED, TOO_LARGE, BAD_ANSWER, BAD_HEADERS, WORKER_DIED */
  readonly code: string;
  /** A sentence for a person; holds no header. */
  readonly message: string;
}
