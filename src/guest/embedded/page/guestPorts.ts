import type { GuestHttpRequest, GuestHttpResponse } from '../../port.ts';
import type { KernelReply, KernelRequest } from '../kernel/index.ts';

interface Waiting<Value> {
  readonly resolve: (value: Value) => void;
  readonly reject: (error: Error) => void;
}

/** The page's questions about the guest's loopback, by their numbers. */
export class GuestPorts {
  readonly #send: (request: KernelRequest) => void;
  readonly #lists = new Map<number, Waiting<readonly number[]>>();
  readonly #requests = new Map<number, Waiting<GuestHttpResponse>>();
  #lastId = 0;

  constructor(send: (request: KernelRequest) => void) {
    this.#send = send;
  }

  list(): Promise<readonly number[]> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#lists.set(id, { resolve, reject });
      this.#send({ type: 'ports', id });
    });
  }

  request(port: number, { method, path, headers, body }: GuestHttpRequest): Promise<GuestHttpResponse> {
    const id = ++this.#lastId;
    // A copy of its own: a view would drag its whole buffer into the message.
    const request = { method, path, headers: { ...headers }, body: body && new Uint8Array(body) };
    return new Promise((resolve, reject) => {
      this.#requests.set(id, { resolve, reject });
      this.#send({ type: 'request', id, port, request });
    });
  }

  answered(reply: Extract<KernelReply, { type: 'ports' | 'response' }>): void {
    if (reply.type === 'ports') {
      this.#lists.get(reply.id)?.resolve(reply.ports);
      this.#lists.delete(reply.id);
      return;
    }
    const waiting = this.#requests.get(reply.id);
    this.#requests.delete(reply.id);
    if (reply.response) waiting?.resolve(reply.response);
    else waiting?.reject(new Error(reply.message));
  }

  /** The guest is gone: so are its servers. */
  end(message: string): void {
    for (const { resolve } of this.#lists.values()) resolve([]);
    for (const { reject } of this.#requests.values()) reject(new Error(message));
    this.#lists.clear();
    this.#requests.clear();
  }
}
