import { afterEach, expect, test, vi } from 'vitest';
import { findWorkerStart, probePatienceMs } from '../../../../../src/guest/embedded/kernel/workerStart.ts';

/** What a worker does once it should run. */
type Answer = 'message' | 'error' | 'nothing';

/** A browser whose workers answer so, by the scheme of their URL. */
function browser(answers: { readonly blob: Answer; readonly data: Answer }) {
  const policies: { content?: string }[] = [];
  const alive = new Set<object>();
  class FakeWorker {
    onmessage: (() => void) | null = null;
    onerror: (() => void) | null = null;
    constructor(readonly url: string) {
      alive.add(this);
      const answer = url.startsWith('blob:') ? answers.blob : answers.data;
      queueMicrotask(() => {
        if (answer === 'message') this.onmessage?.();
        if (answer === 'error') this.onerror?.();
      });
    }
    terminate() {
      alive.delete(this);
    }
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('document', {
    createElement: () => ({}),
    head: { append: (policy: object) => policies.push(policy) },
  });
  return { policies, alive };
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function schemeFound(): Promise<string> {
  const found = findWorkerStart();
  found.catch(() => {});
  for (let probes = 0; probes < 2; probes++) await vi.advanceTimersByTimeAsync(probePatienceMs);
  const started = (await found).startWorker('blob:null/1') as unknown as { readonly url: string };
  return started.url.split(':')[0] ?? '';
}

test.each([
  ['of blobs', 'message', 'nothing', 'blob'],
  ['of data where blobs fail', 'error', 'message', 'data'],
  ['of data where blobs say nothing', 'nothing', 'message', 'data'],
] as const)('workers %s are started', async (_, blob, data, scheme) => {
  const { alive, policies } = browser({ blob, data });
  expect(await schemeFound()).toBe(scheme);
  // The one that was asked for; the probes are over.
  expect(alive.size).toBe(1);
  expect(policies.map(({ content }) => content)).toEqual(
    scheme === 'blob' ? ["worker-src blob:; script-src 'unsafe-eval' 'wasm-unsafe-eval' blob:"] : [],
  );
  expect(vi.getTimerCount()).toBe(0);
});

test.each(['error', 'nothing'] as const)(
  'a browser that starts no worker (%s) is told of',
  async (answer) => {
    const { alive } = browser({ blob: answer, data: answer });
    await expect(schemeFound()).rejects.toThrow('this browser starts no workers in a sandboxed frame');
    expect(alive.size).toBe(0);
  },
);

test('a worker that is slow to start is waited for', async () => {
  browser({ blob: 'nothing', data: 'message' });
  let isFound = false;
  const found = findWorkerStart().then(() => {
    isFound = true;
  });
  await vi.advanceTimersByTimeAsync(probePatienceMs - 1);
  expect(isFound).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await found;
});

test.each([
  ['blob', 'message', 1],
  ['data', 'error', 2],
] as const)(
  'workers of %s share the URL of a script, or have each one of its own',
  async (_, blob, count) => {
    browser({ blob, data: 'message' });
    const { urlsOf } = await findWorkerStart();
    const url = urlsOf('postMessage(0)');
    expect(new Set([url(), url()]).size).toBe(count);
  },
);
