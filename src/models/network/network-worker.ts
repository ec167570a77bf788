/**
 * The network worker: the only place that holds keys and the only one that asks providers. It is loaded by
 * URL, so that it has a Content-Security-Policy of its own, and provider packages are loaded into it only.
 */
import { createKeyStorage } from './key-storage.ts';
import type { FromWorker, ToWorker } from './protocol.ts';
import { serveNetwork } from './serve.ts';
import { KeyVault } from './vault.ts';

// The packages check what they receive with zod, which by default tries `new Function` first; the
// worker's policy forbids it and reports each try. Read when zod loads, which is at the first request.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

/** From tab to tab goes that all keys are to be forgotten; a key itself never does. */
const forgetting = new BroadcastChannel('spillway-forget-keys');
const vault = new KeyVault(createKeyStorage(), () => forgetting.postMessage(null));
forgetting.onmessage = () => vault.forgetHere();
const handle = serveNetwork(
  { vault, fetch: (input, init) => fetch(input, init), now: () => Date.now() },
  vault.open(),
  (message: FromWorker) => self.postMessage(message),
);

self.addEventListener('message', (event: MessageEvent<ToWorker>) => {
  void handle(event.data);
});
