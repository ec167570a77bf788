import { createCapture } from '../../src/core/output/index.ts';
import type { BenchRow } from './benchRow.ts';

const TOTAL_BYTES = 100_000_000;
const CHUNK_BYTES = 65_536;
const ROUNDS = 3;

/** 100 MB through the capture, per kind of text, beside a bare loop that counts the newlines of the same bytes. */
export async function captureBench(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const [name, line] of [
    ['ASCII lines', 'src/main.ts(12,5): ok 0123456789 abcdefghijklmnopqrstuvwxyz\n'],
    ['coloured lines', '\x1b[32mok\x1b[0m src/main.ts \x1b[1m12:5\x1b[22m 0123456789 abcdefghij\n'],
    ['CJK lines', '漢字かな交じり文の出力です。漢字かな交じり文\n'],
  ] as const) {
    const bytes = repeated(line, TOTAL_BYTES);
    const loopMs = await bestOf(() => countInLoop(bytes));
    const captureMs = await bestOf(() => captured(bytes));
    rows.push({
      name: `capture, 100 MB of ${name}`,
      value: Math.round(TOTAL_BYTES / 1000 / captureMs),
      unit: 'MB/s',
      ratio: captureMs / loopMs,
      against: 'time of a bare newline count of the same bytes',
      ...(name === 'ASCII lines' && { target: '>= 500 MB/s' }),
    });
  }
  return rows;
}

function repeated(line: string, size: number): Uint8Array {
  const unit = new TextEncoder().encode(line);
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; at += unit.length) bytes.set(unit.subarray(0, size - at), at);
  return bytes;
}

/** Fastest of a few rounds, in ms, with a turn of the event loop between them. */
async function bestOf(run: () => number): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now();
    run();
    best = Math.min(best, performance.now() - startedAt);
    await new Promise((resolve) => setTimeout(resolve));
  }
  return best;
}

function countInLoop(bytes: Uint8Array): number {
  let newlines = 0;
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === 10) newlines += 1;
  return newlines;
}

function captured(bytes: Uint8Array): number {
  const capture = createCapture({ cleaner: 'ansi+nul' });
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
    capture.push({ stream: 'stdout', bytes: bytes.subarray(at, at + CHUNK_BYTES) });
  capture.end();
  return capture.text().merged.units + capture.facts().lines;
}
