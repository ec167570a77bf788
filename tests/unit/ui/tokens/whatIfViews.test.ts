import { expect, test } from 'vitest';
import { foldEvents, loadProfiles, profileOf, profileRef } from '../../../../src/core/index.ts';
import { WhatIfViews } from '../../../../src/ui/tokens/whatIfViews.ts';
import { presented } from '../../core/account/anyLog.ts';
import { call, LogWriter } from '../../core/support/log.ts';

await loadProfiles();
const claude = profileRef(profileOf({ id: 'claude-code' }));
const output = 'a line of output\n'.repeat(4_000);

/** A session whose every call wrote the same long output under one call id. */
function sessionOf(calls: number) {
  const log = new LogWriter(claude).user(1, 'go');
  for (let step = 1; step <= calls; step++) {
    log
      .step(1, step, [call('same')])
      .add({ type: 'record', ...presented(claude, output, { key: `1.${step}.0`, callId: 'same' }) });
  }
  const read: string[] = [];
  const session = {
    id: 's',
    home: '/home/user',
    workspace: '/home/user/project',
    async *streamOutput(key: string) {
      read.push(key);
      yield new TextEncoder().encode(output);
    },
  };
  return { state: foldEvents(log.events), read, views: new WhatIfViews(session) };
}

test('a result that was sent under the very profile is itself, and no output is read for it', async () => {
  const { state, read, views } = sessionOf(2);
  const made = await views.under(claude, state, () => true);
  expect([...made.values()]).toEqual(state.turns[0]?.steps.map((step) => step.calls[0]?.sent));
  expect(read).toEqual([]);
});

test('under another profile each output is read once, and no two files have one name', async () => {
  const { state, read, views } = sessionOf(2);
  const entoli = profileRef(profileOf({ id: 'entoli' }));
  const made = await views.under(entoli, state, () => true);
  expect(new Set([...made.values()].map(({ text }) => text)).size).toBe(2);
  expect(await views.under(entoli, state, () => true)).toEqual(made);
  expect(read).toEqual(['1.1.0', '1.2.0']);
});

test('it ends when nobody wants it any more', async () => {
  const { state, read, views } = sessionOf(3);
  const made = await views.under(profileRef(profileOf({ id: 'pi' })), state, () => false);
  expect([made.size, read.length]).toEqual([1, 1]);
});
