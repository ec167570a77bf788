import { fetchBounded } from './fetchBounded.ts';
import type { FetchRequest } from './messages.ts';

/** Fetches one recording, since the page itself has no network. Holds no key, and is ended after its answer. */
self.onmessage = async ({ data }: MessageEvent<FetchRequest>) => {
  self.postMessage(await fetchBounded(data, fetch));
};
