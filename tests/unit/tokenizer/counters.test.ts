import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { TokenCounter } from '../../../src/core/index.ts';
import { createInProcessCounter, createTokenCounter, surelyFits } from '../../../src/tokenizer/index.ts';
import type { FromWorker, ToWorker } from '../../../src/tokenizer/messages.ts';
import { ENCODINGS, loadEngine, utf8 } from './oracles.ts';

vi.setConfig({ testTimeout: 60_000 });

/** A worker that is told what to answer. */
class FakeWorker {
  readonly received: ToWorker[] = [];
  terminated = false;
  onmessage: ((event: { data: FromWorker }) => void) | null = null;
  onerror: ((event: { message: string; preventDefault(): void }) => void) | null = null;
  onmessageerror: (() => void) | null = null;
  postMessage(message: ToWorker, transfer: Transferable[] = []): void {
    this.received.push(structuredClone(message, { transfer }));
  }
  terminate(): void {
    this.terminated = true;
  }
  answer(data: FromWorker): void {
    this.onmessage?.({ data });
  }
  crash(message: string): void {
    this.onerror?.({ message, preventDefault: () => {} });
  }
}

function withFakes() {
  const workers: FakeWorker[] = [];
  const counter = createTokenCounter({
    spawn: () => {
      const worker = new FakeWorker();
      workers.push(worker);
      // The double has all that the client uses.
      return worker as unknown as Worker;
    },
  });
  const worker = (index = 0) => {
    const found = workers[index];
    if (found === undefined) throw new Error(`no worker ${index}`);
    return found;
  };
  return { counter, workers, worker };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('the counter in a worker', () => {
  it('starts no worker before the first call, and one for all calls', () => {
    const { counter, workers } = withFakes();
    expect(workers.length).toBe(0);
    void counter.count('a', 'o200k_base');
    void counter.count('b', 'cl100k_base');
    expect(workers.length).toBe(1);
  });

  it('gives each call its own answer, in whatever order they come', async () => {
    const { counter, worker } = withFakes();
    const first = counter.count('a', 'o200k_base');
    const second = counter.count('b', 'o200k_base');
    const [one, two] = worker().received;
    worker().answer({ type: 'counted', id: two?.id ?? 0, tokens: 2 });
    worker().answer({ type: 'counted', id: one?.id ?? 0, tokens: 1 });
    expect([await first, await second]).toEqual([1, 2]);
  });

  it('rejects what was pending when the worker crashes, and starts a new one for the next call', async () => {
    const { counter, workers, worker } = withFakes();
    const count = counter.count('a', 'o200k_base');
    const pass = counter.pass('o200k_base', 5);
    worker().crash('out of memory');
    const stopped = "The token counter's worker stopped: out of memory";
    await expect(count).rejects.toThrow(stopped);
    await expect(pass.prefix).rejects.toThrow(stopped);
    await expect(pass.total).rejects.toThrow(stopped);
    await expect(pass.push(utf8('more'))).rejects.toThrow(stopped);
    expect(worker().terminated).toBe(true);
    const again = counter.count('a', 'o200k_base');
    expect(workers.length).toBe(2);
    worker(1).answer({ type: 'counted', id: worker(1).received[0]?.id ?? 0, tokens: 1 });
    expect(await again).toBe(1);
  });

  it('hands on what the worker says when one call fails, and keeps the worker', async () => {
    const { counter, workers, worker } = withFakes();
    const count = counter.count('a', 'o200k_base');
    worker().answer({ type: 'failed', id: worker().received[0]?.id ?? 0, message: 'no network' });
    await expect(count).rejects.toThrow('Counting tokens failed: no network');
    void counter.count('a', 'o200k_base');
    expect(workers.length).toBe(1);
  });

  it('rejects when a worker cannot be started', async () => {
    const counter = createTokenCounter({
      spawn: () => {
        throw new Error('refused');
      },
    });
    await expect(counter.count('a', 'o200k_base')).rejects.toThrow('could not start its worker');
    await expect(counter.pass('o200k_base', null).total).rejects.toThrow('could not start its worker');
  });

  it('holds a push back while 4 MB are in flight, and lets it go on when they are taken', async () => {
    const { counter, worker } = withFakes();
    const pass = counter.pass('o200k_base', null);
    let done = false;
    const pushed = pass.push(new Uint8Array(10 * 1024 * 1024)).then(() => {
      done = true;
    });
    const sentBytes = () =>
      worker().received.reduce(
        (sum, message) => sum + (message.type === 'push' ? message.bytes.length : 0),
        0,
      );
    for (let i = 0; i < 100; i++) await turn();
    expect(sentBytes()).toBe(4 * 1024 * 1024);
    const id = worker().received[0]?.id ?? 0;
    worker().answer({ type: 'taken', id, bytes: 1024 * 1024 });
    for (let i = 0; i < 100; i++) await turn();
    expect(sentBytes()).toBe(5 * 1024 * 1024);
    expect(done).toBe(false);
    for (let taken = 1; taken < 10; taken++) {
      worker().answer({ type: 'taken', id, bytes: 1024 * 1024 });
      for (let i = 0; i < 20; i++) await turn();
    }
    await pushed;
    expect(sentBytes()).toBe(10 * 1024 * 1024);
  });

  it('sends pushes and the end in the order of the calls, also when none is awaited', async () => {
    const { counter, worker } = withFakes();
    const pass = counter.pass('cl100k_base', 7);
    const bytes = utf8('one');
    void pass.push(bytes);
    void pass.push(utf8('two'));
    pass.end();
    for (let i = 0; i < 20; i++) await turn();
    expect(worker().received.map(({ type }) => type)).toEqual(['open', 'push', 'push', 'end']);
    // The caller's bytes are copied.
    expect(bytes).toEqual(utf8('one'));
  });

  it('cancels: both promises and a waiting push reject with an AbortError, and the worker is told', async () => {
    const { counter, worker } = withFakes();
    const pass = counter.pass('o200k_base', 7);
    const waiting = pass.push(new Uint8Array(9 * 1024 * 1024));
    for (let i = 0; i < 100; i++) await turn();
    pass.cancel();
    for (const promise of [pass.prefix, pass.total, waiting, pass.push(utf8('x'))]) {
      await expect(promise).rejects.toHaveProperty('name', 'AbortError');
    }
    expect(worker().received.at(-1)?.type).toBe('cancel');
    expect(worker().terminated).toBe(false);
  });

  it('disposes: the worker ends, and calls under way and later ones reject with an AbortError', async () => {
    const { counter, workers, worker } = withFakes();
    const count = counter.count('a', 'o200k_base');
    counter.dispose();
    await expect(count).rejects.toHaveProperty('name', 'AbortError');
    await expect(counter.count('a', 'o200k_base')).rejects.toHaveProperty('name', 'AbortError');
    await expect(counter.pass('o200k_base', 1).prefix).rejects.toHaveProperty('name', 'AbortError');
    expect(worker().terminated).toBe(true);
    expect(workers.length).toBe(1);
  });

  it('sends no more of a line to be cut than decides', async () => {
    const { counter, worker } = withFakes();
    void counter.cutToTokens(new Uint8Array(5_000_000), 'o200k_base', 10);
    const [message] = worker().received;
    expect(message?.type === 'cut' ? message.bytes.length : -1).toBe(11 * 128);
  });
});

describe.each(ENCODINGS)('the counter in process with %s', async (encoding) => {
  const counter: TokenCounter = createInProcessCounter();
  const engine = await loadEngine(encoding);

  it('counts, cuts and passes as the engine does', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 50 }), fc.nat(20), async (text, cap) => {
        const total = engine.countText(text);
        expect(await counter.count(text, encoding)).toBe(total);
        const pass = counter.pass(encoding, cap);
        void pass.push(utf8(text).subarray(0, 5));
        await pass.push(utf8(text).subarray(5));
        pass.end();
        expect(await pass.total).toBe(total);
        expect((await pass.prefix).whole).toBe(total <= cap);
        const cut = await counter.cutToTokens(utf8(text), encoding, cap);
        expect(cut.tokens).toBeLessThanOrEqual(cap);
      }),
      { numRuns: 100 },
    );
  });

  it('resolves the prefix before the end is called', async () => {
    const pass = counter.pass(encoding, 5);
    void pass.push(utf8('one two\nthree four five six\nseven\n'));
    expect(await pass.prefix).toEqual({ bytes: 8, lines: 1, tokens: 3, whole: false });
    pass.cancel();
    await expect(pass.total).rejects.toHaveProperty('name', 'AbortError');
  });

  it('rejects a push after the end', async () => {
    const pass = counter.pass(encoding, null);
    pass.end();
    pass.end();
    await expect(pass.push(utf8('x'))).rejects.toThrow('push after end');
    expect(await pass.total).toBe(0);
  });
});

describe('the early answer by size', () => {
  it('is right: no valid text has more tokens than bytes', async () => {
    for (const encoding of ENCODINGS) {
      const engine = await loadEngine(encoding);
      fc.assert(
        fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
          expect(surelyFits(utf8(text).length, engine.countText(text) - 1)).toBe(false);
          expect(surelyFits(utf8(text).length, utf8(text).length)).toBe(true);
        }),
      );
    }
  });
});
