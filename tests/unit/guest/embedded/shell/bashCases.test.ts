import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { bashCases } from './bashCases.ts';
import { FakeProcesses } from './fakeProcesses.ts';
import { shellAfter } from './shellHarness.ts';

/** Cases that this shell answers otherwise here, each with the reason. */
const different: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(new URL('./bash-differences.json', import.meta.url), 'utf8'),
);

async function answer(command: string) {
  const shell = await shellAfter(bashCases.setup);
  shell.state = { ...shell.state, prelude: '' };
  // A process of this test cannot be stopped while it computes, so only those have some that start jobs.
  if (/[^&>]&( |$)|coproc/.test(command)) shell.processes = new FakeProcesses(shell.files);
  const signal = AbortSignal.timeout(20_000);
  return shell.run(command, { signal });
}

it('answers what agents type as bash does, in all cases but those that are listed', async () => {
  const wrong: string[] = [];
  for (const { command, stdout, stderrEmpty, exitCode } of bashCases.cases) {
    const ran = await answer(command);
    const same = ran.stdout === stdout && ran.exitCode === exitCode && (ran.stderr === '') === stderrEmpty;
    if (!same) wrong.push(command);
  }
  expect(wrong.sort()).toEqual(Object.keys(different).sort());
}, 120_000);
