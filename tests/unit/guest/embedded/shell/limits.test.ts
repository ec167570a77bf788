import { expect, it } from 'vitest';
import { TestShell } from './shellHarness.ts';

const cap = { maxBuiltBytes: 100_000 };

it('passes far more than the cap through commands that stream', async () => {
  const shell = new TestShell();
  const ran = await shell.run(
    'head -c 5M /dev/zero > z; cat z | tail -c 4M | cat | wc -c; wc -c < z; wc -l z',
    cap,
  );
  expect([ran.stdout, ran.notes]).toEqual(['4194304\n5242880\n0 z\n', []]);
});

it.each([
  [99_999, 99_999, []],
  [100_000, 100_000, []],
  [100_001, 100_000, ['guest-output-limit']],
])('keeps of a `$(…)` of %d bytes %d', async (asked, kept, codes) => {
  const shell = new TestShell();
  shell.memory.writeFile('/tmp/x', new Uint8Array(asked).fill(120));
  const ran = await shell.run(`x=$(cat /tmp/x); echo \${#x}`, cap);
  expect([ran.stdout, ran.notes.map(({ code }) => code)]).toEqual([`${kept}\n`, codes]);
});

it('stops a command of just-bash that builds too much, and says so', async () => {
  const ran = await new TestShell().run('seq 1 20000 | rg .; echo after', cap);
  expect(ran.notes.map(({ code }) => code)).toEqual(['guest-output-limit']);
  expect(ran.stdout.endsWith('after\n')).toBe(true);
});

it('ends an endless command that is piped on', async () => {
  const shell = new TestShell();
  expect((await shell.run('yes | head -3')).stdout).toBe('y\ny\ny\n');
  expect((await shell.run('yes no | sed 2q')).stdout).toBe('no\nno\n');
  expect((await shell.run('head -c 4 /dev/zero | wc -c; cat /dev/zero | head -c 7 | wc -c')).stdout).toBe(
    '4\n7\n',
  );
});

it('leaves a variable behind that is too large to carry, and names it', async () => {
  const shell = new TestShell();
  const ran = await shell.run('big=$(seq 60000); small=1');
  expect(ran.notes).toEqual([{ code: 'state-not-carried', detail: 'the next command will not have: big' }]);
  expect((await shell.run('echo "[$big]$small"')).stdout).toBe('[]1\n');
});
