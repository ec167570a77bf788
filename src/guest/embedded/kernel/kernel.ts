import type { FileWorkerReply, FileWorkerRequest } from '../files/index.ts';
import { Assets } from './assets.ts';
import type { BootMessage, CommandWorkerRequest, KernelReply, KernelRequest } from './messages.ts';
import { readTail } from './tailBuffer.ts';
import { type PooledWorker, WorkerPool } from './workerPool.ts';

interface Run {
  readonly pooled: PooledWorker;
  /** Done or being stopped: its worker is no longer its own. */
  over: boolean;
  /** What a stop does once the run can change no file any more. */
  onFrozen: () => void;
  /** What the page is told when the file port is closed. */
  stopped: KernelReply | null;
}

/**
 * The process table of the guest, in the frame's main thread. It never evaluates guest code and holds no
 * files; it starts, stops and pools the workers that do.
 */
export function startKernel(boot: BootMessage, control: MessagePort, pagePort: MessagePort): void {
  const sharedMemory = globalThis.crossOriginIsolated && typeof SharedArrayBuffer !== 'undefined';
  const reply = (message: KernelReply) => control.postMessage(message);
  const assets = new Assets((name) => reply({ type: 'need-asset', name }));
  const pool = new WorkerPool(boot.commandWorkerCode, sharedMemory, assets);
  const runs = new Map<number, Run>();

  const fileWorkerUrl = URL.createObjectURL(new Blob([boot.fileWorkerCode], { type: 'text/javascript' }));
  const fileWorker = new Worker(fileWorkerUrl);
  const askFiles = (request: FileWorkerRequest, transfer: Transferable[] = []) =>
    fileWorker.postMessage(request, transfer);
  fileWorker.onerror = (event) => {
    reply({ type: 'gone', message: `the file system failed: ${event.message || 'no reason given'}` });
  };
  fileWorker.onmessage = ({ data }: MessageEvent<FileWorkerReply>) => {
    const run = runs.get(data.pid);
    if (data.type === 'frozen') {
      run?.onFrozen();
      return;
    }
    runs.delete(data.pid);
    if (run?.stopped) reply(run.stopped);
  };
  const { seed, clockStartMs, maxFileBytes } = boot;
  askFiles({ type: 'boot', seed, clockStartMs, maxBytes: maxFileBytes, pagePort }, [pagePort]);

  /** To the page's broker, which decides; the kernel knows nothing of hosts. */
  function passNetwork(pid: number, port: MessagePort): void {
    const message: KernelReply = { type: 'network', pid, port };
    control.postMessage(message, [port]);
  }

  function spawn(request: Extract<KernelRequest, { type: 'spawn' }>): void {
    const { pid, job, spool, io } = request;
    const pooled = pool.take();
    const run: Run = { pooled, over: false, onFrozen: () => {}, stopped: null };
    runs.set(pid, run);
    const channel = new MessageChannel();
    askFiles({ type: 'open', pid, spool, port: channel.port1 }, [channel.port1]);
    pooled.onCrash = (message) => stop(pid, message);
    pooled.onNetwork = (port) => passNetwork(pid, port);
    pooled.onDone = (done) => {
      if (done.pid !== pid || run.over) return;
      run.over = true;
      askFiles({ type: 'close', pid, tail: null });
      if (done.reusable) pool.giveBack(pooled);
      else pool.end(pooled);
      pool.fill();
    };
    void pooled.ready.then(() => {
      if (run.over) return;
      const message: CommandWorkerRequest = { type: 'run', pid, job, spool, io, files: channel.port2 };
      pooled.worker.postMessage(message, [io, channel.port2]);
    });
    pool.fill();
  }

  /**
   * The worker may run on for two seconds after `terminate`. So its files are frozen first and its last output
   * is read then: a command that says what it does and does it is never caught doing what it has not said.
   */
  function stop(pid: number, crash: string | null): void {
    const run = runs.get(pid);
    if (!run || run.over) return;
    run.over = true;
    pool.end(run.pooled);
    run.onFrozen = () => {
      const tail = run.pooled.tail ? readTail(run.pooled.tail) : null;
      run.stopped = {
        type: 'stopped',
        pid,
        crash,
        start: tail?.start ?? null,
        stream: tail?.stream ?? 'stdout',
        tail: tail?.bytes ?? new Uint8Array(0),
        withheld: tail?.withholds ?? true,
      };
      askFiles({ type: 'close', pid, tail });
    };
    askFiles({ type: 'freeze', pid });
    pool.fill();
  }

  control.onmessage = ({ data }: MessageEvent<KernelRequest>) => {
    if (data.type === 'spawn') spawn(data);
    else if (data.type === 'kill') stop(data.pid, null);
    else if (data.type === 'asset') assets.answered(data.answer);
    else if (data.type === 'ping') reply({ type: 'pong', id: data.id });
  };
  control.start();
  pool.fill();
  reply({ type: 'ready', sharedMemory });
}
