import { describe, expect, test } from 'vitest';
import { callByKey, pendingQuestions } from '../../../../src/agent/index.ts';
import type { Prompt } from '../../../../src/core/index.ts';
import { call, calls, say } from '../../../hosts/fakes/fakeModel.ts';
import { openTestBench, recordOf, recordsOf, sentTexts, until } from '../../../hosts/fakes/testBench.ts';

const ask = { name: 'bash', fingerprint: null };
const bashThenEnd = [calls(call('Bash', { command: 'echo ran' })), say('done')];

async function waiting(bench: Awaited<ReturnType<typeof openTestBench>>) {
  await bench.workbench.permissions.set(ask, 'ask');
  const session = await bench.workbench.createSession();
  const turn = session.send('go');
  await until(() => pendingQuestions(session.state).length === 1);
  return { session, turn };
}

describe('a tool that asks', () => {
  test('waits, has not run, and runs once it is allowed', async () => {
    const bench = await openTestBench(bashThenEnd);
    const { session, turn } = await waiting(bench);
    expect(bench.guests.flatMap((guest) => guest.started)).toEqual([]);
    await session.answer('1.1.0', { kind: 'permission', choice: 'once' });
    await turn;
    expect(sentTexts(session)).toEqual(['ran\n']);
    expect(bench.workbench.permissions.choiceFor(ask)).toBe('ask');
  });

  test('allowed always, it is not asked about again', async () => {
    const bench = await openTestBench([...bashThenEnd, ...bashThenEnd]);
    const { session, turn } = await waiting(bench);
    await session.answer('1.1.0', { kind: 'permission', choice: 'always' });
    await turn;
    await session.send('again');
    expect(sentTexts(session)).toEqual(['ran\n', 'ran\n']);
  });

  test('denied, it is not run and the model hears why', async () => {
    const bench = await openTestBench(bashThenEnd);
    const { session, turn } = await waiting(bench);
    await session.answer('1.1.0', { kind: 'permission', choice: 'deny' });
    await turn;
    expect(recordOf(session, '1.1.0').outcome).toMatchObject({
      status: 'error',
      error: { code: 'NOT_ALLOWED' },
    });
    expect(bench.guests.flatMap((guest) => guest.started)).toEqual([]);
    expect(sentTexts(session)[0]).toContain('did not allow');
  });

  test('is recorded as not run when the turn is stopped instead', async () => {
    const bench = await openTestBench(bashThenEnd);
    const { session, turn } = await waiting(bench);
    await session.stop();
    await turn;
    expect(recordOf(session, '1.1.0').outcome).toMatchObject({
      error: { code: 'NOT_RUN' },
      stoppedBy: 'user',
    });
    expect(session.state.turns[0]?.end?.reason).toBe('stopped');
    expect(pendingQuestions(session.state)).toEqual([]);
  });

  test('is still asked after the session was closed and opened, and its answer goes on with the turn', async () => {
    const first = await openTestBench(bashThenEnd);
    const { session, turn } = await waiting(first);
    await session.dispose();
    await turn.catch(() => {});
    const second = await openTestBench([say('done')], { store: first.store });
    const again = await second.workbench.open(session.id);
    expect(pendingQuestions(again.state).map(({ question }) => question)).toEqual([
      { kind: 'permission', tool: 'bash', fingerprint: null, changed: false },
    ]);
    expect(again.runStatus.kind).toBe('paused');
    await again.answer('1.1.0', { kind: 'permission', choice: 'once' });
    await until(() => again.state.turns[0]?.end?.reason === 'done');
    expect(sentTexts(again)).toEqual(['ran\n']);
    expect(second.guest().started).toEqual(['echo ran']);
  });

  test('after a crash of the page the commands that ran are not run again, and the one that waited is', async () => {
    const script = [
      calls(
        call('Bash', { command: 'echo first' }, 'a'),
        call('Write', { file_path: '/tmp/x', content: 'x' }, 'b'),
      ),
      say('done'),
    ];
    const first = await openTestBench(script);
    await first.workbench.permissions.set({ name: 'write', fingerprint: null }, 'ask');
    const session = await first.workbench.createSession();
    void session.send('go').catch(() => {});
    await until(() => recordsOf(session).length === 1 && pendingQuestions(session.state).length === 1);
    // The page is gone without a word: another bench opens what is stored.
    first.store.dropLocks();
    const second = await openTestBench([say('done')], { store: first.store });
    const again = await second.workbench.open(session.id);
    await again.answer('1.1.1', { kind: 'permission', choice: 'once' });
    await until(() => again.state.turns[0]?.end?.reason === 'done');
    expect(second.guests.flatMap((guest) => guest.started)).toEqual([]);
    expect(sentTexts(again)).toEqual(['first\n', expect.stringContaining('/tmp/x')]);
  });
});

test('a tool that is turned off never runs and never asks', async () => {
  const bench = await openTestBench(bashThenEnd);
  await bench.workbench.permissions.set(ask, 'deny');
  const session = await bench.workbench.createSession();
  await session.send('go');
  expect(recordOf(session, '1.1.0').outcome).toMatchObject({ error: { code: 'NOT_ALLOWED' } });
  expect(session.state.turns[0]?.steps[0]?.calls[0]?.questions).toBe(undefined);
});

test('reading what the session itself has saved is never asked about, whatever read is set to', async () => {
  const big = 'x'.repeat(40_000);
  const bench = await openTestBench([
    calls(call('Bash', { command: `echo ${big}` })),
    ({ messages }) => {
      const last = messages.at(-1);
      const text = last?.role === 'tool' ? (last.results[0]?.text ?? '') : '';
      const path = /saved to: (\/\S+)/.exec(text)?.[1] ?? 'none';
      return calls(call('Read', { file_path: path, limit: 1 }));
    },
    say('done'),
  ]);
  await bench.workbench.permissions.set({ name: 'read', fingerprint: null }, 'ask');
  const session = await bench.workbench.createSession();
  await session.send('go');
  expect(recordOf(session, '1.2.0').tool).toBe('read');
  expect(recordOf(session, '1.2.0').outcome).not.toMatchObject({ error: { code: 'NOT_ALLOWED' } });
  expect(session.state.turns[0]?.end?.reason).toBe('done');
});

test('case 31: the path in a notice is read in one call and without a question, by the model and by a sub-agent', async () => {
  const big = 'z'.repeat(40_000);
  const readTold = ({ messages }: Prompt) => {
    const last = messages.at(-1);
    const text = last?.role === 'tool' ? (last.results[0]?.text ?? '') : '';
    return calls(
      call('Read', { file_path: /saved to: (\/\S+)/.exec(text)?.[1] ?? 'none', offset: 1, limit: 1 }),
    );
  };
  const bench = await openTestBench([
    calls(call('Bash', { command: `echo ${big}` }, 'outer')),
    readTold,
    calls(call('task', { prompt: 'do the same' }, 'task')),
    calls(call('Bash', { command: `echo ${big}` }, 'inner')),
    readTold,
    say('read it'),
    say('done'),
  ]);
  // The strictest setting that is no denial: every other file would be asked about.
  await bench.workbench.permissions.set({ name: 'read', fingerprint: null }, 'ask');
  const session = await bench.workbench.createSession();
  await session.send('go');
  expect(session.state.turns[0]?.end?.reason).toBe('done');
  for (const key of ['1.2.0', '900000001.2.0'] as const) {
    const read = callByKey(session.state, key);
    expect(read?.questions).toBe(undefined);
    expect(read?.record?.facts).toMatchObject({ kind: 'read-page', page: { totalLines: 1 } });
  }
});

describe('ask_user', () => {
  const question = { question: 'Which?', choices: [{ label: 'A', description: 'a' }, 'B'], multiple: true };

  test('gives the model what was chosen and what was written, whole', async () => {
    const bench = await openTestBench([calls(call('ask_user', question)), say('done')]);
    const session = await bench.workbench.createSession();
    const turn = session.send('go');
    await until(() => pendingQuestions(session.state).length === 1);
    expect(pendingQuestions(session.state)[0]?.question).toEqual({
      kind: 'choice',
      text: 'Which?',
      choices: [
        { label: 'A', description: 'a' },
        { label: 'B', description: '' },
      ],
      multiple: true,
    });
    await session.answer('1.1.0', { kind: 'choice', chosen: ['A', 'B'], text: 'and more' });
    await turn;
    expect(sentTexts(session)).toEqual(['A\nB\nand more']);
  });

  test('its question survives the page, and so does an answer that was not yet recorded', async () => {
    const bench = await openTestBench([calls(call('ask_user', question)), say('done')]);
    const session = await bench.workbench.createSession();
    const turn = session.send('go');
    await until(() => pendingQuestions(session.state).length === 1);
    await session.dispose();
    await turn.catch(() => {});
    const again = await (await openTestBench([say('done')], { store: bench.store })).workbench.open(
      session.id,
    );
    await again.answer('1.1.0', { kind: 'choice', chosen: ['B'], text: '' });
    await until(() => again.state.turns[0]?.end?.reason === 'done');
    expect(sentTexts(again)).toEqual(['B']);
  });
});

test('todo keeps the whole list as a fact and tells it in words', async () => {
  const items = [
    { text: 'one', status: 'done' },
    { text: 'two', status: 'in_progress' },
    { text: 'three', status: 'pending' },
  ];
  const bench = await openTestBench([calls(call('todo', { items })), say('done')]);
  const session = await bench.workbench.createSession();
  await session.send('go');
  expect(sentTexts(session)).toEqual(['[x] one\n[>] two\n[ ] three']);
  expect(recordOf(session, '1.1.0').facts).toEqual({
    kind: 'todo',
    items: [
      { text: 'one', status: 'done' },
      { text: 'two', status: 'in-progress' },
      { text: 'three', status: 'pending' },
    ],
  });
});
