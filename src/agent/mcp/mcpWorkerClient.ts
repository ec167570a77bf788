import type { ServerTool, ToolAnswer } from './resultDoor.ts';
import type { FromMcpWorker, HeaderLine, McpAnswer, ToMcpWorker } from './worker/messages.ts';

/** The part of a Worker that is used; tests give their own. */
export interface McpWorkerLike {
  postMessage(message: ToMcpWorker): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromMcpWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

export interface McpListener {
  toolsChanged(server: string): void;
  closed(server: string, message: string): void;
}

interface Pending {
  readonly resolve: (answer: McpAnswer) => void;
  readonly onProgress: (words: string) => void;
}

const workerDied: McpAnswer = {
  ok: false,
  error: {
    code: 'WORKER_DIED',
    message:
      'The part of this page that speaks to MCP servers has stopped. Connect again; headers that were not kept must be put in again.',
  },
};

/** The worker of the page. */
export function startMcpWorker(): McpWorkerLike {
  return new Worker(new URL('./worker/mcp-network-worker.ts', import.meta.url), {
    type: 'module',
    name: 'mcp',
  });
}

/** The page's side. The worker is started at the first use; one that died is replaced at the next. */
export class McpWorkerClient {
  readonly #pending = new Map<number, Pending>();
  #worker: McpWorkerLike | null = null;
  #lastId = 0;
  readonly #connected = new Set<string>();

  constructor(
    private readonly listener: McpListener,
    private readonly start: () => McpWorkerLike,
  ) {}

  async connect(server: string, url: string): Promise<McpAnswer> {
    const answer = await this.#ask((id) => ({ type: 'connect', id, server, url }));
    if (answer.ok) this.#connected.add(server);
    return answer;
  }

  disconnect(server: string): void {
    this.#connected.delete(server);
    this.#worker?.postMessage({ type: 'disconnect', server });
  }

  list(server: string): Promise<McpAnswer<readonly ServerTool[]>> {
    // The worker is ours, and has read it.
    return this.#ask((id) => ({ type: 'list', id, server })) as Promise<McpAnswer<readonly ServerTool[]>>;
  }

  /** `stop` tells the server and is answered at once. */
  call(
    server: string,
    tool: string,
    input: object,
    options: { readonly stop: AbortSignal; readonly onProgress: (words: string) => void },
  ): Promise<McpAnswer<ToolAnswer>> {
    const { stop, onProgress } = options;
    let sent: number | null = null;
    const cancel = () => {
      if (sent !== null) this.#worker?.postMessage({ type: 'cancel', id: sent });
    };
    stop.addEventListener('abort', cancel, { once: true });
    const asked = this.#ask((id) => {
      sent = id;
      return { type: 'call', id, server, tool, input };
    }, onProgress);
    if (stop.aborted) cancel();
    // As above.
    return asked.finally(() => stop.removeEventListener('abort', cancel)) as Promise<McpAnswer<ToolAnswer>>;
  }

  setHeaders(url: string, headers: readonly HeaderLine[], remember: boolean): Promise<McpAnswer> {
    return this.#ask((id) => ({ type: 'set-headers', id, url, headers, remember }));
  }

  async hasHeaders(url: string): Promise<boolean> {
    const answer = await this.#ask((id) => ({ type: 'has-headers', id, url }));
    return answer.ok && answer.value === true;
  }

  async forgetHeaders(): Promise<boolean> {
    const answer = await this.#ask((id) => ({ type: 'forget-headers', id }));
    return answer.ok && answer.value === true;
  }

  dispose(): void {
    this.#lose();
  }

  #ask(
    make: (id: number) => ToMcpWorker,
    onProgress: (words: string) => void = () => {},
  ): Promise<McpAnswer> {
    return new Promise((resolve) => {
      this.#lastId += 1;
      const id = this.#lastId;
      this.#pending.set(id, { resolve, onProgress });
      try {
        this.#worker ??= this.#open();
        this.#worker.postMessage(make(id));
      } catch {
        // The browser starts no worker, or the input cannot be copied: who waits is told.
        this.#lose();
      }
    });
  }

  #open(): McpWorkerLike {
    const worker = this.start();
    worker.onmessage = (event) => this.#receive(event.data);
    worker.onerror = () => this.#lose();
    return worker;
  }

  #receive(message: FromMcpWorker): void {
    if (message.type === 'tools-changed') {
      this.listener.toolsChanged(message.server);
    } else if (message.type === 'closed') {
      this.#connected.delete(message.server);
      this.listener.closed(message.server, message.message);
    } else if (message.type === 'progress') {
      this.#pending.get(message.id)?.onProgress(message.words);
    } else {
      const waiting = this.#pending.get(message.id);
      this.#pending.delete(message.id);
      waiting?.resolve(message.answer);
    }
  }

  #lose(): void {
    this.#worker?.terminate();
    this.#worker = null;
    const waiting = [...this.#pending.values()];
    this.#pending.clear();
    for (const { resolve } of waiting) resolve(workerDied);
    for (const server of [...this.#connected]) this.listener.closed(server, 'The connection has ended.');
    this.#connected.clear();
  }
}
