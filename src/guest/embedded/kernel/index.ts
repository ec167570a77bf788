export { type AssetAnswer, type AssetName, type Assets, isAssetName } from './assets.ts';
export { type CommandWorkerScope, startCommandWorker } from './commandWorker.ts';
export { FilePorts } from './filePorts.ts';
export { KernelProcesses, type MachinePrograms } from './kernelProcesses.ts';
export {
  type AckMessage,
  ackEveryBytes,
  type BootMessage,
  creditWindowBytes,
  type InputMessage,
  type KernelReply,
  type KernelRequest,
  largestPieceBytes,
  type RunMessage,
} from './messages.ts';
export { NodeWorkers } from './nodeWorkers.ts';
export { tailBytes } from './tailBuffer.ts';
export { WorkerPool } from './workerPool.ts';
