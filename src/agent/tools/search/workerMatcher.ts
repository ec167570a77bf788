import type { ScanResult } from './lineScan.ts';
import type { LineMatcher } from './matcher.ts';
import type { MatcherAnswer, MatcherRequest } from './matcherProtocol.ts';

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

interface Waiting {
  readonly resolve: (result: ScanResult | null) => void;
  readonly reject: (error: Error) => void;
}

/** Scans in a worker of its own, which `dispose` terminates: a pattern that never ends then ends. */
export function createWorkerMatcher(): LineMatcher {
  const worker = new Worker(new URL('./matcherWorker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, Waiting>();
  let nextId = 1;

  worker.onmessage = (event: MessageEvent<MatcherAnswer>) => {
    const answer = event.data;
    const call = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('error' in answer) call?.reject(new Error(answer.error));
    else call?.resolve(answer.result);
  };
  worker.onerror = (event) => {
    for (const call of waiting.values()) call.reject(new Error(event.message || 'The search worker failed.'));
    waiting.clear();
  };

  const ask = (request: WithoutId<MatcherRequest>, transfer: Transferable[] = []) =>
    new Promise<ScanResult | null>((resolve, reject) => {
      const id = nextId++;
      waiting.set(id, { resolve, reject });
      worker.postMessage({ ...request, id }, transfer);
    });

  return {
    open(options) {
      const opened = ask({ type: 'open', options });
      opened.catch(() => {});
      return {
        async push(bytes) {
          await opened;
          const own = bytes.slice();
          await ask({ type: 'push', bytes: own }, [own.buffer]);
        },
        async end() {
          await opened;
          const result = await ask({ type: 'end' });
          if (result === null) throw new Error('The search gave no result.');
          return result;
        },
      };
    },
    dispose: () => worker.terminate(),
  };
}
