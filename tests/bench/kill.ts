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
  /** Of a plain worker that ends another, in the page's process. */
  readonly peer: readonly number[];
}

/** Ends plain workers, one for each call; answers the milliseconds until it hears so. */
class Peer {
  readonly #worker = new Worker(new URL('./killPeerWorker.ts', import.meta.url), { type: 'module' });
  #ready = this.#next();

  #next(): Promise<void> {
    return new Promise((resolve) => {
      this.#worker.onmessage = () => resolve();
    });
  }

  async killMs(): Promise<number> {
    await this.#ready;
    const startedMs = performance.now();
    const ended = this.#next();
    this.#worker.postMessage('end');
    await ended;
    const ms = performance.now() - startedMs;
    this.#ready = this.#next();
    // Its next worker is loaded before anything else is measured.
    await this.#ready;
    this.#ready = Promise.resolve();
    return ms;
  }

  dispose(): void {
    this.#worker.terminate();
  }
}

async function killTimes(guest: Guest, peer: Peer, command: string, spins: boolean): Promise<Times> {
  const times: Record<keyof Times, number[]> = { kill: [], question: [], peer: [] };
  for (let count = 0; count < kills; count++) {
    const process = guest.run(command);
    await begun(process);
    times.peer.push(await peer.killMs());
    // Where it spins, not where it is about to.
    await pause(20);
    const askedMs = performance.now();
    await guest.processes();
    const startedMs = performance.now();
    if (!(await process.signal('SIGKILL'))) throw new Error(`${command} was not stopped`);
    times.kill.push(performance.now() - startedMs);
    times.question.push(startedMs - askedMs);
    if (spins) await pause(lingeringMs);
  }
  return times;
}

/** Milliseconds from the page's kill to the end of the process as the page sees it. */
export async function killBench(): Promise<readonly BenchRow[]> {
  const guest = await bootEmbeddedGuest({ seed: 1, clockStartMs: null });
  const peer = new Peer();
  try {
    await guest.run('node -p 1').exit;
    const rows: BenchRow[] = [];
    for (const { name, command, spins } of commands) {
      const times = await killTimes(guest, peer, command, spins);
      rows.push({
        name: `kill of ${name}, median of ${kills}`,
        value: median(times.kill),
        unit: 'ms',
        ratio: median(times.kill) / median(times.question),
        against: 'a question to the kernel and its answer in the same moment',
      });
      rows.push({
        name: 'the slowest of them',
        value: Math.max(...times.kill),
        unit: 'ms',
        ratio: Math.max(...times.kill) / Math.max(...times.question, ...times.peer),
        against: 'the slowest of those questions and of plain workers that end another',
        target: '≤ 50 ms',
      });
    }
    return rows;
  } finally {
    peer.dispose();
    guest.dispose();
  }
}
