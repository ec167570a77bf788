import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { ProgramCall } from '../../../../../../src/guest/embedded/shell/bundles.ts';
import { jqCommand } from '../../../../../../src/guest/embedded/shell/jq/jqCommand.ts';

interface Answer {
  readonly stdout: string;
  readonly exitCode: number | null;
  /** Compared where jq's own words are; null where they are those of its parser generator. */
  readonly error: string | null;
}

interface JqCase extends Answer {
  readonly args: readonly string[];
  readonly stdin: string | null;
}

interface CaseFile {
  readonly document: string;
  readonly cases: readonly JqCase[];
}

const { document, cases }: CaseFile = JSON.parse(
  readFileSync(new URL('./jq-cases.json', import.meta.url), 'utf8'),
);

async function answerOf(args: readonly string[], stdin: string, takes = Number.POSITIVE_INFINITY) {
  let stdout = '';
  let stderr = '';
  let writes = 0;
  const call: Pick<ProgramCall, 'args' | 'env' | 'nowMs' | 'stdin' | 'input' | 'out' | 'err' | 'signal'> = {
    args,
    env: { HOME: '/root' },
    nowMs: () => 1_700_000_000_000,
    stdin: async () => new TextEncoder().encode(stdin),
    input: async () => null,
    out: async (text) => {
      stdout += text;
      return ++writes < takes;
    },
    err: async (text) => {
      stderr += text;
    },
    signal: new AbortController().signal,
  };
  const exitCode = await jqCommand(call as ProgramCall);
  return { stdout, stderr, exitCode };
}

it('answers programs as jq 1.6 does', async () => {
  const wrong: unknown[] = [];
  for (const { args, stdin, ...expected } of cases) {
    const { stdout, stderr, exitCode } = await answerOf(args, stdin ?? document);
    const answer = { stdout, exitCode, error: expected.error === null ? null : stderr };
    if (JSON.stringify(answer) !== JSON.stringify(expected)) wrong.push({ args, answer, expected });
  }
  expect(wrong).toEqual([]);
});

it('keeps the order of members, also of those whose names are numbers', async () => {
  expect((await answerOf(['-c', '.'], '{"b":1,"10":2,"9":3,"a":4}')).stdout).toBe(
    '{"b":1,"10":2,"9":3,"a":4}\n',
  );
});

it('ends when nobody takes more of what has no end', async () => {
  const { stdout, exitCode } = await answerOf(['-n', 'range(0; infinite)'], '', 1);
  expect(stdout.startsWith('0\n1\n2\n')).toBe(true);
  expect(exitCode).toBe(0);
});

it('says of a program that goes too deep that it does', async () => {
  const { stderr, exitCode } = await answerOf(['-n', 'def f: 1 + f; f'], '');
  expect([exitCode, stderr]).toEqual([5, 'jq: error: the program goes too deep for this computer\n']);
});
