import { DocumentOpener } from './documentOpener.ts';
import type { FromDocumentWorker, ToDocumentWorker } from './messages.ts';

/** Opens one document of somebody else's: however large and whatever is in it, the page goes on meanwhile. */
const opener = new DocumentOpener(
  (message: FromDocumentWorker) => self.postMessage(message),
  // The page can be stopped by its reader; what unfolds to the largest that is opened takes half a second.
  { now: () => performance.now(), maxMs: 20_000 },
);
self.onmessage = ({ data }: MessageEvent<ToDocumentWorker>) => void opener.take(data);
