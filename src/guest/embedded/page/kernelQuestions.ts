import type { GuestProcessInfo } from '../../port.ts';
import type { KernelReply, KernelRequest } from '../kernel/index.ts';
import { type Deferred, deferred } from './deferred.ts';

type Answer = boolean | readonly GuestProcessInfo[];

/** What the page has asked the kernel and not been answered yet. */
export class KernelQuestions {
  readonly #request: (request: KernelRequest) => void;
  readonly #asked = new Map<number, Deferred<Answer>>();
  readonly #pings = new Map<number, () => void>();
  #lastQuestion = 0;
  #lastPing = 0;
  #ended = false;

  constructor(request: (request: KernelRequest) => void) {
    this.#request = request;
  }

  /** Of a guest that has died the answer is false. */
  ask(requestOf: (id: number) => KernelRequest): Promise<Answer> {
    if (this.#ended) return Promise.resolve(false);
    this.#lastQuestion += 1;
    const answer = deferred<Answer>();
    this.#asked.set(this.#lastQuestion, answer);
    this.#request(requestOf(this.#lastQuestion));
    return answer.promise;
  }

  /** Resolves when the kernel hears messages again; never where it has died. */
  ping(): Promise<void> {
    return new Promise((resolve) => {
      this.#lastPing += 1;
      this.#pings.set(this.#lastPing, resolve);
      this.#request({ type: 'ping', id: this.#lastPing });
    });
  }

  answered(reply: Extract<KernelReply, { type: 'answer' | 'pong' }>): void {
    if (reply.type === 'pong') {
      this.#pings.get(reply.id)?.();
      this.#pings.delete(reply.id);
      return;
    }
    this.#asked.get(reply.id)?.resolve(reply.value);
    this.#asked.delete(reply.id);
  }

  /** The kernel is no more. */
  end(): void {
    this.#ended = true;
    for (const { resolve } of this.#asked.values()) resolve(false);
    this.#asked.clear();
  }
}
