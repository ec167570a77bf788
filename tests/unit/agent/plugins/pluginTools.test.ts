import { describe, expect, test } from 'vitest';
import { pendingQuestions } from '../../../../src/agent/index.ts';
import { call, calls, type FakeScript, say } from '../../../hosts/fakes/fakeModel.ts';
import type { MemoryGuest } from '../../../hosts/fakes/memoryGuest.ts';
import { openTestBench, recordOf, sentTexts, until } from '../../../hosts/fakes/testBench.ts';

const folder = '/home/user/project/.spillway/tools';
const about = { description: 'Counts words.', inputSchema: { type: 'object', properties: { text: {} } } };

async function addPlugin(guest: MemoryGuest, name: string, body: string, description: unknown = about) {
  const encoder = new TextEncoder();
  await guest.fs.mkdir(folder);
  await guest.fs.write(`${folder}/${name}`, encoder.encode(body));
  await guest.memory.chmod(`${folder}/${name}`, 0o755);
  const text = typeof description === 'string' ? description : JSON.stringify(description);
  await guest.fs.write(`${folder}/${name}.json`, encoder.encode(text));
}

/** Runs plugins as the guest would: by their path, with what stands on stdin. */
async function open(script: FakeScript, ran: string[] = []) {
  const bench = await openTestBench(script, {
    commands: (command, io) => {
      if (!command.startsWith(`'${folder}/`)) return null;
      ran.push(command);
      return io.write('stdout', `result of ${command}\n`).then(() => 0);
    },
  });
  const session = await bench.workbench.createSession();
  await session.ensureGuest();
  return { bench, session };
}

describe('a plugin tool', () => {
  test('is told to the model by its prefixed name, asks first, and runs', async () => {
    const ran: string[] = [];
    const { bench, session } = await open([calls(call('plugin_words', { text: 'a b' })), say('done')], ran);
    await addPlugin(bench.guest(), 'words', '#!/bin/sh\nwc -w');
    const turn = session.send('go');
    await until(() => pendingQuestions(session.state).length === 1);
    expect(bench.model.prompts[0]?.tools.at(-1)).toEqual({
      name: 'plugin_words',
      description: about.description,
      inputSchema: about.inputSchema,
    });
    expect(ran).toEqual([]);
    await session.answer('1.1.0', { kind: 'permission', choice: 'always' });
    await turn;
    expect(ran).toEqual([`'${folder}/words'`]);
    expect(recordOf(session, '1.1.0').tool).toBe('plugin_words');
    expect(sentTexts(session)).toEqual([`result of '${folder}/words'\n`]);
  });

  test('allowed always, asks again when its executable has changed, and says that it has', async () => {
    const again = [calls(call('plugin_words', {})), say('done')];
    const { bench, session } = await open([...again, ...again]);
    await addPlugin(bench.guest(), 'words', 'one');
    const first = session.send('go');
    await until(() => pendingQuestions(session.state).length === 1);
    await session.answer('1.1.0', { kind: 'permission', choice: 'always' });
    await first;
    await addPlugin(bench.guest(), 'words', 'two');
    const second = session.send('go');
    await until(() => pendingQuestions(session.state).length === 1);
    expect(pendingQuestions(session.state)[0]?.question).toMatchObject({ kind: 'permission', changed: true });
    await session.answer('2.1.0', { kind: 'permission', choice: 'deny' });
    await second;
  });

  test('that changes between the permission and the run does not run', async () => {
    const ran: string[] = [];
    const { bench, session } = await open([calls(call('plugin_words', {})), say('done')], ran);
    await addPlugin(bench.guest(), 'words', 'one');
    const turn = session.send('go');
    await until(() => pendingQuestions(session.state).length === 1);
    await bench.guest().fs.write(`${folder}/words`, new TextEncoder().encode('two'));
    await bench.guest().memory.chmod(`${folder}/words`, 0o755);
    await session.answer('1.1.0', { kind: 'permission', choice: 'once' });
    await turn;
    expect(ran).toEqual([]);
    expect(recordOf(session, '1.1.0').outcome).toMatchObject({ error: { code: 'PLUGIN_CHANGED' } });
  });

  test('comes and goes with its files, in the list and in the log', async () => {
    const { bench, session } = await open([say('1'), say('2'), say('3')]);
    await session.send('go');
    expect(session.state.externalTools).toBe(undefined);
    await addPlugin(bench.guest(), 'words', 'one');
    await session.send('go');
    expect(session.state.externalTools?.map(({ name }) => name)).toEqual(['plugin_words']);
    await bench.guest().fs.rm(`${folder}/words.json`);
    await bench.guest().fs.write(`${folder}/other`, new Uint8Array());
    await session.send('go');
    expect(session.state.externalTools).toEqual([]);
  });

  test('is found again when its session is opened anew, before the model is told of tools', async () => {
    const { bench, session } = await open([say('1')]);
    await addPlugin(bench.guest(), 'words', 'one');
    await session.send('go');
    await session.dispose();
    const next = await openTestBench([say('2')], { store: bench.store });
    const again = await next.workbench.open(session.id);
    await again.send('go');
    expect(next.model.prompts[0]?.tools.at(-1)?.name).toBe('plugin_words');
  });

  test('that is gone when it is allowed is refused', async () => {
    const { bench, session } = await open([calls(call('plugin_words', {})), say('done')]);
    await addPlugin(bench.guest(), 'words', 'one');
    const turn = session.send('go');
    await until(() => pendingQuestions(session.state).length === 1);
    await bench.guest().fs.rm(`${folder}/words.json`);
    await session.answer('1.1.0', { kind: 'permission', choice: 'once' });
    await turn;
    expect(recordOf(session, '1.1.0').outcome).toMatchObject({ error: { code: 'PLUGIN_BROKEN' } });
  });

  test.each([
    ['not JSON', '{', 'is not JSON'],
    ['no description', {}, 'description'],
    ['another name', { ...about, name: 'other' }, 'calls it "other"'],
    ['a schema that is none', { ...about, inputSchema: 'x' }, 'inputSchema'],
  ])('that is broken (%s) is reported and stops nothing', async (_what, description, words) => {
    const { bench, session } = await open([say('done')]);
    await addPlugin(bench.guest(), 'good', 'x');
    await addPlugin(bench.guest(), 'words', 'x', description);
    await session.send('go');
    expect(session.tools.problems).toEqual([
      { name: 'plugin_words', message: expect.stringContaining(words) },
    ]);
    expect(session.state.externalTools?.map(({ name }) => name)).toEqual(['plugin_good']);
    expect(session.state.turns[0]?.end?.reason).toBe('done');
  });

  test('without an executable, or with one that is not executable, is reported', async () => {
    const { bench, session } = await open([say('done')]);
    await addPlugin(bench.guest(), 'words', 'x');
    await bench.guest().memory.chmod(`${folder}/words`, 0o644);
    await bench.guest().fs.write(`${folder}/gone.json`, new TextEncoder().encode(JSON.stringify(about)));
    await session.send('go');
    expect(session.tools.problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('no executable'),
      expect.stringContaining('not executable'),
    ]);
  });
});
