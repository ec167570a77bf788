import type { LiveSession } from '../../src/agent/index.ts';
import { bootEmbeddedGuest, type Guest } from '../../src/guest/index.ts';
import type { BenchRow } from './benchRow.ts';
import { benchWorkbench } from './spine.ts';

const rounds = 5;

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** 2,000 small files, in a folder that is new for each round. */
const writers: Readonly<Record<string, (folder: string) => string>> = {
  bash: (folder) =>
    `for d in $(seq 1 40); do mkdir -p ${folder}/$d; for f in $(seq 1 50); do echo "line $d $f" > ${folder}/$d/$f.txt; done; done`,
  node: (folder) =>
    `node -e 'const fs = require("fs"); for (let d = 0; d < 40; d++) { fs.mkdirSync("${folder}/" + d, { recursive: true }); for (let f = 0; f < 50; f++) fs.writeFileSync("${folder}/" + d + "/" + f + ".txt", "line " + d + " " + f + "\\n"); }'`,
};

async function alone(guest: Guest, command: string): Promise<number> {
  const startedMs = performance.now();
  const process = guest.run(command);
  for await (const chunk of process.output) throw new Error(new TextDecoder().decode(chunk.bytes));
  const exit = await process.exit;
  if (exit.kind !== 'exited' || exit.code !== 0)
    throw new Error(`${command} ended with ${JSON.stringify(exit)}`);
  return performance.now() - startedMs;
}

/** From the model's call to its record, and to the turn's end, which comes after the durable checkpoint. */
async function inSession(session: LiveSession): Promise<number> {
  const startedMs = performance.now();
  await session.send('go');
  return performance.now() - startedMs;
}

/**
 * A guest loads workers for the next command a while after the last: nobody's time should be spent in another's. With a
 * second for it a slow machine still loaded those of the guest alone while the session's command ran.
 */
const settleMs = 4_000;
const settled = () => new Promise((resolve) => setTimeout(resolve, settleMs));

/** What it costs that the page keeps a journal of the workspace: a turn with it over the command without. */
export async function journalCostBench(): Promise<readonly BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const [name, commandFor] of Object.entries(writers)) {
    const place = (round: number) => `/home/user/project/${name}${round}`;
    const call = (command: string) => ({ calls: [{ tool: 'Bash', input: { command } }] });
    const steps = Array.from({ length: rounds + 1 }, (_, round) => [
      call(commandFor(place(round))),
      { text: 'Done.' },
      call('true'),
      { text: 'Done.' },
    ]).flat();
    const bench = await benchWorkbench({ steps });
    const session = await bench.createSession({ model: { provider: 'scripted', model: 'bench' } });
    await session.ensureGuest();
    const guest = await bootEmbeddedGuest({ seed: 1, clockStartMs: null });
    const [without, withJournal, idle]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round <= rounds; round++) {
      await settled();
      const bare = await alone(guest, commandFor(place(round)));
      await settled();
      const whole = await inSession(session);
      await settled();
      const empty = await inSession(session);
      // The first of each loads code.
      if (round === 0) continue;
      without.push(bare);
      withJournal.push(whole);
      idle.push(empty);
    }
    guest.dispose();
    await bench.deleteSession(session.id);
    await bench.dispose();
    rows.push({
      name: `2,000 small files by ${name} in a session, without the time of an idle turn`,
      value: median(withJournal) - median(idle),
      unit: 'ms',
      ratio: (median(withJournal) - median(idle)) / median(without),
      against: 'the same command in a guest that nobody keeps a journal of',
      target: '≤ 1.15',
    });
  }
  return rows;
}
