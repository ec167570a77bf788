import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { shellAfter } from './shellHarness.ts';

interface Answer {
  readonly command: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

const { setup, cases }: { setup: string; cases: readonly Answer[] } = JSON.parse(
  readFileSync(new URL('./gnu-cases.json', import.meta.url), 'utf8'),
);

function textOf(latin1: string): string {
  return new TextDecoder().decode(Uint8Array.from(latin1, (unit) => unit.charCodeAt(0)));
}

it.each(cases)('answers as GNU does: $command', async ({ command, stdout, stderr, exitCode }) => {
  const shell = await shellAfter(setup);
  const ran = await shell.run(command, {
    state: { ...shell.state, env: { HOME: '/home/user', PATH: '/usr/bin:/bin' }, prelude: '' },
  });
  expect([ran.stdout, ran.stderr, ran.exitCode]).toEqual([textOf(stdout), textOf(stderr), exitCode]);
});
