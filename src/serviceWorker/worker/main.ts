import type { KeptMessage, PageMessage, SiteManifest } from '../site.ts';
import { OfflineSite } from './offlineSite.ts';
import type { ServiceWorkerScope } from './scope.ts';

/** Put in by the build (../build/serviceWorkerFile.ts). */
declare const SPILLWAY_SITE: SiteManifest;
// Named once: the build puts the whole list wherever the name stands.
const manifest = SPILLWAY_SITE;
// The one place where the global scope gets the type that it has here.
const scope = self as unknown as ServiceWorkerScope;

const site = new OfflineSite(manifest, {
  caches,
  fetch: (request) => fetch(request),
  scope: scope.registration.scope,
});

scope.addEventListener('install', (event) => {
  // A first visit gets its answers at once. An update is told only when it is whole: it then needs no network.
  event.waitUntil(scope.registration.active ? site.keepAll() : site.keepStartPage());
});

scope.addEventListener('activate', (event) => {
  event.waitUntil(site.forgetOthers({ exceptNewest: true }));
});

scope.addEventListener('fetch', (event) => {
  const answer = site.answer(event.request);
  if (answer) event.respondWith(answer);
});

scope.addEventListener('message', (event) => {
  // Only pages of this origin can send any.
  const message = event.data as PageMessage;
  if (message.type === 'take-over') event.waitUntil(scope.skipWaiting());
  else if (message.type === 'step-aside') site.leave();
  else if (message.type === 'page-open') event.waitUntil(pageOpen(message.version, event.ports[0]));
});

async function pageOpen(version: string, port: MessagePort | undefined): Promise<void> {
  const isOwnPage = version === manifest.version;
  // A page of another version, as a hard reload shows one, goes on without a worker.
  if (isOwnPage) await scope.clients.claim();
  const complete = await site.keepAll().then(
    () => true,
    () => false,
  );
  const kept: KeptMessage = { type: 'kept', version: manifest.version, complete };
  port?.postMessage(kept);
  const windows = await scope.clients.matchAll({ includeUncontrolled: true, type: 'window' });
  // What a newer version has kept, or is about to, stays: it is told as whole.
  const { waiting, installing } = scope.registration;
  const isNewest = waiting === null && installing === null;
  if (isOwnPage && complete && isNewest && windows.length === 1)
    await site.forgetOthers({ exceptNewest: false });
}
