import { bootEmbeddedGuest, type Guest, type GuestProcess } from '../../src/guest/index.ts';
import type { BenchRow } from './benchRow.ts';

const kills = 30;
/** A browser lets a worker that never pauses run on for two seconds after its end (Chromium 156). */
const lingeringMs = 2_100;

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Each says `go` when it is where it should be killed. */
const commands: readonly { readonly name: string; readonly command: string; readonly spins: boolean }[] = [
  { name: 'sleep', command: 'echo go; sleep 1000', spins: false },
  {
    name: 'bash that runs node',
    command: `bash -c 'node -e "console.log(\\"go\\"); setInterval(() => {}, 1000)"; echo never'`,
    spins: false,
  },
  { name: 'a spinning awk', command: `echo go; awk 'BEGIN { while (1) {} }'`, spins: true },
  {
    name: 'a spinning node',
    command: `node -e 'require("fs").writeSync(1, "go\\n"); for (;;);'`,
    spins: true,
  },
];

async function begun(process: GuestProcess): Promise<void> {
  const output = process.output[Symbol.asyncIterator]();
  let text = '';
  while (!text.includes('go')) {
    const { value, done } = await output.next();
    if (done) throw new Error('ended before it was killed');
    text += new TextDecoder().decode(value.bytes);
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Times {
  readonly kill: readonly number[];
  /** Of a question to the kernel and its answer, a moment before: what any message costs now. */
  readonly question: readonly number[];
}

async function killTimes(guest: Guest, command: string, spins: boolean): Promise<Times> {
  const kill: number[] = [];
  const question: number[] = [];
  for (let count = 0; count < kills; count++) {
    const process = guest.run(command);
    await begun(process);
    // Where it spins, not where it is about to.
    await pause(20);
    const askedMs = performance.now();
    await guest.processes();
    const startedMs = performance.now();
    if (!(await process.signal('SIGKILL'))) throw new Error(`${command} was not stopped`);
    kill.push(performance.now() - startedMs);
    question.push(startedMs - askedMs);
    if (spins) await pause(lingeringMs);
  }
  return { kill, question };
}

/** Milliseconds from the page's kill to the end of the process as the page sees it. */
export async function killBench(): Promise<readonly BenchRow[]> {
  const guest = await bootEmbeddedGuest({ seed: 1, clockStartMs: null });
  const against = 'a question to the kernel and its answer in the same moment';
  try {
    await guest.run('node -p 1').exit;
    const rows: BenchRow[] = [];
    for (const { name, command, spins } of commands) {
      const { kill, question } = await killTimes(guest, command, spins);
      const middle = median(kill);
      rows.push({
        name: `kill of ${name}, median of ${kills}`,
        value: middle,
        unit: 'ms',
        ratio: middle / median(question),
        against,
      });
      rows.push({
        name: 'the slowest of them',
        value: Math.max(...kill),
        unit: 'ms',
        ratio: Math.max(...kill) / Math.max(...question),
        against,
        target: '≤ 50 ms',
      });
    }
    return rows;
  } finally {
    guest.dispose();
  }
}
