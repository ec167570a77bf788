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
import { logMebibyte, repeatedLineMebibyte } from './logText.ts';
import { watchGaps } from './longestGap.ts';
import { rawIndexedDbWriteMs } from './rawIndexedDb.ts';

const megabyte = 1024 * 1024;
const megabytes = 100;
/** Runs and raw writes, in turns: the machine's disk is not equally fast at any moment. */
const rounds = 5;

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

/**
 * JavaScript heap of the page after a collection, in bytes (Chromium with --expose-gc). Buffers that a collection
 * has found dead are given back in the background: a second one waits for that.
 */
async function heapBytes(): Promise<number> {
  const { gc } = globalThis as { gc?: () => void };
  gc?.();
  await new Promise((resolve) => setTimeout(resolve, 50));
  gc?.();
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

interface Content {
  readonly name: string;
  /** The output, a mebibyte at a time; few of them, so that the page does not hold the whole. */
  readonly chunks: readonly Uint8Array<ArrayBuffer>[];
}

/** 100 MiB from a guest file through everything: guest file, IndexedDB, capture, live view, log. */
async function spineOf({ name, chunks }: Content): Promise<readonly BenchRow[]> {
  const chunkAt = (index: number) => chunks[index % chunks.length] ?? new Uint8Array(0);
  const command = 'cat /home/user/project/big.log';
  const run = [{ calls: [{ tool: 'Bash', input: { command } }] }, { text: 'There it is.' }];
  const bench = await benchWorkbench({
    steps: [
      { calls: [{ tool: 'Bash', input: { command: 'true' } }] },
      { text: 'The journal holds the file now.' },
      ...Array.from({ length: rounds }, () => run).flat(),
    ],
  });
  const session = await bench.createSession({ model: { provider: 'scripted', model: 'bench' } });
  await session.ensureGuest();
  const { fs } = session;
  if (fs === null) throw new Error('the guest did not start');
  for (let i = 0; i < megabytes; i++) await fs.append('/home/user/project/big.log', chunkAt(i));

  await session.send('first');
  const times = { raw: [] as number[], atOnce: [] as number[], whole: [] as number[] };
  const growths: number[] = [];
  let longestGap = 0;
  for (let round = 1; round <= rounds; round++) {
    times.raw.push(await rawIndexedDbWriteMs(megabytes, chunkAt));
    times.atOnce.push(await rawIndexedDbWriteMs(megabytes, chunkAt, megabytes));
    const before = await heapBytes();
    const { ms, gap } = await runCommand(session);
    growths.push((await heapBytes()) - before);
    times.whole.push(ms);
    longestGap = Math.max(longestGap, gap);
    const record = session.state.turns[round]?.steps[0]?.calls[0]?.record;
    if (
      record?.output.totalBytes !== megabytes * megabyte ||
      record.savedAs?.bytes !== megabytes * megabyte
    ) {
      throw new Error(
        `the run is not whole: ${JSON.stringify(record?.outcome)} ${record?.output.totalBytes}`,
      );
    }
  }
  await bench.deleteSession(session.id);
  await bench.dispose();
  const whole = median(times.whole);
  return [
    {
      name: `100 MiB end to end, ${name} (median of ${rounds})`,
      value: whole,
      unit: 'ms',
      ratio: whole / median(times.raw),
      against: 'raw IndexedDB write of the same bytes, in turns',
      target: '≤ 1.3',
    },
    {
      name: 'the same',
      value: whole,
      unit: 'ms',
      ratio: whole / median(times.atOnce),
      against: 'one transaction for all of them, of which nothing is kept before its end',
    },
    { name: `longest page block in ${rounds} runs`, value: longestGap, unit: 'ms', target: '≤ 50' },
    { name: 'page heap growth, largest', value: Math.max(...growths) / 1e6, unit: 'MB', target: '≤ 64' },
  ];
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** What IndexedDB itself needs depends on the bytes, so a log and the friendliest text there is are both shown. */
export async function spineBench(): Promise<readonly BenchRow[]> {
  const log = Array.from({ length: 8 }, (_, index) => logMebibyte(index + 1));
  return [
    ...(await spineOf({ name: 'a log whose lines differ', chunks: log })),
    ...(await spineOf({ name: 'one line repeated', chunks: [repeatedLineMebibyte()] })),
  ];
}
