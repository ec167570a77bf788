import type { ProcessSignal } from '../processes/signals.ts';
import { type Assets, isAssetName } from './assets.ts';
import type { AssetUrlMessage, CommandWorkerReply, CommandWorkerRequest } from './messages.ts';
import { clearTail, TailBuffer } from './tailBuffer.ts';

/** Idle workers kept: a new one needs 0.3 s of parsing, a warm one 10 ms. Each costs about 12 MB. */
const warmWorkers = 2;
/** The same once commands have started processes of their own: they come in groups. */
const warmWorkersForJobs = 4;
/** How long all workers must be busy before one more is started. */
const refillDelayMs = 100;
/** After so many commands a worker is replaced, in case the shell keeps memory. */
const mostUses = 200;

export interface PooledWorker {
  readonly worker: Worker;
  readonly tail: SharedArrayBuffer | null;
  readonly ready: Promise<void>;
  uses: number;
  loaded: boolean;
  onDone: (reply: Extract<CommandWorkerReply, { type: 'done' }>) => void;
  onCrash: (message: string) => void;
  onNetwork: (port: MessagePort) => void;
  onHandles: (signals: readonly ProcessSignal[]) => void;
}

/** Command workers that are loaded and warmed before they are needed. */
export class WorkerPool {
  readonly #startWorker: () => Worker;
  readonly #sharedMemory: boolean;
  readonly #assets: Pick<Assets, 'url'>;
  readonly #idle: PooledWorker[] = [];
  #alive = 0;
  #loading = 0;
  #refillPlanned = false;
  #warm = warmWorkers;

  constructor(startWorker: () => Worker, sharedMemory: boolean, assets: Pick<Assets, 'url'>) {
    this.#assets = assets;
    this.#startWorker = startWorker;
    this.#sharedMemory = sharedMemory;
  }

  /**
   * Makes sure that enough workers live, loading one at a time: two that load together are both late for the
   * first command. Where all of them are busy one more is started, but only when that
   * lasts: commands that follow each other closely would otherwise start a worker for nothing each time.
   */
  fill(): void {
    if (this.#loading > 0) return;
    if (this.#alive < this.#warm) this.#idle.push(this.#start());
    if (this.#idle.length > 0 || this.#refillPlanned) return;
    this.#refillPlanned = true;
    setTimeout(() => {
      this.#refillPlanned = false;
      if (this.#idle.length === 0) this.#idle.push(this.#start());
    }, refillDelayMs);
  }

  /**
   * The same after a kill: starting a worker takes this thread's time and a processor's, so after the last word, and
   * where another worker is idle not before what comes next has begun.
   */
  fillSoon(): void {
    setTimeout(() => this.fill(), this.#idle.length > 0 ? refillDelayMs : 0);
  }

  /** From now on more workers are kept. */
  expectMore(): void {
    this.#warm = warmWorkersForJobs;
  }

  /** A worker for one run; it may still be loading. */
  take(): PooledWorker {
    const pooled = this.#idle.shift() ?? this.#start();
    pooled.uses += 1;
    if (pooled.tail) clearTail(pooled.tail);
    return pooled;
  }

  /** After a clean run: back among the idle, or ended where there are enough of them or it has served long. */
  giveBack(pooled: PooledWorker): void {
    pooled.onDone = () => {};
    pooled.onNetwork = () => {};
    pooled.onHandles = () => {};
    if (this.#idle.length >= this.#warm || pooled.uses >= mostUses) this.end(pooled);
    else {
      pooled.onCrash = () => this.#dropIdle(pooled);
      this.#idle.unshift(pooled);
    }
  }

  end(pooled: PooledWorker): void {
    pooled.onDone = () => {};
    pooled.onNetwork = () => {};
    pooled.onCrash = () => {};
    pooled.worker.terminate();
    this.#loadingOver(pooled);
    this.#alive -= 1;
  }

  #loadingOver(pooled: PooledWorker): void {
    if (pooled.loaded) return;
    pooled.loaded = true;
    this.#loading -= 1;
  }

  #start(): PooledWorker {
    this.#alive += 1;
    this.#loading += 1;
    const worker = this.#startWorker();
    const tail = this.#sharedMemory ? new SharedArrayBuffer(TailBuffer.bufferBytes) : null;
    let resolve = () => {};
    const promise = new Promise<void>((onReady) => {
      resolve = onReady;
    });
    const pooled: PooledWorker = {
      worker,
      tail,
      ready: promise,
      uses: 0,
      loaded: false,
      onDone: () => {},
      onCrash: () => this.#dropIdle(pooled),
      onNetwork: () => {},
      onHandles: () => {},
    };
    worker.onmessage = ({ data }: MessageEvent<CommandWorkerReply>) => {
      if (data.type === 'ready') {
        this.#loadingOver(pooled);
        resolve();
        this.fill();
      } else if (data.type === 'need-asset' && isAssetName(data.name)) {
        void assetUrl(this.#assets, data.name).then((answer) => worker.postMessage(answer));
      } else if (data.type === 'network') pooled.onNetwork(data.port);
      else if (data.type === 'handles') pooled.onHandles(data.signals);
      else if (data.type === 'done') pooled.onDone(data);
    };
    worker.onerror = (event) => pooled.onCrash(event.message || 'the command worker failed');
    const boot: CommandWorkerRequest = { type: 'boot', tail };
    worker.postMessage(boot);
    return pooled;
  }

  /** A worker that fails while idle is not replaced at once, or a broken bundle would loop for ever. */
  #dropIdle(pooled: PooledWorker): void {
    const index = this.#idle.indexOf(pooled);
    if (index < 0) return;
    this.#idle.splice(index, 1);
    this.end(pooled);
  }
}

function assetUrl(assets: Pick<Assets, 'url'>, name: AssetUrlMessage['name']): Promise<AssetUrlMessage> {
  return assets.url(name).then(
    (url) => ({ type: 'asset', name, url, message: '' }),
    (error: Error) => ({ type: 'asset', name, url: null, message: error.message }),
  );
}
