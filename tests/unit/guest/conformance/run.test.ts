import { expect, test } from 'vitest';
import type { JsonValue } from '../../../../src/core/index.ts';
import {
  type ConformanceCheck,
  ConformanceRun,
  conformanceSuite,
} from '../../../../src/guest/conformance/index.ts';
import type { Guest } from '../../../../src/guest/index.ts';

/** As much of a guest as the runner itself asks of one. */
function fakeGuest(log: string[], name: string): Guest {
  const fs = {
    mkdir: async (path: string) => void log.push(`${name} mkdir ${path}`),
    rm: async (path: string) => void log.push(`${name} rm ${path}`),
  };
  return {
    dirs: { workspace: '/w', home: '/h', tmp: '/tmp' },
    fs,
    onDeath: () => () => undefined,
    dispose: () => void log.push(`${name} ends`),
  } as unknown as Guest;
}

function runOf(log: string[], patienceMs = 10_000) {
  let count = 0;
  const boot = async () => fakeGuest(log, `guest ${++count}`);
  return new ConformanceRun({ boot, patienceMs });
}

const checkOf = (expected: JsonValue, run: ConformanceCheck['run']): ConformanceCheck => ({
  name: 'a check',
  group: 'files',
  expected,
  run,
});

const facts = async (run: ConformanceRun, check: ConformanceCheck, signal?: AbortSignal) => {
  const { verdict, got } = await run.run(check, signal);
  return { verdict, got };
};

test('the suite has at least sixty checks, each with a name of its own and an expectation', () => {
  const suite = conformanceSuite();
  expect(suite.length).toBeGreaterThanOrEqual(60);
  expect(new Set(suite.map(({ name }) => name)).size).toBe(suite.length);
  expect(suite.every(({ expected }) => JSON.stringify(expected) !== undefined)).toBe(true);
  expect([...new Set(suite.map(({ group }) => group))]).toEqual([
    'files',
    'paths',
    'journal',
    'streams',
    'order',
    'exit codes',
    'cwd and env',
    'binary',
    'unicode',
    'big output',
    'spool',
    'concurrency',
    'jobs',
    'signals',
    'kill',
    'tree kill',
    'terminal',
    'ports',
    'restart',
  ]);
});

test('what a guest gives is compared as data: the order of keys is none of it, that of lists is', async () => {
  const run = runOf([]);
  const check = checkOf({ a: 1, b: [1, 2] }, async () => ({ b: [1, 2], a: 1 }));
  expect(await facts(run, check)).toEqual({ verdict: 'kept', got: { a: 1, b: [1, 2] } });
  const other = checkOf({ b: [1, 2] }, async () => ({ b: [2, 1] }));
  expect(await facts(run, other)).toEqual({ verdict: 'differs', got: { b: [2, 1] } });
});

test('a check that fails is a finding with its reason, and the next one gets another guest', async () => {
  const log: string[] = [];
  const run = runOf(log);
  const failing = checkOf(0, async () => {
    throw new Error('EIO: it broke');
  });
  expect(await facts(run, failing)).toEqual({ verdict: 'differs', got: 'EIO: it broke' });
  expect(
    await facts(
      run,
      checkOf(0, async () => 0),
    ),
  ).toEqual({ verdict: 'kept', got: 0 });
  expect(log).toEqual([
    'guest 1 mkdir /tmp/check-1',
    'guest 1 ends',
    'guest 2 mkdir /tmp/check-2',
    'guest 2 rm /tmp/check-2',
  ]);
});

test('a check that does not end in time is a finding, and so is a guest that does not start', async () => {
  const log: string[] = [];
  const never = checkOf(0, () => new Promise(() => undefined));
  expect(await facts(runOf(log, 5), never)).toEqual({
    verdict: 'no-answer',
    got: 'no answer within 0.005 s',
  });
  expect(log).toEqual(['guest 1 mkdir /tmp/check-1', 'guest 1 ends']);
  const unbootable = new ConformanceRun({ boot: () => Promise.reject(new Error('no frame')) });
  expect(await facts(unbootable, never)).toEqual({ verdict: 'differs', got: 'no frame' });
});

test('a check that its user stops says so and ends its guest', async () => {
  const log: string[] = [];
  const stop = new AbortController();
  const check = checkOf(0, () => {
    stop.abort();
    return new Promise(() => undefined);
  });
  expect(await facts(runOf(log), check, stop.signal)).toEqual({ verdict: 'stopped', got: 'stopped' });
  expect(log.at(-1)).toBe('guest 1 ends');
});
