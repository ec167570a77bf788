import { afterEach, expect, test, vi } from 'vitest';
import { bootContainer } from '../../../../src/guest/webcontainer/page/bootContainer.ts';
import { type ReachWorker, reachHost } from '../../../../src/guest/webcontainer/page/reachHost.ts';
import type { Reach } from '../../../../src/guest/webcontainer/page/reachMessages.ts';
import { whyNotReached } from '../../../../src/guest/webcontainer/page/support.ts';

/** Whether StackBlitz can be reached is known before a frame is made. */

afterEach(() => {
  vi.unstubAllGlobals();
});

function fakeWorker(behaviour: (worker: EventTarget, asked: unknown) => void) {
  const target = new EventTarget();
  const seen: unknown[] = [];
  const worker: ReachWorker = {
    postMessage: (message: unknown) => {
      seen.push(message);
      behaviour(target, message);
    },
    terminate: () => seen.push('terminated'),
    addEventListener: target.addEventListener.bind(target),
  };
  return { worker, seen };
}

const ask = (worker: ReachWorker, workerLimitMs = 10_000, stop = new AbortController().signal) =>
  reachHost('https://host.test/headless', stop, { workerLimitMs, startWorker: () => worker });

test('one address is asked once, and the worker ends with its answer', async () => {
  for (const reach of ['reached', 'refused', 'silent', 'unknown'] as const) {
    const { worker, seen } = fakeWorker((target) =>
      target.dispatchEvent(new MessageEvent('message', { data: reach })),
    );
    expect(await ask(worker)).toBe(reach);
    expect(seen).toEqual([{ url: 'https://host.test/headless', limitMs: 2_000 }, 'terminated']);
  }
});

test('a worker that does not come or fails, or a stop, leaves a host unknown', async () => {
  const silent = fakeWorker(() => {});
  expect(await ask(silent.worker, 1)).toBe('unknown');
  expect(silent.seen.at(-1)).toBe('terminated');
  expect(await ask(fakeWorker((target) => target.dispatchEvent(new Event('error'))).worker)).toBe('unknown');
  expect(await ask(silent.worker, 10_000, AbortSignal.abort())).toBe('unknown');
  const stop = new AbortController();
  expect(await ask(fakeWorker(() => stop.abort()).worker, 10_000, stop.signal)).toBe('unknown');
  const startWorker = () => {
    throw new Error('no workers here');
  };
  expect(await reachHost('https://host.test', stop.signal, { startWorker })).toBe('unknown');
});

test('who chose a WebContainer waits for a slow host, others do not, and nobody for one that is not there', () => {
  const codeOf = (reach: Reach, isChosen: boolean) => whyNotReached(reach, isChosen, 'host.test');
  expect(codeOf('reached', false)).toBe(null);
  expect(codeOf('unknown', false)).toBe(null);
  expect(codeOf('silent', true)).toBe(null);
  expect(codeOf('silent', false)).toEqual({
    code: 'unreachable',
    message:
      'A WebContainer comes from host.test, which did not answer within 2 s. Choose it to wait longer.',
  });
  for (const isChosen of [false, true]) {
    expect(codeOf('refused', isChosen)).toEqual({
      code: 'unreachable',
      message:
        'A WebContainer comes from host.test, which cannot be reached from here: look at the network and at blockers.',
    });
  }
});

test('where the host cannot be reached a boot ends at once, makes no frame, and asks anew the next time', async () => {
  // Without a document: to look for a frame would throw.
  vi.stubGlobal('crossOriginIsolated', true);
  vi.stubGlobal('navigator', { userAgent: 'Chrome/150.0.0.0', maxTouchPoints: 0, onLine: true });
  const progress: string[] = [];
  const asked: string[] = [];
  const boot = () =>
    bootContainer({
      onProgress: (waitingFor) => progress.push(waitingFor),
      signal: new AbortController().signal,
      apiKey: null,
      isChosen: false,
      reach: async (url) => {
        asked.push(url);
        return 'refused';
      },
    });
  const why = {
    code: 'unreachable',
    message:
      'A WebContainer comes from stackblitz.com, which cannot be reached from here: look at the network and at blockers.',
  };
  expect(await boot()).toEqual({ ok: false, why });
  expect(await boot()).toEqual({ ok: false, why });
  expect(progress).toEqual(['stackblitz.com to answer', 'stackblitz.com to answer']);
  expect(asked).toEqual(['https://stackblitz.com/headless', 'https://stackblitz.com/headless']);
});
