import { expect, it } from 'vitest';
import { TestShell } from './shellHarness.ts';

it('returns when the foreground has ended, and says what was still running', async () => {
  const startedAt = performance.now();
  const ran = await new TestShell().run('sleep 60 & echo done');
  expect([ran.stdout, ran.exitCode]).toEqual(['done\n', 0]);
  expect(ran.notes).toEqual([
    {
      code: 'background-stopped',
      detail: 'still running when the command returned, and stopped then: sleep 60',
    },
  ]);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});

it('keeps the exit code and the state of the foreground', async () => {
  const shell = new TestShell();
  const ran = await shell.run('x=1; { x=2; echo late; } & false');
  expect([ran.stdout, ran.exitCode, ran.notes]).toEqual(['late\n', 1, []]);
  expect((await shell.run('echo $x')).stdout).toBe('1\n');
});

it('lets background commands end at a `wait`', async () => {
  const ran = await new TestShell().run('(sleep 0.01; echo job) & echo first; wait; echo last');
  expect([ran.stdout, ran.notes]).toEqual(['first\njob\nlast\n', []]);
});
