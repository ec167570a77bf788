import { expect, test } from 'vitest';
import { bootEmbeddedGuest, type Guest, type GuestBoot } from '../../../../../src/guest/index.ts';

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

test('the same seed gives the same numbers on every boot, another seed others', async () => {
  const ask = async (guest: Guest) => [await textOf(guest, dice), await textOf(guest, dice)];
  const first = await withGuest({ seed: 7, clockStartMs }, ask);
  expect(await withGuest({ seed: 7, clockStartMs }, ask)).toEqual(first);
  expect(first[1]).not.toBe(first[0]);
  expect((await withGuest({ seed: 8, clockStartMs }, ask))[0]).not.toBe(first[0]);
});

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

test('$SECONDS counts from the start of the run, and without a clock the time is real', async () => {
  const before = Math.floor(Date.now() / 1000);
  const words = await withGuest({ seed: 7, clockStartMs: null }, (guest) =>
    textOf(guest, 'echo $SECONDS; sleep 1; echo $SECONDS; date +%s'),
  );
  const [start, later, now] = words.trim().split('\n').map(Number);
  expect([start, later]).toEqual([0, 1]);
  expect(now).toBeGreaterThanOrEqual(before);
});
