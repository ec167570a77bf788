import {
  afterOnTimer,
  createInProcessMatcher,
  createWorkbench,
  type LiveSession,
  type Workbench,
} from '../../src/agent/index.ts';
import { bootEmbeddedGuest } from '../../src/guest/index.ts';
import { createScriptedModel, type ModelScript } from '../../src/models/index.ts';
import { createBrowserStore } from '../../src/store/index.ts';
import { createTokenCounter } from '../../src/tokenizer/index.ts';
import type { BenchRow } from './benchRow.ts';
import { watchGaps } from './longestGap.ts';
import { rawIndexedDbWriteMs } from './rawIndexedDb.ts';

const megabyte = 1024 * 1024;

/** A page's workbench over the real rooms, with a script of the benchmark's own. */
export async function benchWorkbench(script: ModelScript): Promise<Workbench> {
  const counter = createTokenCounter();
  return createWorkbench({
    store: createBrowserStore(`bench-${performance.now()}`),
    counter,
    bootGuest: (boot) => bootEmbeddedGuest(boot),
    models: async () => createScriptedModel(script, { name: 'bench' }),
    createMatcher: createInProcessMatcher,
    clock: () => Date.now(),
    after: afterOnTimer,
    newId: () => crypto.randomUUID(),
    newSeed: () => 1,
    onDispose: () => counter.dispose(),
  });
}

interface Heap {
  readonly usedJSHeapSize: number;
}

/** JavaScript heap of the page after a collection, in bytes (Chromium with --expose-gc). */
function heapBytes(): number {
  (globalThis as { gc?: () => void }).gc?.();
  return (performance as unknown as { memory?: Heap }).memory?.usedJSHeapSize ?? 0;
}

async function runCommand(session: LiveSession): Promise<{ ms: number; gap: number }> {
  const gaps = watchGaps();
  let tail = 0;
  const stop = session.subscribe((change) => {
    // What the live view does at each change: look at the bounded tail.
    if (change.kind === 'live') tail += session.live(change.key)?.tail.length ?? 0;
  });
  const startedAt = performance.now();
  await session.send('go');
  const ms = performance.now() - startedAt;
  stop();
  return { ms: tail >= 0 ? ms : 0, gap: gaps.stop() };
}

/** 100 MiB from a guest file through everything: guest file, IndexedDB, capture, live view, log. */
export async function spineBench(): Promise<readonly BenchRow[]> {
  const rawBefore = await rawIndexedDbWriteMs(100);
  const command = 'cat /home/user/project/big.log';
  const bench = await benchWorkbench({
    steps: [
      { calls: [{ tool: 'Bash', input: { command: 'true' } }] },
      { text: 'The journal holds the file now.' },
      { calls: [{ tool: 'Bash', input: { command } }] },
    ],
  });
  const session = await bench.createSession({ model: { provider: 'scripted', model: 'bench' } });
  await session.ensureGuest();
  const { fs } = session;
  if (fs === null) throw new Error('the guest did not start');
  const line = 'a line of a log that is as long as lines of logs are, more or less, 1234567890\n';
  const chunk = new TextEncoder().encode(line.repeat(Math.ceil(megabyte / line.length))).slice(0, megabyte);
  for (let i = 0; i < 100; i++) await fs.append('/home/user/project/big.log', chunk.slice());

  await session.send('first');
  const before = heapBytes();
  const { ms, gap } = await runCommand(session);
  const growth = heapBytes() - before;
  const record = session.state.turns[1]?.steps[0]?.calls[0]?.record;
  if (record?.output.totalBytes !== 100 * megabyte || record.savedAs?.bytes !== 100 * megabyte) {
    throw new Error(`the run is not whole: ${JSON.stringify(record?.outcome)} ${record?.output.totalBytes}`);
  }
  await bench.deleteSession(session.id);
  await bench.dispose();
  const raw = Math.min(rawBefore, await rawIndexedDbWriteMs(100));
  return [
    {
      name: '100 MiB end to end',
      value: ms,
      unit: 'ms',
      ratio: ms / raw,
      against: 'raw IndexedDB write',
      target: '≤ 1.3',
    },
    { name: 'longest page block meanwhile', value: gap, unit: 'ms', target: '≤ 50' },
    { name: 'page heap growth', value: growth / 1e6, unit: 'MB', target: '≤ 64' },
  ];
}
