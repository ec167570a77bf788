import { afterEach, expect, test } from 'vitest';
import { SearchClient, type SearchPart } from '../../../../src/ui/search/searchClient.ts';

const client = () => {
  const made = new SearchClient();
  disposers.push(() => made.dispose());
  return made;
};
const disposers: (() => void)[] = [];
afterEach(() => {
  for (const dispose of disposers.splice(0)) dispose();
});

const chunk = new TextEncoder().encode('nothing here\nneedle\n');
async function* chunks(count: number, ongive: (at: number) => void = () => undefined) {
  for (let at = 0; at < count; at++) {
    ongive(at);
    yield chunk;
  }
}

async function all(parts: AsyncIterable<SearchPart>, pause: () => Promise<void> = async () => undefined) {
  const got: SearchPart[] = [];
  for await (const part of parts) {
    got.push(part);
    await pause();
  }
  return got;
}

test('every chunk is answered once and in order, however slowly the answers are taken', async () => {
  for (const pause of [async () => undefined, () => new Promise<void>((done) => setTimeout(done, 3))]) {
    const parts = await all(client().search(chunks(40), 'needle', 10, new AbortController().signal), pause);
    expect(parts.length).toBe(41);
    expect(parts.at(-1)).toEqual({ hits: [], count: 40, searchedBytes: 40 * chunk.length });
    expect(parts.flatMap(({ hits }) => hits.map(({ line }) => line))).toEqual(
      Array.from({ length: 10 }, (_, at) => 2 * at + 2),
    );
  }
});

test('a stream is read no more than a few chunks ahead of what was taken', async () => {
  let given = 0;
  let taken = 0;
  let ahead = 0;
  const stream = chunks(30, (at) => {
    given = at + 1;
    ahead = Math.max(ahead, given - taken);
  });
  for await (const _ of client().search(stream, 'needle', 10, new AbortController().signal)) taken++;
  expect(given).toBe(30);
  expect(ahead).toBeLessThanOrEqual(4);
});

test('an aborted search ends at once, and the next one of the same worker is not mixed up with it', async () => {
  const mine = client();
  const stop = new AbortController();
  let parts = 0;
  for await (const _ of mine.search(chunks(1000), 'needle', 10, stop.signal)) {
    if (++parts === 2) stop.abort();
  }
  expect(parts).toBe(2);
  const next = await all(mine.search(chunks(3), 'nothing', 10, new AbortController().signal));
  expect(next.at(-1)?.count).toBe(3);
  expect(next.length).toBe(4);
});
