import { Worker as Thread } from 'node:worker_threads';
import type { Places } from '../link/index.ts';

/** What a thread of the supervisor does. The whole supervisor is one file, which each of them runs again. */
export type ThreadRole = 'commands' | 'files';

/** Where the guest's folders are, and where earlier guests of its session had theirs. */
export interface PlacesOverTime {
  readonly now: Places;
  readonly former: readonly Places[];
}

export interface ThreadData {
  readonly role: ThreadRole;
  /** Real programs that take the place of the shell's own. */
  readonly programs: readonly string[];
  /** Where the supervisor keeps its own things. */
  readonly folder: string;
  /** Folders whose changes are reported. */
  readonly roots: readonly string[];
  readonly places: PlacesOverTime;
}

/**
 * A web worker that is terminated still gets out what it has posted, and the kernel counts on that: a worker that is
 * done says so before it tells the page. A thread of Node would stop between the two words.
 */
const lastWordsMs = 200;

/** A thread of Node with the face of a web worker, as far as the kernel uses it. */
class ThreadWorker {
  onmessage: ((event: { readonly data: unknown }) => void) | null = null;
  onerror: ((event: { readonly message: string }) => void) | null = null;
  readonly #thread: Thread;

  constructor(script: string, data: ThreadData) {
    // What guest code prints with `console` there must not be between the frames.
    this.#thread = new Thread(script, { workerData: data, stdout: true, stderr: true });
    this.#thread.on('message', (message: unknown) => this.onmessage?.({ data: message }));
    this.#thread.on('error', (error) => this.onerror?.({ message: error.message }));
  }

  postMessage(message: unknown, transfer: Transferable[] = []): void {
    this.#thread.postMessage(message, transfer as never);
  }

  terminate(): void {
    setTimeout(() => void this.#thread.terminate(), lastWordsMs);
  }
}

/** The kernel takes web workers; of these it uses no more than `ThreadWorker` has. */
export function startThread(script: string, data: ThreadData): Worker {
  return new ThreadWorker(script, data) as unknown as Worker;
}
