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

const vault = new KeyVault(createKeyStorage());
const handle = serveNetwork(
  { vault, fetch: (input, init) => fetch(input, init), now: () => Date.now() },
  vault.open(),
  (message: FromWorker) => self.postMessage(message),
);

self.addEventListener('message', (event: MessageEvent<ToWorker>) => {
  void handle(event.data);
});
