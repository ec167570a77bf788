import type { NodeWorkerReply, NodeWorkerRequest } from './contract.ts';
import { isDataWorker } from './errors/dataScripts.ts';
import { type ErrorReport, MutedErrors } from './errors/mutedErrors.ts';
import { createApartHost } from './host/apartHost.ts';
import { createSharedHost } from './host/sharedHost.ts';
import { takeNatives } from './natives.ts';
import { runNode, type WorkerScope } from './run.ts';

// The page's `self` type is a window's; in this bundle it is a dedicated worker's.
const worker = self as unknown as {
  onmessage: ((event: MessageEvent<NodeWorkerRequest>) => void) | null;
  postMessage(reply: NodeWorkerReply): void;
  addEventListener(type: string, listener: (event: never) => void): void;
};
const muted = isDataWorker ? new MutedErrors() : null;
const natives = takeNatives(muted?.guard ?? null);
const post = worker.postMessage.bind(worker);
const listen = worker.addEventListener.bind(worker);
const scope: WorkerScope = {
  listen(type: string, listener: (event: never) => void) {
    if (muted && type === 'error') {
      muted.listen(listener as (report: ErrorReport) => void, (each) => listen(type, each));
    } else listen(type, listener);
  },
};

let running: ReturnType<typeof runNode> | null = null;
listen('message', ({ data }: MessageEvent<NodeWorkerRequest>) => {
  if (data.type === 'signal') running?.signal(data.signal);
  else {
    const host = data.type === 'run' ? createSharedHost(data, post) : createApartHost(data, post);
    running ??= runNode(host, scope, natives);
  }
});
post({ type: 'ready' });
