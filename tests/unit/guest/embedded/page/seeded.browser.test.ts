import { expect, test } from 'vitest';
import { bootEmbeddedGuest, type Guest, type RunNote } from '../../../../../src/guest/index.ts';

const clockStartMs = Date.UTC(2031, 4, 6, 7, 8, 9);

async function withGuest<Answer>(seed: number, ask: (guest: Guest) => Promise<Answer>): Promise<Answer> {
  const guest = await bootEmbeddedGuest({ seed, clockStartMs });
  try {
    return await ask(guest);
  } finally {
    guest.dispose();
  }
}

async function outcome(guest: Guest, command: string): Promise<{ text: string; codes: string[] }> {
  const process = guest.run(command);
  let text = '';
  for await (const { bytes } of process.output) text += new TextDecoder().decode(bytes);
  const notes: readonly RunNote[] = await process.notes;
  return { text, codes: notes.map(({ code }) => code) };
}

test('a run in which two could write at once says so, and one whose processes wait for each other does not', async () => {
  const node = (program: string) => `node -e '${program}'`;
  const marked = [
    'echo a > a & echo b > b; wait',
    '(sleep 0.01; echo x) & wait',
    node(
      'for (const n of [1, 2]) child_process.spawn("node", ["-e", "fs.writeFileSync(process.argv[1], String())", "f" + n]).on("exit", () => {})',
    ),
    node('child_process.exec("echo x > f", () => {}); fs.writeFileSync("g", "")'),
    node('new worker_threads.Worker("1", { eval: true })'),
    `echo before; ${node('child_process.execSync("echo x & wait")')}`,
  ];
  const plain = [
    'echo a | tee f | wc -c; x=$(date); bash -c "echo $x > g"',
    `${node('console.log(1)')} | ${node('process.stdin.pipe(process.stdout)')} | cat`,
    node('child_process.execSync("echo x > f"); fs.writeFileSync("g", "")'),
    node(
      'child_process.exec("echo x > f", () => { fs.writeFileSync("g", ""); child_process.exec("echo y > f") })',
    ),
    'timeout 5 bash -c "echo x > f"; seq 3 | xargs -P 3 -n 1 echo',
  ];
  await withGuest(7, async (guest) => {
    for (const command of marked) {
      expect({ command, ...(await outcome(guest, command)) }).toMatchObject({
        command,
        codes: ['order-not-promised'],
      });
    }
    for (const command of plain) {
      expect({ command, ...(await outcome(guest, command)) }).toMatchObject({ command, codes: [] });
    }
  });
}, 60_000);

test('runs that are under way together are marked, and those beside a job that an earlier run left', async () => {
  await withGuest(7, async (guest) => {
    const both = await Promise.all([outcome(guest, 'sleep 0.3'), outcome(guest, 'echo x')]);
    expect(both.map(({ codes }) => codes)).toEqual([['order-not-promised'], ['order-not-promised']]);
    expect((await outcome(guest, 'echo alone')).codes).toEqual([]);
    await outcome(guest, 'sleep 60 > /dev/null 2>&1 &');
    expect((await outcome(guest, 'echo beside it')).codes).toEqual(['order-not-promised']);
  });
});

test('time passes by looks and sleeps alone, in the shell, in node and from run to run', async () => {
  await withGuest(7, async (guest) => {
    const shell = guest.shell();
    const msOf = async (command: string) => {
      const process = shell.run(command);
      let text = '';
      for await (const { bytes } of process.output) text += new TextDecoder().decode(bytes);
      return text.trim().split('\n').map(Number);
    };
    const [before = 0, after = 0] = await msOf('date +%s%3N; sleep 0.2; date +%s%3N');
    expect(after - before).toBe(201);
    // However long a busy loop really takes: it asks nobody for the time.
    const [start = 0, end = 0] = await msOf(
      'node -e "console.log(Date.now()); for (let i = 0; i < 3e8; i++); console.log(Date.now())"',
    );
    expect(end - start).toBeLessThanOrEqual(1);
    expect(start - after).toBeLessThan(20);
    const [inner = 0, outer = 0] = await msOf(
      'node -e "setTimeout(() => console.log(Date.now()), 500)"; date +%s%3N',
    );
    expect(outer - inner).toBeLessThan(5);
    expect(inner - end).toBeGreaterThanOrEqual(500);
    const [waited = 0] = await msOf('sleep 0.1 & sleep 0.3 & wait; date +%s%3N');
    expect(waited - outer).toBeGreaterThanOrEqual(300);
    expect(waited - outer).toBeLessThan(330);
  });
});
