import { bootEmbeddedGuest, type Guest } from '../../src/guest/index.ts';
import type { BenchRow } from './benchRow.ts';

const folders = 40;
const filesInEach = 50;
/** Less than 64 KiB: in a worker just-bash alone cannot read more. */
const linesToRead = 1_500;

interface ShellCase {
  readonly name: string;
  readonly command: string;
  readonly rounds: number;
  /** Most it may take, as a multiple of just-bash alone. */
  readonly atMost?: number;
  /** just-bash alone answers something else here: no ratio. */
  readonly differs?: boolean;
}

const cases: readonly ShellCase[] = [
  {
    name: '`grep -rn` over 2,000 files, 2,000 hits',
    command: 'grep -rn foo .',
    rounds: 9,
    atMost: 1.3,
    differs: true,
  },
  { name: '1,000 × `echo`', command: 'for i in $(seq 1 1000); do echo $i; done', rounds: 7 },
  // Many, or it would be the cost of one command over the page's port that is compared.
  { name: '10,000 × `:`', command: 'for i in $(seq 1 10000); do :; done', rounds: 9 },
  {
    name: '100 × `x=$(echo | sed)`',
    command: 'for i in $(seq 1 100); do x=$(echo $i | sed s/1/2/); done',
    rounds: 9,
  },
  { name: '20,000 × `((i++))`', command: 'i=0; while ((i<20000)); do ((i++)); done; echo $i', rounds: 3 },
  { name: '`find` over 2,000 files', command: "find . -name '*.txt' | wc -l", rounds: 7 },
  { name: '`ls */*.txt | wc -l`', command: 'ls */*.txt | wc -l', rounds: 5, differs: true },
  { name: '`seq 1 200000 | sort -rn | head -1`', command: 'seq 1 200000 | sort -rn | head -1', rounds: 3 },
  { name: '`seq 1 200000 | awk` sum', command: "seq 1 200000 | awk '{s+=$1} END{print s}'", rounds: 3 },
  {
    name: '`while read` over 1,500 lines',
    command: 'n=0; while read -r l; do n=$((n+1)); done < /tmp/lines; echo $n',
    rounds: 5,
  },
];

function testFiles(): { path: string; text: string }[] {
  const files: { path: string; text: string }[] = [];
  for (let folder = 0; folder < folders; folder++) {
    for (let file = 0; file < filesInEach; file++) {
      const text = `first line\nfoo${file} bar baz\nlast line of ${folder} ${file}\n`;
      files.push({ path: `/home/user/project/d${folder}/f${file}.txt`, text });
    }
  }
  const lines = Array.from({ length: linesToRead }, (_, index) => `line ${index} with some more words in it`);
  files.push({ path: '/tmp/lines', text: `${lines.join('\n')}\n` });
  return files;
}

class PlainJustBash {
  readonly #worker = new Worker(new URL('./justBashWorker.ts', import.meta.url), { type: 'module' });

  ask(message: { path: string; text: string }[] | string): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#worker.onmessage = ({ data }: MessageEvent<string>) => resolve(data);
      this.#worker.onerror = ({ message: said }) => reject(new Error(said));
      this.#worker.postMessage(message);
    });
  }

  end(): void {
    this.#worker.terminate();
  }
}

async function outputOf(guest: Guest, command: string): Promise<string> {
  const decoder = new TextDecoder();
  const process = guest.run(command);
  let text = '';
  for await (const { bytes } of process.output) text += decoder.decode(bytes, { stream: true });
  await process.exit;
  return text;
}

async function timed(run: () => Promise<string>): Promise<{ ms: number; text: string }> {
  const startedMs = performance.now();
  const text = await run();
  return { ms: performance.now() - startedMs, text };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** Both shells by turns, each warmed by one run: median milliseconds. */
async function compare(
  guest: Guest,
  plain: PlainJustBash,
  one: ShellCase,
): Promise<{ own: number; alone: number }> {
  const own: number[] = [];
  const alone: number[] = [];
  for (let round = 0; round <= one.rounds; round++) {
    const ours = await timed(() => outputOf(guest, one.command));
    const theirs = await timed(() => plain.ask(one.command));
    if (!one.differs && ours.text !== theirs.text)
      throw new Error(`${one.command} gave ${ours.text.slice(0, 80)} and ${theirs.text.slice(0, 80)}`);
    if (round === 0) continue;
    own.push(ours.ms);
    alone.push(theirs.ms);
  }
  return { own: median(own), alone: median(alone) };
}

/** What the guest's shell costs: processes, files in another worker and output that arrives while it is written. */
export async function shellBench(): Promise<readonly BenchRow[]> {
  const against = 'just-bash alone in one worker';
  const guest = await bootEmbeddedGuest({ seed: 1, clockStartMs: null });
  const plain = new PlainJustBash();
  try {
    const files = testFiles();
    await plain.ask(files);
    for (const { path, text } of files) await guest.fs.write(path, new TextEncoder().encode(text));
    const hi = await compare(guest, plain, { name: '', command: 'echo hi', rounds: 50 });
    const rows: BenchRow[] = [
      { name: '`echo hi` in a warm shell', value: hi.own, unit: 'ms' },
      { name: `that, more than ${against}`, value: hi.own - hi.alone, unit: 'ms', target: '≤ 15 ms' },
    ];
    for (const one of cases) {
      const { own, alone } = await compare(guest, plain, one);
      const target = one.atMost === undefined ? {} : { target: `≤ ${one.atMost} ×` };
      rows.push({ name: one.name, value: own, unit: 'ms', ratio: own / alone, against, ...target });
    }
    return rows;
  } finally {
    guest.dispose();
    plain.end();
  }
}
