import { readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';
import { parentPort } from 'node:worker_threads';
import { type CommandWorkerScope, startCommandWorker } from '../../embedded/kernel/index.ts';
import { runShellJob } from '../../embedded/shell/index.ts';
import type { ThreadData } from './threadWorker.ts';

/** The embedded guest's command worker, in a thread of Node. */
export function startCommandThread({ programs }: ThreadData): void {
  const scope: CommandWorkerScope = {
    onmessage: null,
    postMessage: (reply, transfer = []) => parentPort?.postMessage(reply, transfer as never),
    importScripts: (path) => void runInThisContext(readFileSync(path, 'utf8'), { filename: path }),
    get spillwayBundles() {
      const global: typeof globalThis & Pick<CommandWorkerScope, 'spillwayBundles'> = globalThis;
      return global.spillwayBundles ?? {};
    },
  };
  // Only the kernel holds the other end.
  parentPort?.on('message', (data) => scope.onmessage?.({ data } as MessageEvent));
  startCommandWorker(scope, runShellJob, { programs: new Set(programs) });
}
