/**
 * The guest's network worker: the one place that makes requests for guest code. It is loaded by URL, so that it
 * has a Content-Security-Policy of its own (the page's allows no other origin), and it holds no secret.
 */
import { serveRequests } from './serveRequests.ts';
import type { BrokerReply, BrokerRequest } from './workerMessages.ts';

const serve = serveRequests(
  {
    fetch: (url, init) => fetch(url, init),
    after: (ms, done) => {
      const timer = setTimeout(done, ms);
      return () => clearTimeout(timer);
    },
  },
  (reply: BrokerReply) => self.postMessage(reply),
);

self.addEventListener('message', (event: MessageEvent<BrokerRequest>) => serve(event.data));
