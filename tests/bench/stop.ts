import type { BenchRow } from './benchRow.ts';
import { benchWorkbench } from './spine.ts';

const rounds = 7;

/** From the press of Stop, while a command floods both the page and the store, to the turn's durable end. */
export async function stopBench(): Promise<readonly BenchRow[]> {
  const flood = { calls: [{ tool: 'Bash', input: { command: 'yes spillway' } }] };
  const bench = await benchWorkbench({ steps: Array.from({ length: rounds * 2 }, () => flood) });
  const session = await bench.createSession({ model: { provider: 'scripted', model: 'bench' } });
  await session.ensureGuest();
  const times: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const turn = session.send('go');
    while ((session.live(`${round}.1.0`)?.totalBytes ?? 0) < 3_000_000) {
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
  return [{ name: 'Stop of a flooding command, median', value: median, unit: 'ms', target: '≤ 200 ms' }];
}
