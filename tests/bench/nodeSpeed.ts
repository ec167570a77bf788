import { bootEmbeddedGuest, type Guest } from '../../src/guest/index.ts';
import type { BenchRow } from './benchRow.ts';
import floodWorkerUrl from './guestFloodWorker.js?url&no-inline';
import { tightLoop } from './tightLoop.ts';

const mebibyte = 1024 * 1024;
const totalBytes = 100 * mebibyte;
/** Short, and many of them: the best is then one that nothing else on the machine has interrupted. */
const loopRounds = 3_000_000;
const loopCalls = 100;
const files = 2000;
const rounds = 5;

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const least = (values: readonly number[]) => Math.min(...values);

interface Flow {
  /** Milliseconds from the call to the end, and from the first byte to the last. */
  readonly wholeMs: number;
  readonly flowMs: number;
}

async function flowOf(guest: Guest, command: string): Promise<Flow> {
  const startedMs = performance.now();
  const process = guest.run(command);
  let received = 0;
  let firstMs = 0;
  let lastMs = 0;
  for await (const { bytes } of process.output) {
    lastMs = performance.now();
    if (received === 0) firstMs = lastMs;
    received += bytes.length;
  }
  await process.exit;
  if (received < totalBytes) throw new Error(`${command} gave ${received} bytes`);
  return { wholeMs: performance.now() - startedMs, flowMs: lastMs - firstMs };
}

async function printed(guest: Guest, command: string): Promise<number> {
  const process = guest.run(command);
  const decoder = new TextDecoder();
  let text = '';
  for await (const { bytes } of process.output) text += decoder.decode(bytes, { stream: true });
  const value = Number(text);
  if (!Number.isFinite(value)) throw new Error(`${command} printed ${text}`);
  return value;
}

function loopInWorker(worker: Worker): Promise<number> {
  return new Promise((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<{ readonly ms: number }>) => resolve(data.ms);
    worker.postMessage(loopRounds);
  });
}

async function loopRow(guest: Guest): Promise<BenchRow> {
  const program = `const loop = ${tightLoop.toString()};
let best = Infinity;
for (let call = 0; call < ${loopCalls}; call++) {
  const startedMs = performance.now();
  loop(${loopRounds});
  best = Math.min(best, performance.now() - startedMs);
}
console.log(best);`;
  await guest.fs.write('/tmp/loop.js', new TextEncoder().encode(program));
  const [inNode, inWorker]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    const worker = new Worker(new URL('./tightLoopWorker.ts', import.meta.url), { type: 'module' });
    for (let call = 0; call < loopCalls; call++) inWorker.push(await loopInWorker(worker));
    worker.terminate();
    inNode.push(await printed(guest, 'node /tmp/loop.js'));
  }
  return {
    name: `tight loop of ${loopRounds / 1e6} million rounds in node, best of ${rounds * loopCalls}`,
    value: least(inNode),
    unit: 'ms',
    ratio: least(inWorker) / least(inNode),
    against: 'the speed of the same function in a plain worker',
    target: '≥ 0.9',
  };
}

async function readRow(guest: Guest): Promise<BenchRow> {
  const program = `const fs = require('fs');
fs.mkdirSync('/tmp/small', { recursive: true });
for (let i = 0; i < ${files}; i++) fs.writeFileSync('/tmp/small/' + i, 'some words of file ' + i);
const startedMs = performance.now();
for (let i = 0; i < ${files}; i++) fs.readFileSync('/tmp/small/' + i, 'utf8');
console.log((performance.now() - startedMs) * 1000 / ${files});`;
  await guest.fs.write('/tmp/read.js', new TextEncoder().encode(program));
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await printed(guest, 'node /tmp/read.js'));
  return {
    name: `readFileSync of a small file, median of ${rounds} times ${files}`,
    value: median(times),
    unit: 'µs',
    target: '≤ 60',
  };
}

const writers: Readonly<Record<string, string>> = {
  'fs.writeSync of 1 MiB': `const b = Buffer.alloc(${mebibyte}, 120);
for (let i = 0; i < 100; i++) require('fs').writeSync(1, b);`,
  'process.stdout.write of 64 KiB': `const b = 'x'.repeat(65536);
for (let i = 0; i < 1600; i++) process.stdout.write(b);`,
  'console.log of 64 B': `const b = 'x'.repeat(63);
for (let i = 0; i < ${totalBytes / 64}; i++) console.log(b);`,
};

async function writeRows(guest: Guest, floodGuest: Guest): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  await flowOf(floodGuest, 'warm');
  for (const [name, program] of Object.entries(writers)) {
    await guest.fs.write('/tmp/write.js', new TextEncoder().encode(program));
    const [raw, own]: [Flow[], Flow[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      raw.push(await flowOf(floodGuest, 'flood'));
      own.push(await flowOf(guest, 'node /tmp/write.js'));
    }
    const flowMs = median(own.map((flow) => flow.flowMs));
    const rawMs = median(raw.map((flow) => flow.flowMs));
    rows.push({
      name: `100 MB from node to the page, ${name}`,
      value: totalBytes / 1e6 / (flowMs / 1000),
      unit: 'MB/s',
      ratio: rawMs / flowMs,
      against: 'raw transfers of 1 MiB from a worker in the guest’s process',
      ...(rows.length === 0 ? { target: '≥ 0.75' } : {}),
    });
    rows.push({
      name: 'the same with the start of node',
      value: median(own.map((flow) => flow.wholeMs)),
      unit: 'ms',
      ratio: median(raw.map((flow) => flow.wholeMs)) / median(own.map((flow) => flow.wholeMs)),
      against: 'the speed of those transfers with the start of their command',
    });
  }
  return rows;
}

/** How fast programs run in the guest's `node`, read its files and write to the page. */
export async function nodeSpeedBench(): Promise<readonly BenchRow[]> {
  const guest = await bootEmbeddedGuest({ seed: 1, clockStartMs: null });
  const assets = { commandWorkerUrl: floodWorkerUrl };
  const floodGuest = await bootEmbeddedGuest({ seed: 1, clockStartMs: null }, { assets });
  try {
    await printed(guest, 'node -p 1');
    return [await loopRow(guest), await readRow(guest), ...(await writeRows(guest, floodGuest))];
  } finally {
    guest.dispose();
    floodGuest.dispose();
  }
}
