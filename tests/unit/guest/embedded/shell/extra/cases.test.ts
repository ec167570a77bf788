import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { shellAfter } from '../shellHarness.ts';

interface Answer {
  readonly command: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

interface CaseFile {
  readonly setup: string;
  readonly cases: readonly Answer[];
}

function textOf(latin1: string): string {
  return new TextDecoder().decode(Uint8Array.from(latin1, (unit) => unit.charCodeAt(0)));
}

const folder = new URL('./', import.meta.url);

describe.each(readdirSync(folder).filter((name) => name.endsWith('-cases.json')))('%s', (file) => {
  const { setup, cases }: CaseFile = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));

  it.each(cases)('answers as Debian does: $command', async ({ command, stdout, stderr, exitCode }) => {
    const shell = await shellAfter(setup);
    const env = { HOME: '/home/user', PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', TZ: 'UTC' };
    const ran = await shell.run(command, { state: { ...shell.state, env, prelude: '' } });
    expect([ran.stdout, ran.stderr, ran.exitCode]).toEqual([textOf(stdout), textOf(stderr), exitCode]);
  });
});
