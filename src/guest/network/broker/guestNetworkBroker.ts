import type { AnswerMessage, NetworkFailure } from '../messages.ts';
import { isLocalHost } from './hosts.ts';
import { parseRequest } from './parseRequest.ts';
import type { BrokerReply, BrokerRequest } from './workerMessages.ts';

/** Requests of one guest that may be under way at once; more are refused. npm has up to 15. */
const mostRequests = 64;
/** A port that sends no request in this time is closed. */
const requestPatienceMs = 5_000;

/** The part of a Worker that is used; tests give their own. */
export interface BrokerWorker {
  postMessage(message: BrokerRequest, transfer: Transferable[]): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<BrokerReply>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

export interface BrokerOptions {
  /** The origin that is never asked, whatever is allowed. */
  readonly ownOrigin: string;
  readonly start?: () => BrokerWorker;
}

function startWorker(): BrokerWorker {
  return new Worker(new URL('./guest-network-worker.ts', import.meta.url), {
    type: 'module',
    name: 'guest-network',
  });
}

interface Running {
  readonly host: string;
  readonly pid: number;
}

/**
 * What stands between a guest and the network: nothing passes but well-formed requests to hosts that the user has
 * named. Starts with none. The worker is started by the first request that is allowed.
 */
export class GuestNetworkBroker {
  readonly #options: BrokerOptions;
  readonly #running = new Map<number, Running>();
  readonly #refusedListeners = new Set<(host: string) => void>();
  readonly #waiting = new Set<MessagePort>();
  #allowed: ReadonlySet<string> = new Set();
  #worker: BrokerWorker | null = null;
  #lastId = 0;
  #disposed = false;

  constructor(options: BrokerOptions) {
    this.#options = options;
  }

  /** Replaces the allowed hosts (as `parseHost` gives them); requests under way to others are stopped. */
  allow(hosts: readonly string[]): void {
    this.#allowed = new Set(hosts);
    for (const [id, { host }] of this.#running) if (!this.#allowed.has(host)) this.#abort(id);
  }

  /**
   * Hears of hosts that were asked and are not allowed. Not of the user's own machine and network: those must
   * be typed into the settings. Returns a disposer.
   */
  onRefused(listener: (host: string) => void): () => void {
    this.#refusedListeners.add(listener);
    return () => this.#refusedListeners.delete(listener);
  }

  /** Takes the guest's end of one request over. `pid` is the run that it belongs to. */
  accept(pid: number, port: MessagePort): void {
    if (this.#disposed || this.#running.size + this.#waiting.size >= mostRequests) {
      refuse(port, { code: 'unavailable', host: '', message: 'too many requests are under way' });
      return;
    }
    this.#waiting.add(port);
    const patience = setTimeout(() => {
      this.#waiting.delete(port);
      port.close();
    }, requestPatienceMs);
    port.onmessage = ({ data }: MessageEvent<unknown>) => {
      clearTimeout(patience);
      port.onmessage = null;
      this.#waiting.delete(port);
      if (!this.#disposed) this.#decide(pid, port, data);
    };
  }

  /** The run was killed: nobody takes its answers any more. */
  ended(pid: number): void {
    for (const [id, running] of this.#running) if (running.pid === pid) this.#abort(id);
  }

  dispose(): void {
    this.#disposed = true;
    this.#refusedListeners.clear();
    this.#running.clear();
    for (const port of this.#waiting) port.close();
    this.#waiting.clear();
    this.#worker?.terminate();
    this.#worker = null;
  }

  #decide(pid: number, port: MessagePort, data: unknown): void {
    const parsed = parseRequest(data, this.#options.ownOrigin);
    if (!parsed.ok) {
      refuse(port, parsed.failure);
      return;
    }
    const { request, host, url } = parsed;
    if (!this.#allowed.has(host)) {
      refuse(port, { code: 'not-allowed', host, message: notAllowed(host) });
      if (!isLocalHost(url.hostname)) for (const listener of [...this.#refusedListeners]) listener(host);
      return;
    }
    this.#lastId += 1;
    const id = this.#lastId;
    this.#running.set(id, { host, pid });
    try {
      this.#worker ??= this.#start();
      this.#worker.postMessage({ type: 'fetch', id, host, request, port }, [port]);
    } catch {
      this.#running.delete(id);
      refuse(port, { code: 'unavailable', host, message: "the page's network part does not start" });
    }
  }

  #start(): BrokerWorker {
    const worker = (this.#options.start ?? startWorker)();
    worker.onmessage = ({ data }) => this.#running.delete(data.id);
    // Its requests end with their ports; the next one starts another.
    worker.onerror = () => {
      worker.terminate();
      this.#running.clear();
      this.#worker = null;
    };
    return worker;
  }

  #abort(id: number): void {
    this.#worker?.postMessage({ type: 'abort', id }, []);
  }
}

function notAllowed(host: string): string {
  return `network is off in this guest for ${host}; the user can allow ${host} in the session's settings`;
}

function refuse(port: MessagePort, failure: NetworkFailure): void {
  const message: AnswerMessage = { type: 'failed', failure };
  port.postMessage(message);
  // Closed by the guest's side once it has read this: a port that is closed here may drop the message.
  port.onmessage = null;
}
