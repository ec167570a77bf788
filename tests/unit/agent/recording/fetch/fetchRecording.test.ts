import { describe, expect, test } from 'vitest';
import { fetchRecording, sourceAddress } from '../../../../../src/agent/index.ts';
import { fetchBounded } from '../../../../../src/agent/recording/fetch/fetchBounded.ts';
import type { FetchWorkerLike } from '../../../../../src/agent/recording/fetch/fetchRecording.ts';
import type { FetchAnswer } from '../../../../../src/agent/recording/fetch/messages.ts';
import { ManualTimers } from '../../../../hosts/fakes/manualTimers.ts';

describe('the address of a recording', () => {
  test.each([
    ['https://example.test/a.json.gz', 'https://example.test/a.json.gz'],
    ['https://example.test:8443/a#step', 'https://example.test:8443/a'],
    ['http://localhost:4000/a', 'http://localhost:4000/a'],
    ['http://127.0.0.1/a', 'http://127.0.0.1/a'],
    ['http://[::1]:9/a', 'http://[::1]:9/a'],
  ])('%s is taken', (text, url) => {
    expect(sourceAddress(text)).toMatchObject({ ok: true, url });
  });

  test.each([
    'http://example.test/a',
    'http://localhost.example.test/a',
    'http://127.0.0.1.example.test/a',
    'javascript:alert(1)',
    'data:application/json,{}',
    'file:///etc/passwd',
    'blob:https://example.test/1',
    'https://user:word@example.test/a',
    'https://user@example.test/a',
    '//example.test/a',
    'a.json.gz',
    '',
    `https://example.test/${'a'.repeat(4_000)}`,
  ])('%s is refused in a sentence', (text) => {
    const source = sourceAddress(text);
    expect(source.ok).toBe(false);
    expect(source).toHaveProperty('message', expect.stringMatching(/^[A-Z].*\.$/));
  });
});

describe('what is fetched', () => {
  const body = (bytes: number) => new Response(new Uint8Array(bytes).fill(65));

  test('is asked for as a stranger would, and not at another address that the host names', async () => {
    let init: RequestInit | undefined;
    await fetchBounded({ url: 'https://example.test/a', maxBytes: 10 }, async (_url, options) => {
      init = options;
      return body(1);
    });
    expect(init).toMatchObject({
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'error',
      mode: 'cors',
    });
    expect(init).not.toHaveProperty('headers');
  });

  test('is read to the limit and no byte further', async () => {
    const request = { url: 'https://example.test/a', maxBytes: 1024 * 1024 };
    const at = (bytes: number) => fetchBounded(request, async () => body(bytes));
    expect(await at(1024 * 1024)).toMatchObject({ kind: 'bytes', bytes: { length: 1024 * 1024 } });
    expect(await at(1024 * 1024 + 1)).toEqual({
      kind: 'failed',
      message: 'It is larger than 1 MB, more than any recording.',
    });
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled += 1;
        controller.enqueue(new Uint8Array(256 * 1024));
      },
    });
    expect(await fetchBounded(request, async () => new Response(endless))).toMatchObject({ kind: 'failed' });
    expect(pulled).toBeLessThan(10);
  });

  test('or why not, in a sentence', async () => {
    const request = { url: 'https://example.test/a', maxBytes: 10 };
    const gone = await fetchBounded(request, async () => new Response('', { status: 404 }));
    expect(gone).toEqual({ kind: 'failed', message: 'It could not be fetched: the host answered 404.' });
    const refused = await fetchBounded(request, () => Promise.reject(new TypeError('Failed to fetch')));
    expect(refused).toMatchObject({ kind: 'failed', message: expect.stringContaining('(CORS)') });
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('reset')) });
    expect(await fetchBounded(request, async () => new Response(broken))).toEqual({
      kind: 'failed',
      message: 'The connection broke off. Try again.',
    });
  });
});

describe('the worker that fetches', () => {
  class FakeWorker extends EventTarget implements FetchWorkerLike {
    readonly asked: unknown[] = [];
    terminated = false;
    postMessage(message: unknown): void {
      this.asked.push(message);
    }
    terminate(): void {
      this.terminated = true;
    }
    answer(data: FetchAnswer): void {
      this.dispatchEvent(new MessageEvent('message', { data }));
    }
  }

  test('is asked once, and ended with its answer, in time or not, or when it is no longer wanted', async () => {
    const timers = new ManualTimers();
    const workers: FakeWorker[] = [];
    const start = () => {
      const worker = new FakeWorker();
      workers.push(worker);
      return worker;
    };
    const url = 'https://example.test/a';
    const answered = fetchRecording(url, new AbortController().signal, start, timers.after);
    workers[0]?.answer({ kind: 'bytes', bytes: new Uint8Array([1]) });
    expect(await answered).toEqual({ ok: true, bytes: new Uint8Array([1]) });
    const late = fetchRecording(url, new AbortController().signal, start, timers.after);
    timers.advance(30_000);
    expect(await late).toMatchObject({ ok: false });
    const stop = new AbortController();
    const left = fetchRecording(url, stop.signal, start, timers.after);
    stop.abort();
    expect(await left).toMatchObject({ ok: false });
    expect(workers.map(({ terminated, asked }) => [terminated, asked])).toEqual(
      Array.from({ length: 3 }, () => [true, [{ url, maxBytes: 16 * 1024 * 1024 }]]),
    );
    // What may not be asked starts no worker.
    expect(await fetchRecording('http://example.test/', stop.signal, start)).toMatchObject({ ok: false });
    expect(workers).toHaveLength(3);
  });
});
