import { expect, test } from 'vitest';
import { profileIdsOf } from '../../../../src/agent/workbench/profileIds.ts';
import { profileOf, profileRef } from '../../../../src/core/index.ts';
import { call, LogWriter } from '../../core/support/log.ts';

const ref = (id: string) => profileRef(profileOf({ id }));

test('the profiles of a log are all that were ever in force, in its sub-agents too', () => {
  const steps = new LogWriter(ref('pi'))
    .user(0, 'go')
    .step(0, 0, [call('a')])
    .started('0.0.0')
    .record('0.0.0', 'out\n');
  expect(profileIdsOf(steps.events)).toEqual(new Set(['pi']));
  const changed = new LogWriter(ref('goose')).add({ type: 'profile-changed', profile: ref('codex') }).add({
    type: 'sub-agent',
    key: '0.0.0',
    event: { type: 'profile-changed', profile: ref('crush') },
  });
  expect(profileIdsOf(changed.events)).toEqual(new Set(['goose', 'codex', 'crush']));
  const sent = steps.events.filter((event) => event.type === 'record');
  expect(profileIdsOf(sent)).toEqual(new Set(['pi']));
});
