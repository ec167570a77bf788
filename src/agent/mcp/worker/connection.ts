import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  McpError,
  type Progress,
  ResultSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { JsonSchemaValidator, jsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/types.js';
import { createGuardedFetch } from './guardedFetch.ts';
import type { HeaderVault } from './headerVault.ts';
import type { McpAnswer, McpFailure } from './messages.ts';

/** Address of the server that runs in this worker and needs no network. */
export const demoServerUrl = 'demo:';

const setUpMs = 20_000;
/** How long a call may take is said by whoever makes it: the package's own clock only bounds what was forgotten. */
const longestCallMs = 24 * 60 * 60 * 1000;
/** An answer that has arrived whole is handed over a moment later; a stream that ended without it was cut. */
const cutAfterMs = 250;
const maxPages = 20;

export interface ConnectionWorld {
  readonly vault: HeaderVault;
  readonly fetch: typeof fetch;
  /** Makes the transport to the server in this worker. */
  readonly demo: () => Promise<Transport>;
}

interface PendingCall {
  readonly stop: AbortController;
  readonly fail: (failure: McpFailure) => void;
}

/** One MCP server as long as it is connected. */
export class McpConnection {
  readonly #client: Client;
  readonly #calls = new Map<number, PendingCall>();
  /** Calls by the id that the package gave their request. */
  readonly #byRpcId = new Map<string | number, number>();
  #sending: number | null = null;

  constructor(
    private readonly world: ConnectionWorld,
    private readonly on: { readonly toolsChanged: () => void; readonly closed: (message: string) => void },
  ) {
    this.#client = new Client(
      { name: 'spillway', version: '1' },
      {
        capabilities: {},
        // Results are read at the page's own door; the package's checker would compile code, which no policy here allows.
        jsonSchemaValidator: takesAnything,
      },
    );
  }

  async connect(url: string): Promise<McpAnswer> {
    try {
      const transport = url === demoServerUrl ? await this.world.demo() : this.#http(new URL(url));
      this.#notingIds(transport);
      this.#client.setNotificationHandler(ToolListChangedNotificationSchema, () => this.on.toolsChanged());
      this.#client.onclose = () => this.on.closed('The connection to the server has ended.');
      this.#client.onerror = (error) => {
        if (error.message.includes('Maximum reconnection attempts')) this.#failAll(streamCut);
      };
      await this.#client.connect(transport, { timeout: setUpMs });
      const { name = '', version = '' } = this.#client.getServerVersion() ?? {};
      return { ok: true, value: { name, version } };
    } catch (error) {
      return { ok: false, error: failureOf(error) };
    }
  }

  /** Every tool that the server has, as it tells of them. */
  async list(): Promise<McpAnswer> {
    const tools: unknown[] = [];
    let cursor: string | undefined;
    try {
      for (let page = 0; page < maxPages; page += 1) {
        const params = cursor === undefined ? {} : { cursor };
        const result = await this.#client.request({ method: 'tools/list', params }, ResultSchema, {
          timeout: setUpMs,
        });
        if (Array.isArray(result.tools)) tools.push(...result.tools);
        if (typeof result.nextCursor !== 'string' || result.nextCursor === cursor) break;
        cursor = result.nextCursor;
      }
      return { ok: true, value: tools };
    } catch (error) {
      return { ok: false, error: failureOf(error) };
    }
  }

  call(id: number, tool: string, input: object, onProgress: (words: string) => void): Promise<McpAnswer> {
    return new Promise((resolve) => {
      const stop = new AbortController();
      const settle = (answer: McpAnswer) => {
        this.#calls.delete(id);
        for (const [rpcId, call] of this.#byRpcId) if (call === id) this.#byRpcId.delete(rpcId);
        resolve(answer);
      };
      this.#calls.set(id, { stop, fail: (error) => settle({ ok: false, error }) });
      this.#sending = id;
      const request = this.#client.request(
        { method: 'tools/call', params: { name: tool, arguments: input } },
        ResultSchema,
        {
          signal: stop.signal,
          timeout: longestCallMs,
          onprogress: (progress) => onProgress(progressWords(progress)),
        },
      );
      this.#sending = null;
      request.then(
        (value) => settle({ ok: true, value }),
        (error: unknown) => settle({ ok: false, error: stop.signal.aborted ? cancelled : failureOf(error) }),
      );
    });
  }

  /** The server is told; whoever waits is answered at once. */
  cancel(id: number): void {
    const call = this.#calls.get(id);
    call?.stop.abort('cancelled by the user');
    call?.fail(cancelled);
  }

  async close(): Promise<void> {
    this.#client.onclose = undefined;
    this.#failAll({ code: 'NOT_CONNECTED', message: 'The connection to the server was closed.' });
    await this.#client.close().catch(() => {});
  }

  #http(url: URL): Transport {
    const { vault, fetch } = this.world;
    const guarded = createGuardedFetch({
      origin: url.origin,
      vault,
      fetch,
      onBodyEnd: ({ rpcId, canResume, tooLarge }) => {
        const id = rpcId === null ? undefined : this.#byRpcId.get(rpcId);
        if (id === undefined) return;
        const failure = tooLarge ? tooLargeFailure : streamCut;
        if (tooLarge || !canResume) setTimeout(() => this.#calls.get(id)?.fail(failure), cutAfterMs);
      },
    });
    return new StreamableHTTPClientTransport(url, { fetch: guarded });
  }

  /** The package does not tell under which id it sends a request; it sends it while `request` is called. */
  #notingIds(transport: Transport): void {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      if (this.#sending !== null && 'id' in message && 'method' in message && message.id !== undefined) {
        this.#byRpcId.set(message.id, this.#sending);
      }
      return send(message, options);
    };
  }

  #failAll(failure: McpFailure): void {
    for (const call of [...this.#calls.values()]) call.fail(failure);
  }
}

/** Takes whatever comes: the page's own door reads it. */
const takesAnything: jsonSchemaValidator = {
  getValidator:
    <T>(): JsonSchemaValidator<T> =>
    // The package wants the type that it would have checked; nobody here uses it as one.
    (input) => ({ valid: true, data: input as T, errorMessage: undefined }),
};

const cancelled: McpFailure = { code: 'CANCELLED', message: 'The call was cancelled.' };
const streamCut: McpFailure = {
  code: 'STREAM_CUT',
  message: 'The server’s answer broke off before the result was complete.',
};
const tooLargeFailure: McpFailure = {
  code: 'TOO_LARGE',
  message: 'The server’s answer is larger than 64 MiB and was not taken.',
};

function progressWords({ progress, total, message }: Progress): string {
  const amount = total === undefined ? String(progress) : `${progress} of ${total}`;
  return (message === undefined ? amount : `${amount}: ${message}`).slice(0, 300);
}

function failureOf(error: unknown): McpFailure {
  const message = (error instanceof Error ? error.message : String(error)).slice(0, 2_000);
  if (error instanceof McpError) return { code: 'MCP_ERROR', message };
  if (error instanceof TypeError) {
    return {
      code: 'NETWORK_OR_CORS',
      message:
        'The server could not be reached: it is not there, or it does not allow this page to ask it (CORS: it must allow this origin, its headers, and expose mcp-session-id).',
    };
  }
  return { code: 'MCP_ERROR', message };
}
