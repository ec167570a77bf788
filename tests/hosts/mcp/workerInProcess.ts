import { connectDemoServer } from '../../../src/agent/mcp/demo/demoServer.ts';
import type { McpWorkerLike } from '../../../src/agent/mcp/mcpWorkerClient.ts';
import {
  type HeaderStorage,
  HeaderVault,
  type StoredHeaders,
} from '../../../src/agent/mcp/worker/headerVault.ts';
import type { FromMcpWorker } from '../../../src/agent/mcp/worker/messages.ts';
import { serveMcp } from '../../../src/agent/mcp/worker/serveMcp.ts';

/** Headers that a test's device keeps. */
export class MemoryHeaders implements HeaderStorage {
  readonly kept = new Map<string, StoredHeaders>();
  load = async () => [...this.kept.values()];
  save = async (headers: StoredHeaders) => void this.kept.set(headers.origin, headers);
  remove = async (origin: string) => void this.kept.delete(origin);
  clear = async () => this.kept.clear();
}

/** The worker's code without a worker: messages are copied as between two threads, and kept for who wants to look. */
export function workerInProcess(
  storage: HeaderStorage = new MemoryHeaders(),
): McpWorkerLike & { readonly said: FromMcpWorker[] } {
  const vault = new HeaderVault(storage);
  const said: FromMcpWorker[] = [];
  const worker: McpWorkerLike & { readonly said: FromMcpWorker[] } = {
    said,
    onmessage: null,
    onerror: null,
    postMessage(message) {
      void handle(structuredClone(message));
    },
    terminate() {
      worker.onmessage = null;
    },
  };
  const handle = serveMcp(
    { vault, fetch: (input, init) => fetch(input, init), demo: connectDemoServer },
    vault.open(),
    (message) => {
      said.push(message);
      const data = structuredClone(message);
      queueMicrotask(() => worker.onmessage?.(new MessageEvent('message', { data })));
    },
  );
  return worker;
}
