import { expect, test } from 'vitest';
import type { ForkChoice } from '../../../../src/agent/index.ts';
import {
  defaultProfileRef,
  type Recording,
  type RecordKey,
  redactRecording,
  reviewRecording,
} from '../../../../src/core/index.ts';
import { call, calls, say } from '../../../hosts/fakes/fakeModel.ts';
import { openTestBench } from '../../../hosts/fakes/testBench.ts';

const paid = { provider: 'anthropic', model: 'claude' };

/** A session under a paid model and with limits of its own, as a recording. */
async function asking() {
  const bench = await openTestBench([
    calls(call('Bash', { command: 'echo one > a.txt' }, 'a')),
    calls(call('Bash', { command: 'echo two > a.txt' }, 'b')),
    say('done'),
  ]);
  const profile = defaultProfileRef();
  const session = await bench.workbench.createSession({
    model: paid,
    profile: { ...profile, overrides: { previewUnits: 100 } },
  });
  await session.send('go');
  const recording = await bench.workbench.recordSession(session.id, () => {});
  const fork = async (until: RecordKey | null, choice?: ForkChoice) => {
    const forked = await bench.workbench.forkRecording(recording, until, choice);
    if (!forked.ok) throw new Error(forked.message);
    return bench.workbench.open(forked.id);
  };
  return { ...bench, recording, profile, fork };
}

test('a fork has the files of its step, and neither the paid model nor the limits that nobody granted', async () => {
  const { fork, profile, model, workbench } = await asking();
  const asked = model.prompts.length;
  const forked = await fork('1.1.0');
  expect(forked.state.model).toEqual({ provider: 'parrot', model: 'parrot' });
  expect(forked.state.profile).toEqual(profile);
  expect(forked.state.origin).toMatchObject({ kind: 'fork', at: '1.1.0' });
  await forked.ensureGuest();
  const file = await forked.fs?.read(`${forked.workspace}/a.txt`);
  expect(new TextDecoder().decode(file)).toBe('one\n');
  expect(model.prompts).toHaveLength(asked);
  await workbench.dispose();
});

test('what was granted it has, or another model and profile that was chosen', async () => {
  const { fork, recording, workbench } = await asking();
  const granted = await fork(null, { model: paid, profile: recording.profile });
  expect(granted.state.model).toEqual(paid);
  expect(granted.state.profile).toEqual(recording.profile);
  const other = { provider: 'scripted', model: 'demo' };
  expect((await fork(null, { model: other })).state.model).toEqual(other);
  await workbench.dispose();
});

test('a drift says the first line that differs to whoever has the recorded bytes', async () => {
  let count = 0;
  const bench = await openTestBench([calls(call('Bash', { command: 'tick' }, 'a')), say('done')], {
    commands: (command, io) =>
      command === 'tick' ? io.write('stdout', `same\nrun ${count++}\n`).then(() => 0) : null,
  });
  const session = await bench.workbench.createSession();
  await session.send('go');
  const recording = await bench.workbench.recordSession(session.id, () => {});
  const claimed: Recording = {
    ...recording,
    events: recording.events.map((event) =>
      event.type === 'record' ? { ...event, result: { kind: 'derived' } } : event,
    ),
  };
  const opened = await bench.workbench.openReplay(claimed);
  if (!opened.ok) throw new Error(opened.message);
  await opened.replay.run();
  expect(opened.replay.result('1.1.0')).toMatchObject({
    kind: 'drift',
    place: 'stdout',
    line: { number: 2, expected: 'run 0', got: `run ${count - 1}` },
  });
  // Nobody else has them.
  const elsewhere = await bench.workbench.openReplay({ ...claimed, placesId: 'elsewhere' });
  if (!elsewhere.ok) throw new Error(elsewhere.message);
  await elsewhere.replay.run();
  expect(elsewhere.replay.result('1.1.0')).not.toHaveProperty('line');
  await elsewhere.replay.dispose();
  await opened.replay.dispose();
  await bench.workbench.dispose();
});

test('what the redacted inputs of a recording would have left in the files is missing to none behind them: they travel whole', async () => {
  const secret = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';
  const bench = await openTestBench([
    calls(call('Bash', { command: `echo ${secret} > a.txt` }, 'a')),
    calls(call('Bash', { command: 'cat a.txt' }, 'b')),
    calls(call('Bash', { command: 'echo two' }, 'c')),
    say('done'),
  ]);
  const session = await bench.workbench.createSession();
  await session.send('go');
  const redact = (whole: Recording) => redactRecording(whole, reviewRecording(whole));
  const whole = await bench.workbench.recordSession(session.id, () => {}, redact);
  expect(JSON.stringify(whole)).toContain(secret);
  const recording = redact(whole);
  expect(JSON.stringify(recording)).not.toContain(secret);
  const replayed = await bench.workbench.openReplay(recording);
  if (!replayed.ok) throw new Error(replayed.message);
  const { replay } = replayed;
  expect(await replay.run()).toEqual({ kind: 'ended' });
  expect(['1.1.0', '1.2.0', '1.3.0'].map((key) => replay.result(key as RecordKey).kind)).toEqual([
    'played',
    'played',
    'same',
  ]);
  await replay.dispose();
  await bench.workbench.dispose();
});
