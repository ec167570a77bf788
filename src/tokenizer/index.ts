import type { TokenCounter } from '../core/index.ts';
import { WorkerCounter } from './client.ts';

export { createInProcessCounter } from './inProcess.ts';
export { surelyFits } from './sizeBounds.ts';

export interface DisposableTokenCounter extends TokenCounter {
  /** Stops the worker; calls under way, and later ones, reject with an `AbortError`. */
  dispose(): void;
}

/**
 * The counter in a module worker of its own, started at the first call and again after a crash (whose pending
 * calls reject). Bytes are copied, not transferred; at most 4 MB of a pass are in flight.
 */
export function createTokenCounter(options: { spawn?: () => Worker } = {}): DisposableTokenCounter {
  return new WorkerCounter(options.spawn ?? spawnWorker);
}

function spawnWorker(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
}
