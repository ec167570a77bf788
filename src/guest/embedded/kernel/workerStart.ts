/** Starts a worker of the script at a blob's URL. */
export type StartWorker = (blobUrl: string) => Worker;

const fromBlob: StartWorker = (blobUrl) => new Worker(blobUrl);

/**
 * WebKit (2.50) starts no worker from a blob that an opaque origin made under an embedder policy, and gives no reason.
 * It does from a `data:` URL, whose worker inherits the policies as a blob's does and may import the frame's blobs.
 */
const fromData: StartWorker = (blobUrl) => new Worker(scriptUrl(`importScripts(${JSON.stringify(blobUrl)})`));

function scriptUrl(code: string): string {
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

/** As this worker was started itself; for the workers that it starts. */
export const startWorkerLikeThis: StartWorker = (blobUrl) =>
  location.protocol === 'data:' ? fromData(blobUrl) : fromBlob(blobUrl);

/**
 * Finds out how workers start in this frame, and forbids the other way where it is not needed. Rejects with a sentence
 * where there is none.
 */
export async function findWorkerStart(): Promise<StartWorker> {
  const probe = URL.createObjectURL(new Blob(['postMessage(0)'], { type: 'text/javascript' }));
  try {
    if (await starts(fromBlob, probe)) {
      forbidDataWorkers();
      return fromBlob;
    }
    if (await starts(fromData, probe)) return fromData;
  } finally {
    URL.revokeObjectURL(probe);
  }
  throw new Error(
    'this browser starts no workers in a sandboxed frame, and the guest runs in such workers: a current Chromium, Firefox or Safari does',
  );
}

function starts(start: StartWorker, probe: string): Promise<boolean> {
  return new Promise((resolve) => {
    const worker = start(probe);
    const settle = (isStarted: boolean) => {
      worker.terminate();
      resolve(isStarted);
    };
    worker.onmessage = () => settle(true);
    worker.onerror = () => settle(false);
  });
}

/** Policies add up, so one more can only take away. */
function forbidDataWorkers(): void {
  const policy = document.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = 'worker-src blob:';
  document.head.append(policy);
}
