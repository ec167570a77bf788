import { expect, it } from 'vitest';
import { bashCases } from './bashCases.ts';
import { TestShell } from './shellHarness.ts';

async function answer(command: string) {
  const shell = new TestShell();
  await shell.run(bashCases.setup);
  shell.state = { ...shell.state, prelude: '' };
  const signal = AbortSignal.timeout(3000);
  return shell.run(command, { signal });
}

it('answers what agents type as bash does, in no fewer cases than before', async () => {
  const wrong: string[] = [];
  for (const { command, stdout, stderrEmpty, exitCode } of bashCases.cases) {
    const ran = await answer(command);
    const same = ran.stdout === stdout && ran.exitCode === exitCode && (ran.stderr === '') === stderrEmpty;
    if (!same)
      wrong.push(
        `$ ${command}\n want ${exitCode} ${JSON.stringify(stdout).slice(0, 300)} ${stderrEmpty}\n got  ${ran.exitCode} ${JSON.stringify(ran.stdout).slice(0, 300)} ${JSON.stringify(ran.stderr).slice(0, 200)}`,
      );
  }
  expect(bashCases.cases.length - wrong.length).toBeGreaterThanOrEqual(184);
}, 120_000);
