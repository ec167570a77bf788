import { expect, it } from 'vitest';
import { TestShell } from './shellHarness.ts';

// As bash 5.2 answers.
it.each([
  ["trap 'echo bye $?' EXIT; echo hi", 'hi\nbye 0\n', 0],
  ["trap 'echo bye $?' EXIT; echo hi; false", 'hi\nbye 1\n', 1],
  ["trap 'echo bye $?' EXIT; exit 3", 'bye 3\n', 3],
  ["trap 'echo bye $?' EXIT; (exit 4); exit", 'bye 4\n', 4],
  ["f() { trap 'echo bye' EXIT; }; f; echo body", 'body\nbye\n', 0],
  ["trap 'echo bye' EXIT; trap - EXIT; echo body", 'body\n', 0],
  ["trap 'echo one' EXIT; trap 'echo two' 0; trap -p", "trap -- 'echo two' EXIT\ntwo\n", 0],
  ['bash -c "trap \'echo inner\' EXIT; exit 5"; echo $?', 'inner\n5\n', 0],
  ["trap 'echo outer' EXIT; bash -c \"trap 'echo inner' EXIT; echo body\"", 'body\ninner\nouter\n', 0],
  ["trap '' INT TERM HUP; trap 'echo never' ERR; echo ok", 'ok\n', 0],
])('runs the handler of EXIT at the end: %s', async (script, stdout, exitCode) => {
  const ran = await new TestShell().run(script);
  expect([ran.stdout, ran.stderr, ran.exitCode]).toEqual([stdout, '', exitCode]);
});

it('keeps the state of the shell beside the handler', async () => {
  const shell = new TestShell();
  await shell.run("x=1; trap 'y=2' EXIT; x=3; exit 0");
  expect((await shell.run('echo $x$y')).stdout).toBe('32\n');
});
