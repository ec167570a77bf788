/**
 * The worker that speaks to MCP servers: the only place that holds their headers and the only one that asks them. It is
 * loaded by URL, so that it has a Content-Security-Policy of its own. Providers' keys are in another worker.
 */
import { createHeaderStorage } from './headerStorage.ts';
import { HeaderVault } from './headerVault.ts';
import type { FromMcpWorker, ToMcpWorker } from './messages.ts';
import { serveMcp } from './serveMcp.ts';

// The package checks what it receives with zod, which by default tries `new Function` first; the worker's policy
// forbids it and reports each try.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const vault = new HeaderVault(createHeaderStorage());
const handle = serveMcp(
  {
    vault,
    fetch: (input, init) => fetch(input, init),
    demo: async () => (await import('../demo/demoServer.ts')).connectDemoServer(),
  },
  vault.open(),
  (message: FromMcpWorker) => self.postMessage(message),
);

self.addEventListener('message', (event: MessageEvent<ToMcpWorker>) => {
  void handle(event.data);
});
