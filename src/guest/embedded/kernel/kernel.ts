import type { FileWorkerReply } from '../files/index.ts';
import { Assets } from './assets.ts';
import { FilePorts } from './filePorts.ts';
import { answerRequest } from './httpRequests.ts';
import { KernelProcesses } from './kernelProcesses.ts';
import type { BootMessage, KernelReply, KernelRequest } from './messages.ts';
import { NodeWorkers } from './nodeWorkers.ts';
import { WorkerPool } from './workerPool.ts';
import type { WorkerStart } from './workerStart.ts';

/**
 * The kernel of the guest, in the frame's main thread. It never evaluates guest code and holds no files; it
 * starts, stops and pools the workers that do.
 */
export function startKernel(
  boot: BootMessage,
  control: MessagePort,
  pagePort: MessagePort,
  { startWorker, urlsOf }: WorkerStart,
): void {
  const sharedMemory = globalThis.crossOriginIsolated && typeof SharedArrayBuffer !== 'undefined';
  const reply = (message: KernelReply, transfer: Transferable[] = []) =>
    control.postMessage(message, transfer);
  const assets = new Assets((name) => reply({ type: 'need-asset', name }), urlsOf);
  const commandWorkerUrl = urlsOf(boot.commandWorkerCode);
  const pool = new WorkerPool(() => startWorker(commandWorkerUrl()), sharedMemory, assets);

  const fileWorker = startWorker(urlsOf(boot.fileWorkerCode)());
  const files = new FilePorts((request, transfer) => fileWorker.postMessage(request, transfer), {
    sharedMemory,
  });
  fileWorker.onerror = (event) => {
    reply({ type: 'gone', message: `the file system failed: ${event.message || 'no reason given'}` });
  };
  fileWorker.onmessage = ({ data }: MessageEvent<FileWorkerReply>) => files.replied(data);
  const { seed, clockStartMs, maxFileBytes, largestFileBytes } = boot;
  fileWorker.postMessage(
    { type: 'boot', seed, clockStartMs, maxBytes: maxFileBytes, largestFileBytes, pagePort },
    [pagePort],
  );

  const processes = new KernelProcesses({
    seed,
    clockStartMs,
    sharedMemory,
    pool,
    nodes: new NodeWorkers(assets, startWorker),
    files,
    reply,
  });
  control.onmessage = ({ data }: MessageEvent<KernelRequest>) => {
    if (data.type === 'spawn') processes.startRun(data);
    else if (data.type === 'kill') processes.stopRun(data.pid, data.signal);
    else if (data.type === 'detach') processes.detachRun(data.pid);
    else if (data.type === 'signal') {
      reply({ type: 'answer', id: data.id, value: processes.signal(data.pid, data.signal) });
    } else if (data.type === 'list') reply({ type: 'answer', id: data.id, value: processes.list() });
    else if (data.type === 'ports') reply({ type: 'ports', id: data.id, ports: processes.loopback.list() });
    else if (data.type === 'request') void answerRequest(processes.loopback, data, reply);
    else if (data.type === 'asset') assets.answered(data.answer);
    else if (data.type === 'ping') reply({ type: 'pong', id: data.id });
  };
  control.start();
  pool.fill();
  reply({ type: 'ready', sharedMemory });
}
