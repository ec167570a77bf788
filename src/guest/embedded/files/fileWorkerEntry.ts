import { type FileWorkerReply, type FileWorkerRequest, startFileWorker } from './fileWorker.ts';

// The page's `self` type is a window's; in this bundle it is a dedicated worker's.
const worker = self as unknown as {
  onmessage: ((event: MessageEvent<FileWorkerRequest>) => void) | null;
  postMessage(reply: FileWorkerReply): void;
};
startFileWorker(worker);
