import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { type BrokerWorker, GuestNetworkBroker } from '../../../../src/guest/network/broker/index.ts';
import { serveRequests } from '../../../../src/guest/network/broker/serveRequests.ts';

/** The worker's part in this thread, with Node's fetch. */
function inProcessWorker(): BrokerWorker {
  const worker: BrokerWorker = {
    postMessage: (message) => queueMicrotask(() => serve(message)),
    terminate: () => {},
    onmessage: null,
    onerror: null,
  };
  const serve = serveRequests(
    {
      fetch: (url, init) => fetch(url, init),
      after: (ms, done) => {
        const timer = setTimeout(done, ms);
        return () => clearTimeout(timer);
      },
    },
    (data) => worker.onmessage?.(new MessageEvent('message', { data })),
  );
  return worker;
}

export function testBroker(ownOrigin = 'http://page.example'): GuestNetworkBroker {
  const broker = new GuestNetworkBroker({ ownOrigin, start: inProcessWorker });
  onTestFinished(() => broker.dispose());
  return broker;
}

export interface TestServer {
  /** `127.0.0.1:port` */
  readonly host: string;
  readonly url: string;
  /** Method and path of each request, in order. */
  readonly seen: string[];
}

/** A server on loopback that ends with the test. */
export async function testServer(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<TestServer> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { host, url: `http://${host}`, seen };
}
