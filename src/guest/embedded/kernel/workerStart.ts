/** Starts a worker of the script at a blob's URL. */
export type StartWorker = (blobUrl: string) => Worker;

const fromBlob: StartWorker = (blobUrl) => new Worker(blobUrl);

/**
 * WebKit (2.50) starts no worker from a blob that an opaque origin made under an embedder policy, and gives no reason.
 * It does from a `data:` URL, whose worker inherits the policies as a blob's does and may import the frame's blobs. What
 * errors are told of in such a worker: `node/errors/dataScripts.ts`.
 */
const fromData: StartWorker = (blobUrl) => new Worker(scriptUrl(`importScripts(${JSON.stringify(blobUrl)})`));

function scriptUrl(code: string): string {
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

/** Gives URLs of a script; whoever loads it asks for one. */
export type ScriptUrls = (code: string) => () => string;

export const sharedUrls: ScriptUrls = (code) => {
  const url = URL.createObjectURL(blobOf(code));
  return () => url;
};

/** A worker from a `data:` URL can import a blob's URL, but no second one can the same. */
const singleUrls: ScriptUrls = (code) => {
  const blob = blobOf(code);
  return () => URL.createObjectURL(blob);
};

function blobOf(code: string): Blob {
  return new Blob([code], { type: 'text/javascript' });
}

/** How workers of a frame get their scripts. */
export interface WorkerStart {
  readonly startWorker: StartWorker;
  readonly urlsOf: ScriptUrls;
}

/** As this worker was started itself; for the workers that it starts. */
export const startWorkerLikeThis: StartWorker = (blobUrl) =>
  location.protocol === 'data:' ? fromData(blobUrl) : fromBlob(blobUrl);

/**
 * How long a worker of one line may take to say that it runs; one that says neither that nor why not counts as not
 * started. Long: a busy machine must not be taken for a browser that cannot.
 */
export const probePatienceMs = 8_000;

/**
 * Finds out how workers start in this frame, and forbids the other way where it is not needed. Rejects with a sentence
 * where there is none.
 */
export async function findWorkerStart(): Promise<WorkerStart> {
  const probe = URL.createObjectURL(blobOf('postMessage(0)'));
  try {
    if (await starts(fromBlob, probe)) {
      forbidDataScripts();
      return { startWorker: fromBlob, urlsOf: sharedUrls };
    }
    if (await starts(fromData, probe)) return { startWorker: fromData, urlsOf: singleUrls };
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
      clearTimeout(timer);
      worker.terminate();
      resolve(isStarted);
    };
    const timer = setTimeout(() => settle(false), probePatienceMs);
    worker.onmessage = () => settle(true);
    worker.onerror = () => settle(false);
  });
}

/** Policies add up, so one more can only take away. The frame's own script has run by now and needs no leave. */
function forbidDataScripts(): void {
  const policy = document.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = "worker-src blob:; script-src 'unsafe-eval' 'wasm-unsafe-eval' blob:";
  document.head.append(policy);
}
