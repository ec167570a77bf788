import { afterAll, beforeAll, expect, test } from 'vitest';
import { bootEmbeddedGuest } from '../../../../../../src/guest/embedded/index.ts';
import type { Guest } from '../../../../../../src/guest/index.ts';
import packed from './packed.json' with { type: 'json' };

let guest: Guest;
beforeAll(async () => {
  guest = await bootEmbeddedGuest({ seed: 1, clockStartMs: Date.UTC(2024, 0, 2, 3, 4, 5) });
});
afterAll(() => guest.dispose());

async function answer(command: string): Promise<readonly [string, string, unknown]> {
  const process = guest.run(command);
  const texts = { stdout: '', stderr: '' };
  for await (const { stream, bytes } of process.output) texts[stream] += new TextDecoder().decode(bytes);
  return [texts.stdout, texts.stderr, await process.exit];
}

const well = { kind: 'exited', code: 0 };
const identity = 'git config --global user.name A; git config --global user.email a@b';

test('commits in a real worker have the names that the real git gives them', async () => {
  const dates = 'export GIT_AUTHOR_DATE=2024-01-02T03:04:05Z GIT_COMMITTER_DATE=2024-01-02T03:04:05Z';
  const command = `${identity}; ${dates}; mkdir -p ~/r && cd ~/r && git init -q -b main && seq 1 200 > a.txt && git add . && git commit -qm one && sed -i 's/^100$/hundred/' a.txt && git commit -qam two && git log --format='%H %s' && git diff HEAD~1 --stat`;
  expect(await answer(command)).toEqual([
    'c33719a7d6e7fa34ce62184111de9bedc28b112a two\nf34daf138d6949b0705069bdd5faf171b75059c3 one\n a.txt | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)\n',
    '',
    well,
  ]);
});

test('the clock of commits is the guest’s', async () => {
  expect(
    (await answer('cd ~/r; git commit -q --allow-empty -m now; git log -1 --format=%ad --date=short'))[0],
  ).toBe('2024-01-02\n');
});

test('reads objects from packs, deltas among them', async () => {
  for (const [name, base64] of Object.entries(packed)) {
    const bytes = Uint8Array.from(atob(base64), (unit) => unit.charCodeAt(0));
    await guest.fs.write(`${guest.dirs.home}/packed/.git/${name}`, bytes);
  }
  const command =
    'cd ~/packed; git log --oneline; git checkout -q -f main; sed -n 100p a.txt; git show HEAD~1:a.txt | sed -n 100p; git status -s';
  expect(await answer(command)).toEqual(['c33719a two\nf34daf1 one\nhundred\n100\n', '', well]);
});

test('adds, commits and looks through 2,000 files in a few seconds', async () => {
  const setup =
    'mkdir -p ~/many && cd ~/many && git init -q -b main && for d in $(seq 1 40); do mkdir d$d; for f in $(seq 1 50); do echo "$d $f" > d$d/f$f; done; done';
  await answer(setup);
  const times: number[] = [];
  for (const command of ['git add .', 'git commit -qm all', 'git status -s', 'git log --stat | tail -1']) {
    const startedAt = performance.now();
    const [, stderr, exit] = await answer(`cd ~/many; ${command}`);
    times.push(Math.round(performance.now() - startedAt));
    expect([stderr, exit]).toEqual(['', well]);
  }
  console.info(`add, commit, status, log over 2,000 files: ${times.join(', ')} ms`);
  expect(Math.max(...times)).toBeLessThan(10_000);
}, 60_000);
