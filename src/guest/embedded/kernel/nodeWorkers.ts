import type { NodeWorkerReply, NodeWorkerRequest } from '../node/contract.ts';
import type { ProcessSignal } from '../processes/signals.ts';
import type { Assets } from './assets.ts';
import type { StartWorker } from './workerStart.ts';

/** When the next worker is loaded after one was taken: not while that one starts. */
const spareDelayMs = 400;

export interface NodeWorker {
  readonly worker: Worker;
  onHandles: (signals: readonly ProcessSignal[]) => void;
  onExit: (exit: Extract<NodeWorkerReply, { type: 'exit' }>) => void;
  onCrash: (message: string) => void;
  /** Why it is of no use, where it failed before anyone listened. */
  failed: string | null;
}

/** Workers for `node`, each for one program. Once one was needed, one more is kept loaded. */
export class NodeWorkers {
  readonly #assets: Pick<Assets, 'url'>;
  readonly #startWorker: StartWorker;
  #spare: NodeWorker | null = null;

  constructor(assets: Pick<Assets, 'url'>, startWorker: StartWorker) {
    this.#assets = assets;
    this.#startWorker = startWorker;
  }

  /** Rejects with a sentence where the program of `node` does not load. */
  async take(): Promise<NodeWorker> {
    const url = await this.#assets.url('node-worker');
    const taken = this.#spare?.failed === null ? this.#spare : this.#start(url);
    this.#spare = null;
    setTimeout(async () => {
      // Where a URL is good for one worker only, the one above may be used up.
      const spareUrl = await this.#assets.url('node-worker');
      this.#spare ??= this.#start(spareUrl);
    }, spareDelayMs);
    return taken;
  }

  #start(url: string): NodeWorker {
    const node: NodeWorker = {
      worker: this.#startWorker(url),
      onHandles: () => {},
      onExit: () => {},
      onCrash: (message) => {
        node.failed = message;
      },
      failed: null,
    };
    node.worker.onmessage = ({ data }: MessageEvent<NodeWorkerReply>) => {
      if (data.type === 'handles') node.onHandles(data.signals);
      else if (data.type === 'exit') node.onExit(data);
    };
    node.worker.onerror = (event) => node.onCrash(event.message || 'the worker of node failed');
    return node;
  }
}

export function tellNode(node: NodeWorker, request: NodeWorkerRequest, transfer: Transferable[] = []): void {
  node.worker.postMessage(request, transfer);
}
