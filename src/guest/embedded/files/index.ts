export { CallArguments } from './arguments.ts';
export {
  BlockingCalls,
  type BlockingOperation,
  createCallMemory,
  serveBlockingCalls,
} from './blockingPort.ts';
export { ChangeLog } from './changeLog.ts';
export { concatenated } from './concatenated.ts';
export { copyBack, copyOut, createCopiedFiles, type FileCopy } from './copies.ts';
export { seededBytes } from './devices.ts';
export { FileClock } from './fileClock.ts';
export { type Operation, serveFiles } from './fileServer.ts';
export {
  type FileSystem,
  type FileWorkerBoot,
  type FileWorkerReply,
  type FileWorkerRequest,
  type SpoolStore,
  startFileWorker,
} from './fileWorker.ts';
export { guestDirs } from './layout.ts';
export { createLocalFiles, createScratchFiles } from './localFiles.ts';
export { type NodeStat, nodeFileOperations } from './nodeOperations.ts';
export type { FileOps, SyncFiles } from './ops.ts';
export { changesAlone, makeParents, treeOperations } from './pageOperations.ts';
export { isWithin, joinPath } from './paths.ts';
export { PortCalls, transferable } from './portCalls.ts';
export { createGate, shutGate } from './processGate.ts';
export { createRemoteFiles, createRemoteSpool, type RemoteSpool } from './remoteFiles.ts';
export { requestTimes } from './requestTimes.ts';
export type { WalkAnswer } from './walk.ts';
export { WatchBatches } from './watchBatches.ts';
