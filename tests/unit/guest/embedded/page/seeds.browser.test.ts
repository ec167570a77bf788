import { expect, test } from 'vitest';
import { bootEmbeddedGuest, type Guest, type GuestBoot } from '../../../../../src/guest/index.ts';
import { seededRecord } from '../../../../seeded/record.ts';

const clockStartMs = Date.UTC(2031, 4, 6, 7, 8, 9);

async function textOf(guest: Guest, command: string): Promise<string> {
  let text = '';
  for await (const { bytes } of guest.run(command).output) text += new TextDecoder().decode(bytes);
  return text;
}

async function withGuest<Answer>(boot: GuestBoot, ask: (guest: Guest) => Promise<Answer>): Promise<Answer> {
  const guest = await bootEmbeddedGuest(boot);
  try {
    return await ask(guest);
  } finally {
    guest.dispose();
  }
}

/** Everything random that a script can reach, over two runs. */
const dice = `echo $RANDOM $RANDOM $((RANDOM % 100)); shuf -i 1-50 | tr '\\n' ' '; mktemp
  head -c 8 /dev/urandom | base64; awk 'BEGIN { print rand(), rand() }'; seq 20 | sort -R | tr '\\n' ' '`;

/** What differs from seed to seed, each by itself. */
const chance = [
  'echo $RANDOM',
  'mktemp',
  'shuf -i 1-50 | tr "\\n" " "',
  'uuidgen',
  'node -p "Math.random()"',
  'node -p "crypto.randomUUID()"',
  `node -p "fs.openSync('/dev/urandom'), fs.readSync(3, Buffer.alloc(8)), Buffer.from(fs.readFileSync('/dev/urandom')).subarray(0, 8)"`,
];

const time = 'date +%s%N; node -p "Date.now()"';

/** What a program of node finds that is random, a time or a name. */
const nodeDice = `node -p "[Math.random(), crypto.randomBytes(8).toString('hex'), crypto.randomUUID(),
  fs.mkdtempSync('/tmp/x'), new Date().getFullYear(), process.pid]"`;

// All of the commands, twice with one seed, are compared in two fresh browsers: tests/e2e/seeded.spec.ts.
test('the same seed gives the same numbers, names and times on every boot; another seed others, at the same times', async () => {
  const ask = async (guest: Guest) => ({
    record: await seededRecord(guest, [...chance, time]),
    dice: [await textOf(guest, dice), await textOf(guest, dice)],
    node: await textOf(guest, nodeDice),
  });
  const seven = await withGuest({ seed: 7, clockStartMs }, ask);
  expect(await withGuest({ seed: 7, clockStartMs }, ask)).toEqual(seven);
  expect(seven.dice[1]).not.toBe(seven.dice[0]);
  expect(seven.node).toContain('2031');
  const eight = await withGuest({ seed: 8, clockStartMs }, ask);
  expect(eight.dice[0]).not.toBe(seven.dice[0]);
  expect(eight.node).not.toBe(seven.node);
  for (const index of chance.keys()) {
    expect(eight.record.runs[index]?.stdout).not.toBe(seven.record.runs[index]?.stdout);
  }
  expect(eight.record.runs.at(-1)).toEqual(seven.record.runs.at(-1));
}, 60_000);

test("every clock of a guest stands where the boot says, and the files' with them", async () => {
  const seconds = await withGuest({ seed: 7, clockStartMs }, async (guest) => {
    const words = await textOf(
      guest,
      `date +%s; echo $EPOCHSECONDS; echo $((EPOCHSECONDS)); echo \${EPOCHREALTIME%.*}; jq -n 'now | floor'
       touch touched; echo x > written`,
    );
    const files = ['touched', 'written'].map((name) => guest.fs.stat(`${guest.dirs.workspace}/${name}`));
    const times = (await Promise.all(files)).map(({ mtimeMs }) => Math.floor(mtimeMs / 1000));
    return [...words.trim().split('\n').map(Number), ...times];
  });
  expect(seconds).toHaveLength(7);
  for (const each of seconds) {
    expect(each).toBeGreaterThanOrEqual(clockStartMs / 1000);
    expect(each).toBeLessThan(clockStartMs / 1000 + 60);
  }
});

test('$SECONDS counts from the start of the run; without a clock the time is real, and no run is marked', async () => {
  const before = Math.floor(Date.now() / 1000);
  const [words, notes] = await withGuest({ seed: 7, clockStartMs: null }, async (guest) => [
    await textOf(guest, 'echo $SECONDS; sleep 1; echo $SECONDS; date +%s'),
    await guest.run('echo a & echo b; wait').notes,
  ]);
  const [start, later, now] = words.trim().split('\n').map(Number);
  expect([start, later]).toEqual([0, 1]);
  expect(now).toBeGreaterThanOrEqual(before);
  expect(notes).toEqual([]);
});
