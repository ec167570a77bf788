import { bootEmbeddedGuest, type Guest } from '../../src/guest/index.ts';
import type { BenchRow } from './benchRow.ts';
import floodWorkerUrl from './guestFloodWorker.js?url&no-inline';
import { watchGaps } from './longestGap.ts';

const mebibyte = 1024 * 1024;
const pieces = 100;
const totalBytes = pieces * mebibyte;
const rounds = 3;
const commands = 200;

/** The same bytes from a plain worker: milliseconds until the last has arrived. */
function rawTransferMs(): Promise<number> {
  const worker = new Worker(new URL('./guestRawWorker.ts', import.meta.url), { type: 'module' });
  return new Promise((resolve) => {
    let received = 0;
    let startedMs = 0;
    worker.onmessage = ({ data }: MessageEvent<Uint8Array>) => {
      received += data.length;
      if (startedMs === 0) {
        // The first piece only says that the worker is loaded.
        received = 0;
        startedMs = performance.now();
        worker.postMessage({ pieces, pieceBytes: mebibyte });
      } else if (received === totalBytes) {
        worker.terminate();
        resolve(performance.now() - startedMs);
      }
    };
    worker.postMessage({ pieces: 1, pieceBytes: 1 });
  });
}

async function runMs(guest: Guest, command: string, expectedBytes: number): Promise<number> {
  const startedMs = performance.now();
  const process = guest.run(command);
  let received = 0;
  for await (const { bytes } of process.output) received += bytes.length;
  await process.exit;
  if (received !== expectedBytes) throw new Error(`${command} gave ${received} bytes`);
  return performance.now() - startedMs;
}

const ordered = (values: readonly number[]) => [...values].sort((a, b) => a - b);
const at = (values: readonly number[], share: number) =>
  ordered(values)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

/** 100 MB of a guest file through `cat` to the page, and what a command costs that does nothing. */
export async function guestBench(): Promise<readonly BenchRow[]> {
  const bootStartedMs = performance.now();
  const guest = await bootEmbeddedGuest({ seed: 1, clockStartMs: null });
  const bootMs = performance.now() - bootStartedMs;
  const firstMs = await runMs(guest, 'true', 0);
  const assets = { commandWorkerUrl: floodWorkerUrl };
  const floodGuest = await bootEmbeddedGuest({ seed: 1, clockStartMs: null }, { assets });
  try {
    const times: number[] = [];
    for (let count = 0; count < commands; count++) times.push(await runMs(guest, 'true', 0));

    await guest.fs.write('/tmp/big', new Uint8Array(totalBytes).fill(120));
    await runMs(floodGuest, 'warm', totalBytes);
    const raw: number[] = [];
    const flood: number[] = [];
    const cat: number[] = [];
    let longestGapMs = 0;
    for (let round = 0; round < rounds; round++) {
      raw.push(await rawTransferMs());
      flood.push(await runMs(floodGuest, 'flood', totalBytes));
      const gaps = watchGaps();
      cat.push(await runMs(guest, 'cat /tmp/big', totalBytes));
      longestGapMs = Math.max(longestGapMs, gaps.stop());
    }
    const [rawMs, floodMs, catMs] = [at(raw, 0.5), at(flood, 0.5), at(cat, 0.5)];
    return [
      {
        name: '100 MB `cat` of a guest file to the page',
        value: totalBytes / 1e6 / (catMs / 1000),
        unit: 'MB/s',
        ratio: catMs / floodMs,
        against: 'the time of 100 raw transfers of 1 MB from a worker in the guest’s process',
      },
      {
        name: 'those raw transfers out of the guest’s process',
        value: totalBytes / 1e6 / (floodMs / 1000),
        unit: 'MB/s',
        ratio: floodMs / rawMs,
        against: 'the same from a worker in the page’s process',
      },
      { name: 'longest page gap meanwhile', value: longestGapMs, unit: 'ms', target: '≤ 50 ms' },
      { name: '`true`, warm, median', value: at(times, 0.5), unit: 'ms' },
      { name: '`true`, warm, p95', value: at(times, 0.95), unit: 'ms' },
      { name: 'guest ready', value: bootMs, unit: 'ms' },
      { name: 'first `true` after that', value: firstMs, unit: 'ms' },
    ];
  } finally {
    guest.dispose();
    floodGuest.dispose();
  }
}
