import type { McpWorkerLike } from '../mcp/mcpWorkerClient.ts';
import { HeaderVault } from '../mcp/worker/headerVault.ts';
import { serveMcp } from '../mcp/worker/serveMcp.ts';

/**
 * The MCP side of a lesson, without the worker that may reach a network: it knows the server in the page and nothing
 * else, holds no header and fetches nothing. So a lesson can be shown where nothing that asks a host may be loaded.
 */
export function startInPageMcp(): McpWorkerLike {
  const vault = new HeaderVault({
    load: async () => [],
    save: async () => {},
    remove: async () => {},
    clear: async () => {},
  });
  const worker: McpWorkerLike = {
    onmessage: null,
    onerror: null,
    postMessage: (message) => void handle(message),
    terminate() {
      worker.onmessage = null;
    },
  };
  const handle = serveMcp(
    {
      vault,
      fetch: () => Promise.reject(new TypeError('A lesson reaches no network.')),
      demo: async () => (await import('../mcp/demo/demoServer.ts')).connectDemoServer(),
    },
    vault.open(),
    (data) => queueMicrotask(() => worker.onmessage?.(new MessageEvent('message', { data }))),
  );
  return worker;
}
