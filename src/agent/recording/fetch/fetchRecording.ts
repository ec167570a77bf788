import { type After, afterOnTimer } from '../../timers.ts';
import type { FetchAnswer, FetchRequest } from './messages.ts';
import { sourceAddress } from './sourceAddress.ts';

/** A file that unfolds to a document of at most 64 MiB is far smaller. */
const maxBytes = 16 * 1024 * 1024;
/** An answer that has not come by then is given up (milliseconds). */
const patienceMs = 30_000;

export type FetchWorkerLike = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>;

export type FetchedRecording =
  | { readonly ok: true; readonly bytes: Uint8Array<ArrayBuffer> }
  /** One sentence. */
  | { readonly ok: false; readonly message: string };

/** Fetches the file at an address that its reader has agreed to. Never rejects; `stop` gives it up. */
export async function fetchRecording(
  address: string,
  stop: AbortSignal,
  startWorker: () => FetchWorkerLike = startNetworkWorker,
  after: After = afterOnTimer,
): Promise<FetchedRecording> {
  const source = sourceAddress(address);
  if (!source.ok) return source;
  const request: FetchRequest = { url: source.url, maxBytes };
  const worker = startWorker();
  const failed = (message: string): FetchAnswer => ({ kind: 'failed', message });
  const answer = await new Promise<FetchAnswer>((resolve) => {
    const cancel = after(patienceMs, () => resolve(failed('The host did not answer in time. Try again.')));
    stop.addEventListener('abort', () => resolve(failed('It was not fetched.')), { once: true });
    worker.addEventListener('message', ({ data }: MessageEvent<FetchAnswer>) => {
      cancel();
      resolve(data);
    });
    worker.addEventListener('error', () => {
      cancel();
      resolve(failed('The part of this page that fetches could not start. Reload the page.'));
    });
    worker.postMessage(request);
  });
  worker.terminate();
  return answer.kind === 'bytes' ? { ok: true, bytes: answer.bytes } : { ok: false, message: answer.message };
}

function startNetworkWorker(): FetchWorkerLike {
  return new Worker(new URL('./recording-network-worker.ts', import.meta.url), {
    type: 'module',
    name: 'recording-network',
  });
}
