import { createBrowserStore } from '../../src/store/index.ts';
import type { BenchRow } from './benchRow.ts';
import { watchGaps } from './longestGap.ts';
import { rawIndexedDbWriteMs } from './rawIndexedDb.ts';

const megabytes = 100;
const pieceBytes = 64 * 1024;

/** 100 MB of output through the output store, in the pieces in which a guest sends it. */
export async function storeBench(): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  const rawBefore = await rawIndexedDbWriteMs(megabytes);
  const store = createBrowserStore(`bench-${performance.now()}`);
  const writer = store.session('bench').outputs.writer('0.0.0');
  const piece = new Uint8Array(pieceBytes).map((_, i) => 32 + (i % 90));
  const gaps = watchGaps();
  const startedAt = performance.now();
  for (let sent = 0; sent < megabytes * 1024 * 1024; sent += pieceBytes) await writer.write(piece);
  await writer.close();
  const took = performance.now() - startedAt;
  const gap = gaps.stop();
  await store.deleteSession('bench');
  const raw = Math.min(rawBefore, await rawIndexedDbWriteMs(megabytes));
  rows.push({
    name: '100 MiB to the output store',
    value: took,
    unit: 'ms',
    ratio: took / raw,
    against: 'raw IndexedDB write',
  });
  rows.push({ name: 'longest page block meanwhile', value: gap, unit: 'ms', target: '≤ 50' });

  const log = store.session('log').log;
  const times: number[] = [];
  for (let seq = 0; seq < 500; seq++) {
    const at = performance.now();
    await log.append([{ v: 1, seq, atMs: 0, type: 'user-message', turn: seq, text: 'x'.repeat(500) }]);
    times.push(performance.now() - at);
  }
  times.sort((a, b) => a - b);
  rows.push({ name: 'one event, durable (p95 of 500)', value: times[475]!, unit: 'ms' });
  await store.deleteSession('log');
  return rows;
}
