import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { bootEmbeddedGuest } from '../../../../../src/guest/embedded/index.ts';
import type { Guest } from '../../../../../src/guest/index.ts';

const guests: Guest[] = [];
afterEach(() => {
  for (const guest of guests.splice(0)) guest.dispose();
});

async function boot(): Promise<Guest> {
  const guest = await bootEmbeddedGuest({ seed: 1, clockStartMs: null });
  guests.push(guest);
  return guest;
}

/** Guests that rows share, each in an empty folder: a start costs more than the rows. */
const row = '/tmp/row';
let small: Guest;
let ordinary: Guest;
beforeAll(async () => {
  small = await bootEmbeddedGuest({ seed: 1, clockStartMs: null }, limits);
  ordinary = await bootEmbeddedGuest({ seed: 1, clockStartMs: null });
});
afterAll(() => {
  small.dispose();
  ordinary.dispose();
});

async function emptyRow(guest: Guest): Promise<void> {
  expect(await ran(guest, `rm -rf ${row}; mkdir ${row}`)).toBe('0');
}

async function ranInEmptyFolder(guest: Guest, command: string): Promise<string> {
  await emptyRow(guest);
  return ran(guest, command, row);
}

async function ran(guest: Guest, command: string, cwd?: string): Promise<string> {
  const process = guest.run(command, cwd === undefined ? {} : { cwd });
  const decoder = new TextDecoder();
  let text = '';
  for await (const { bytes } of process.output) text += decoder.decode(bytes, { stream: true });
  const exit = await process.exit;
  return `${text}${exit.kind === 'exited' ? exit.code : exit.kind}`;
}

const limits = { maxFileBytes: 4_000_000, largestFileBytes: 1_000_000 };

test.each([
  ['head -c 1000000 /dev/zero > a; wc -c < a', '1000000\n0'],
  ['head -c 1000001 /dev/zero > a; wc -c < a', 'head: write error: File too large\n'],
  ['head -c 1000000 /dev/zero > a; echo more >> a', 'bash: echo: write error: File too large\n1'],
  ['truncate -s 1000001 a', 'File too large'],
  ['for i in 1 2 3 4 5; do head -c 1000000 /dev/zero > $i; done', 'No space left on device'],
  [
    `node -e 'fs.writeFileSync("a", Buffer.alloc(1000001))' 2>&1 | grep ^Error`,
    'Error: EFBIG: file too large, ',
  ],
  [
    `node -e 'fs.writeFileSync("a", Buffer.alloc(1000000)); try { fs.appendFileSync("a", "x") } catch (e) { console.log(e.code, fs.statSync("a").size) }'`,
    'EFBIG 1000000\n0',
  ],
  [
    `node -e 'for (let i = 0; i < 5; i++) fs.writeFileSync("b" + i, Buffer.alloc(999999))' 2>&1 | grep ^Error`,
    'Error: ENOSPC: no space left on device, ',
  ],
])(
  'a file that grows too large and a full disk are said in the words of the program: %s',
  async (command, expected) => {
    expect(await ranInEmptyFolder(small, command)).toContain(expected);
  },
);

test('a node that never closes its files is told EMFILE at the 1,022nd, and can close some', async () => {
  const program = `const open = [];
    try { for (;;) open.push(fs.openSync('/etc/passwd')); } catch (e) { console.log(open.length, e.message); }
    fs.closeSync(open.pop()); fs.closeSync(fs.openSync('/etc/passwd')); console.log('again');`;
  expect(await ranInEmptyFolder(ordinary, `node -e "${program}"`)).toBe(
    "1021 EMFILE: too many open files, open '/etc/passwd'\nagain\n0",
  );
});

test('node ends with EPIPE when nobody reads what its console or stdout writes', async () => {
  for (const write of ['console.log(1)', 'process.stdout.write("1\\n")']) {
    const command = `node -e 'setInterval(() => ${write}, 20)' 2> errors | head -2; echo "\${PIPESTATUS[@]}"; grep EPIPE errors | head -1`;
    expect(await ranInEmptyFolder(ordinary, command)).toBe('1\n1\n1 0\nError: write EPIPE\n0');
  }
});

test('node that writes without a pause to a slow reader waits for it', async () => {
  const command = `node -e 'let n = 0; fs.writeFileSync("n", ""); for (;;) { process.stdout.write("x".repeat(1e5)); fs.writeFileSync("n", String(++n)); }' | { until [ -s n ]; do sleep 0.1; done; sleep 1; cat n; }`;
  await emptyRow(ordinary);
  const process = ordinary.run(command, { cwd: row });
  let text = '';
  for await (const { bytes } of process.output) {
    text += new TextDecoder().decode(bytes);
    // What it had written by then is what the pipes between hold: not a second's worth of a loop.
    if (text !== '') break;
  }
  expect(Number(text)).toBeGreaterThan(0);
  expect(Number(text)).toBeLessThan(100);
  await process.signal('SIGKILL');
});

/** Runs ten lines, one each 100 ms; how much later than that the latest of them reached the page. */
async function latenessOfLines(guest: Guest): Promise<number> {
  const process = guest.run('for i in 1 2 3 4 5 6 7 8 9 10; do echo $i; sleep 0.1; done');
  // A line's time is that of the chunk that completed it: a page that was late gets two lines in one chunk.
  const decoder = new TextDecoder();
  const times: number[] = [];
  let text = '';
  for await (const { bytes } of process.output) {
    text += decoder.decode(bytes, { stream: true });
    while (times.length < text.split('\n').length - 1) times.push(performance.now());
  }
  expect([text, await process.exit]).toEqual([
    '1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n',
    { kind: 'exited', code: 0 },
  ]);
  return Math.max(...times.map((time, index) => time - (times[0] ?? 0) - index * 100));
}

test('three spinning jobs slow nobody else: one that prints each 100 ms keeps its time', async () => {
  const guest = await boot();
  // Of a machine that others keep busy, the same lines are late without any spinning.
  const aloneMs = await latenessOfLines(guest);
  const spinning = ["awk 'BEGIN { while (1) {} }'", "node -e 'for (;;);'", 'while :; do :; done'].map(
    (command) => guest.run(command),
  );
  // A machine may have fewer cores than three: what is late is late by the share of a turn, not by a spin.
  expect(await latenessOfLines(guest)).toBeLessThan(Math.max(1_000, 5 * aloneMs));
  for (const each of spinning) expect(await each.signal('SIGKILL')).toBe(true);
});
