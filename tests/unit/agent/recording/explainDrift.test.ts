import { expect, test } from 'vitest';
import { explainDrift, noBytes } from '../../../../src/agent/recording/explainDrift.ts';

const drift = { kind: 'drift', place: 'outcome', expected: 'ok', got: 'failed' } as const;
const explained = (
  comparison: Parameters<typeof explainDrift>[0],
  input: string,
  before: readonly string[],
) =>
  explainDrift(
    comparison,
    {},
    {
      key: '1.1.0',
      segments: [],
      session: {
        network: {
          allowed: [],
          asked: ['one.example', 'two.example:8443'],
          allow: async () => false,
          revoke: async () => {},
          dismiss: () => {
            throw new Error('a host that is dismissed is never heard of again');
          },
        },
        streamOutput: async function* () {},
      },
      recorded: noBytes,
      input: { command: input },
      hostsBefore: new Set(before),
    },
  );

test('a result that differs cannot be run where its command asked for a host, now or before, by its name', async () => {
  const cannot = (hosts: string) => ({
    kind: 'cannot-run',
    why: `it asked for ${hosts}, and a re-run reaches no host`,
  });
  expect(await explained(drift, 'npm i', ['one.example'])).toEqual(cannot('two.example:8443'));
  expect(await explained(drift, 'npm i', [])).toEqual(cannot('one.example and two.example:8443'));
  const both = ['one.example', 'two.example:8443'];
  expect(await explained(drift, 'curl https://two.example:8443/a', both)).toEqual(cannot('two.example:8443'));
});

test('is a drift where it asked for none, and the same where it is the same, whatever was asked for', async () => {
  const both = ['one.example', 'two.example:8443'];
  expect(await explained(drift, 'date', both)).toEqual(drift);
  expect(await explained({ kind: 'same' }, 'curl one.example', [])).toEqual({ kind: 'same' });
});
