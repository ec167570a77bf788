import { LineSearch } from './lineSearch.ts';
import type { FromSearch, ToSearch } from './messages.ts';

/** Decoding and comparing 100 MB takes a second of one core, which is not the page's. */
let id = 0;
let search: LineSearch | null = null;

self.onmessage = ({ data }: MessageEvent<ToSearch>) => {
  if (data.type === 'begin') {
    id = data.id;
    search = new LineSearch(data.words, data.mostKept);
    return;
  }
  // Bytes of a search that was given up are still answered: the page counts answers to bound what is on its way.
  const mine = data.id === id ? search : null;
  const hits = mine === null ? [] : data.type === 'bytes' ? mine.push(data.bytes) : mine.finish();
  const answer: FromSearch = { id: data.id, hits, count: mine?.count ?? 0 };
  self.postMessage(answer);
};
