import { expect, it } from 'vitest';
import { TestShell } from './shellHarness.ts';

it('runs a command and hands out its output and exit code', async () => {
  const ran = await new TestShell().run('echo hi');
  expect([ran.stdout, ran.stderr, ran.exitCode]).toEqual(['hi\n', '', 0]);
});

it('keeps the arrival order of two streams', async () => {
  const script = '{ echo O1; echo E1 >&2; echo O2; echo E2 >&2; }';
  const shell = new TestShell();
  expect((await shell.run(script)).merged).toBe('O1\nE1\nO2\nE2\n');
  expect((await shell.run(`${script} 2>&1`)).stdout).toBe('O1\nE1\nO2\nE2\n');
  expect((await shell.run(`${script} 2>&1 | cat`)).stdout).toBe('O1\nE1\nO2\nE2\n');
  expect((await shell.run(`${script} > log 2>&1; cat log`)).stdout).toBe('O1\nE1\nO2\nE2\n');
  expect((await shell.run(`f() ${script}; f; f 2>&1 | cat; x=$(f 2>&1); echo "$x"`)).merged).toBe(
    'O1\nE1\nO2\nE2\n'.repeat(3),
  );
});
