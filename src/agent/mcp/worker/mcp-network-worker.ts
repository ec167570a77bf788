/**
 * The worker that speaks to MCP servers: the only place that holds their headers and the only one that asks them. It is
 * loaded by URL, so that it has a Content-Security-Policy of its own. Providers' keys are in another worker.
 */
import { createHeaderStorage } from './headerStorage.ts';
import { HeaderVault } from './headerVault.ts';
import type { FromMcpWorker, ToMcpWorker } from './messages.ts';

// The package checks what it receives with zod, which by default tries `new Function` first; the worker's policy
// forbids it and reports each try. Zod does so as it loads: what needs it comes behind this line.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

/** From tab to tab goes that all headers are to be forgotten; a header itself never does. */
const forgetting = new BroadcastChannel('spillway-forget-headers');
const vault = new HeaderVault(createHeaderStorage(), () => forgetting.postMessage(null));
forgetting.onmessage = () => vault.forgetHere();
const served = import('./serveMcp.ts').then(({ serveMcp }) =>
  serveMcp(
    {
      vault,
      fetch: (input, init) => fetch(input, init),
      demo: async () => (await import('../demo/demoServer.ts')).connectDemoServer(),
    },
    vault.open(),
    (message: FromMcpWorker, transfer: Transferable[] = []) => self.postMessage(message, { transfer }),
  ),
);

self.addEventListener('message', (event: MessageEvent<ToMcpWorker>) => {
  void served.then((handle) => handle(event.data));
});
