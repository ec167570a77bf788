import type { BenchRow } from './benchRow.ts';
import { benchWorkbench } from './spine.ts';

/** Bytes that had come when Stop was pressed, and how often that is measured. */
const cases = [
  { bytes: 3_000_000, rounds: 7, target: '≤ 200 ms' },
  { bytes: 200_000_000, rounds: 3, target: '≤ 500 ms' },
] as const;

/** From the press of Stop, while a command floods both the page and the store, to the turn's durable end. */
export async function stopBench(): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const { bytes, rounds, target } of cases) {
    const flood = { calls: [{ tool: 'Bash', input: { command: 'yes spillway' } }] };
    const bench = await benchWorkbench({ steps: Array.from({ length: rounds * 2 }, () => flood) });
    const session = await bench.createSession({ model: { provider: 'scripted', model: 'bench' } });
    await session.ensureGuest();
    const times: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const turn = session.send('go');
      while ((session.live(`${round}.1.0`)?.totalBytes ?? 0) < bytes) {
        await new Promise((resolve) => setTimeout(resolve, 4));
      }
      const startedAt = performance.now();
      await session.stop();
      times.push(performance.now() - startedAt);
      await turn;
    }
    await bench.deleteSession(session.id);
    await bench.dispose();
    times.sort((a, b) => a - b);
    const median = times[Math.floor(rounds / 2)] ?? Number.NaN;
    const name = `Stop of a flooding command after ${bytes / 1e6} MB, median of ${rounds}`;
    rows.push({ name, value: median, unit: 'ms', target });
  }
  return rows;
}
