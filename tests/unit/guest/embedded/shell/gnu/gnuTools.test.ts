import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
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

function read<Content>(name: string): Content {
  return JSON.parse(readFileSync(new URL(`./${name}`, import.meta.url), 'utf8'));
}

/** Commands that are answered otherwise than by the real tools, each with the reason. */
const different: Readonly<Record<string, string>> = read('different.json');

function textOf(latin1: string): string {
  return new TextDecoder().decode(Uint8Array.from(latin1, (unit) => unit.charCodeAt(0)));
}

/** How long a command took is the machine's; that `time` says it, and in which form, is the shell's. */
const anyTime = (text: string) => text.replace(/^(real|user|sys)\t0m\d+\.\d{3}s$/gm, '$1\t0m0.000s');

async function isSame(setup: string, { command, stdout, stderr, exitCode }: Answer): Promise<boolean> {
  const shell = await shellAfter(setup);
  const state = { ...shell.state, prelude: '' };
  const ran = await shell.run(command, {
    state: { ...state, env: { ...state.env, LC_ALL: 'C.UTF-8', TZ: 'UTC' } },
    signal: AbortSignal.timeout(20_000),
  });
  return (
    ran.stdout === textOf(stdout) &&
    anyTime(ran.stderr) === anyTime(textOf(stderr)) &&
    ran.exitCode === exitCode
  );
}

it.each([
  'sed-awk.json',
  'grep-find.json',
  'coreutils.json',
  'bash.json',
  'agent.json',
  'scripts.json',
  'longer.json',
  'everyday.json',
  'lines.json',
  'programs.json',
  'sorted.json',
  'commands.json',
])(
  'answers the commands of %s as the real tools do, except those that are listed',
  async (name) => {
    const { setup, cases } = read<CaseFile>(name);
    const listed = cases.filter(({ command }) => different[command] !== undefined);
    const wrong: string[] = [];
    for (const answer of cases) if (!(await isSame(setup, answer))) wrong.push(answer.command);
    expect(wrong).toEqual(listed.map(({ command }) => command));
  },
  120_000,
);
