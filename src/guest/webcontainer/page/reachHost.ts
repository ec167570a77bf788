import type { Reach, ReachRequest } from './reachMessages.ts';

/** Whoever has not answered by then is far slower than a boot could bear. */
export const reachLimitMs = 2_000;
/** The worker comes from the page's own host: how slow that is says nothing of the other one. */
const workerLimitMs = 10_000;

export type ReachWorker = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>;

export interface ReachOptions {
  readonly limitMs?: number;
  readonly workerLimitMs?: number;
  readonly startWorker?: () => ReachWorker;
}

/**
 * Whether anything answers at an address, by a request without credentials whose answer nobody reads. `unknown` where
 * the page cannot ask, its worker does not come, or `stop` fires first. Never rejects.
 */
export async function reachHost(url: string, stop: AbortSignal, options: ReachOptions = {}): Promise<Reach> {
  const { limitMs = reachLimitMs, startWorker = startReachWorker } = options;
  const request: ReachRequest = { url, limitMs };
  let worker: ReachWorker;
  try {
    worker = startWorker();
  } catch {
    return 'unknown';
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const given = new AbortController();
  const reach = await new Promise<Reach>((resolve) => {
    timer = setTimeout(() => resolve('unknown'), options.workerLimitMs ?? workerLimitMs);
    stop.addEventListener('abort', () => resolve('unknown'), { signal: given.signal });
    if (stop.aborted) resolve('unknown');
    worker.addEventListener('message', ({ data }: MessageEvent<Reach>) => resolve(data));
    // Also where a browser does not know the worker's embedder policy and so does not start it.
    worker.addEventListener('error', () => resolve('unknown'));
    worker.postMessage(request);
  });
  clearTimeout(timer);
  given.abort();
  worker.terminate();
  return reach;
}

function startReachWorker(): ReachWorker {
  return new Worker(new URL('./reach-worker.ts', import.meta.url), { type: 'module', name: 'reach' });
}
