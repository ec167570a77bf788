import { type KeptMessage, type PageMessage, serviceWorkerFile } from './site.ts';

/** A service worker of the built site; null where there can be none: in development, without https, blocked. */
async function register(): Promise<ServiceWorkerRegistration | null> {
  if (!import.meta.env.PROD || !isSecureContext || !('serviceWorker' in navigator)) return null;
  try {
    const registration: unknown = await navigator.serviceWorker.register(
      new URL(serviceWorkerFile, document.baseURI),
      { updateViaCache: 'none' },
    );
    return registration instanceof ServiceWorkerRegistration ? registration : null;
  } catch {
    return null;
  }
}

/** The active worker, waiting for the first one; null where it does not come. */
async function activeWorker(registration: ServiceWorkerRegistration): Promise<ServiceWorker | null> {
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  if (!worker) return null;
  while (worker.state !== 'activated') {
    if (worker.state === 'redundant') return null;
    await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }));
  }
  return worker;
}

const triedKey = 'spillway-isolation-tried';
/** A page that has waited so long for its worker starts without isolation. */
const isolationPatienceMs = 10_000;

/**
 * For a page that is not isolated: gets a service worker that sends the headers, and loads the page anew, once.
 * Resolves with false where that is not possible or did not help.
 */
export async function isolateByReload(): Promise<boolean> {
  try {
    // In a frame of another site the headers of that site decide.
    if (top !== window || sessionStorage.getItem(triedKey) !== null) return false;
    const gaveUp = new Promise<null>((resolve) => setTimeout(() => resolve(null), isolationPatienceMs));
    const worker = register().then((registration) => registration && activeWorker(registration));
    if ((await Promise.race([worker, gaveUp])) === null) return false;
    sessionStorage.setItem(triedKey, 'yes');
  } catch {
    // No storage: nothing could keep the page from loading itself again and again.
    return false;
  }
  location.reload();
  return true;
}

/** A reload past the worker, as Shift makes one, may be mended by another. */
function forgetTry(): void {
  try {
    sessionStorage.removeItem(triedKey);
  } catch {
    // Without storage nothing was noted.
  }
}

const wishKey = 'spillway-update-asked';
/**
 * Chromium lets a worker take over once the older one rests, and at times does not see that it does; a page that is
 * loaded anew makes it look again.
 */
const swapPatienceMs = 2000;

function noteWish(): void {
  try {
    sessionStorage.setItem(wishKey, 'yes');
  } catch {
    // Without storage the new page tells of the update again.
  }
}

function takeWish(): boolean {
  try {
    const isThere = sessionStorage.getItem(wishKey) !== null;
    sessionStorage.removeItem(wishKey);
    return isThere;
  } catch {
    return false;
  }
}

export interface OfflineListeners {
  /** A newer version is kept whole and waits. `apply` loads the page anew with it; until then nothing changes. */
  readonly onUpdate: (apply: () => void) => void;
  /** Every file of the site is on the device. */
  readonly onKept: () => void;
}

/** A page that stays open looks for a newer version when it is looked at again, at most so often. */
const updateEveryMs = 60 * 60 * 1000;

/**
 * Keeps the whole site on the device and tells of newer versions. `version`: what this page was built as. Returns a
 * disposer.
 */
export function keepOffline(version: string, { onUpdate, onKept }: OfflineListeners): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  void (async () => {
    if (crossOriginIsolated) forgetTry();
    const registration = await register();
    if (!registration || signal.aborted) return;
    followUpdates(registration, onUpdate, signal);
    const worker = await activeWorker(registration);
    if (!worker || signal.aborted) return;
    const channel = new MessageChannel();
    channel.port1.onmessage = ({ data }: MessageEvent<KeptMessage>) => {
      if (signal.aborted) return;
      if (data.version === version) {
        if (data.complete) onKept();
        // A page without a controller came from the host itself, which may be ahead of the worker.
      } else if (navigator.serviceWorker.controller) onUpdate(() => location.reload());
    };
    tell(worker, { type: 'page-open', version }, [channel.port2]);
  })();
  return () => ended.abort();
}

function tell(worker: ServiceWorker, message: PageMessage, transfer: Transferable[] = []): void {
  worker.postMessage(message, transfer);
}

function followUpdates(
  registration: ServiceWorkerRegistration,
  onUpdate: OfflineListeners['onUpdate'],
  signal: AbortSignal,
): void {
  const { serviceWorker } = navigator;
  // A page that was loaded anew for the newer worker, and met the older one once more, goes on waiting for it.
  let asked = takeWish() && registration.waiting !== null;
  // Before the first worker there is none to replace.
  let hadController = serviceWorker.controller !== null;
  const apply = () => {
    asked = true;
    if (!registration.waiting) return location.reload();
    if (registration.active) tell(registration.active, { type: 'step-aside' });
    tell(registration.waiting, { type: 'take-over' });
    setTimeout(() => {
      noteWish();
      location.reload();
    }, swapPatienceMs);
  };
  const follow = (worker: ServiceWorker | null) =>
    worker?.addEventListener(
      'statechange',
      () => {
        if (worker.state === 'installed' && registration.active) onUpdate(apply);
      },
      { signal },
    );
  if (registration.waiting && registration.active) onUpdate(apply);
  follow(registration.installing);
  registration.addEventListener('updatefound', () => follow(registration.installing), { signal });
  serviceWorker.addEventListener(
    'controllerchange',
    () => {
      if (asked) location.reload();
      // Another tab took the newer version: this one keeps what it has until its user wishes.
      else if (hadController) onUpdate(() => location.reload());
      hadController = true;
    },
    { signal },
  );
  let checkedAtMs = performance.now();
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.hidden || performance.now() - checkedAtMs < updateEveryMs) return;
      checkedAtMs = performance.now();
      // Offline it fails, and the next look tries again.
      registration.update().catch(() => undefined);
    },
    { signal },
  );
}
