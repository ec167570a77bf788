import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A foreign origin that answers everything to everyone and remembers what reached it. */
export interface Collector {
  readonly url: string;
  /** Method and path of every request that arrived, in order. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

export async function startCollector(): Promise<Collector> {
  const requests: string[] = [];
  const server: Server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    response.writeHead(200, {
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Content-Type': request.url?.endsWith('.js') ? 'text/javascript' : 'text/html',
    });
    response.end(
      // Both a classic script and a module.
      request.url?.endsWith('.js') ? 'globalThis.collected = 1' : '<!doctype html><title>collector</title>',
    );
  });
  // A WebSocket handshake counts as an arrival; it is refused.
  server.on('upgrade', (request, socket) => {
    requests.push(`UPGRADE ${request.url}`);
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
