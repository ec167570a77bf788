import { describe, expect, test } from 'vitest';
import { callByKey, pendingQuestions } from '../../../../src/agent/index.ts';
import { call, calls, say } from '../../../hosts/fakes/fakeModel.ts';
import {
  openTestBench,
  outputBytes,
  recordOf,
  sentTexts,
  textOf,
  until,
} from '../../../hosts/fakes/testBench.ts';

const big = 'y'.repeat(40_000);
const agentCall = '900000001.1.0';

const taskThenBash = [
  calls(call('task', { prompt: 'count the lines', description: 'count' }, 'task_1')),
  calls(call('Bash', { command: `echo ${big}` }, 'inner')),
  say('There are 3 lines.'),
  say('done'),
];

describe('a sub-agent', () => {
  test('has a context and tools of its own, and its last words are the result of the call', async () => {
    const bench = await openTestBench(taskThenBash);
    const session = await bench.workbench.createSession();
    await session.send('go');
    expect(sentTexts(session)).toEqual(['There are 3 lines.']);
    expect(recordOf(session, '1.1.0')).toMatchObject({ tool: 'task', outcome: { status: 'ok' } });
    const [outer, first, second] = bench.model.prompts;
    expect(first?.messages).toEqual([{ role: 'user', text: 'count the lines' }]);
    expect(second?.messages).toHaveLength(3);
    const names = (prompt: typeof outer) => prompt?.tools.map(({ name }) => name) ?? [];
    expect(names(outer).filter((name) => !names(first).includes(name))).toEqual(['ask_user', 'todo', 'task']);
    expect(bench.model.prompts[3]?.messages).toHaveLength(3);
  });

  test('that calls a tool it does not have hears which there are, those from outside too', async () => {
    const bench = await openTestBench([
      calls(call('task', { prompt: 'x' })),
      calls(call('task', { prompt: 'deeper' })),
      say('no'),
      say('done'),
    ]);
    const session = await bench.workbench.createSession();
    await session.send('go');
    const inner = callByKey(session.state, agentCall)?.sent?.text ?? '';
    expect(inner).toContain('There is no tool called "task"');
    expect(inner).not.toContain('ask_user');
    expect(sentTexts(session)).toEqual(['no']);
  });

  test('saves large results in the session’s own folder, under keys and names of their own', async () => {
    const bench = await openTestBench(taskThenBash);
    const session = await bench.workbench.createSession();
    await session.send('go');
    const inner = callByKey(session.state, agentCall);
    expect(inner?.record?.savedAs).toMatchObject({ bytes: big.length + 1 });
    const path = inner?.record?.savedAs?.path ?? '';
    expect(textOf(await bench.guest().fs.read(path))).toBe(`${big}\n`);
    expect(inner?.sent?.text).toContain(path);
    expect(textOf(await outputBytes(session, agentCall))).toBe(`${big}\n`);
    expect(session.state.usedStems.size).toBe(1);
    expect((await session.outputText(agentCall)).merged.units).toBe(big.length + 1);
    expect((await session.seen(agentCall)).ranges[0]?.start).toBe(0);
  });

  test('is the same after its session was opened again', async () => {
    const bench = await openTestBench(taskThenBash);
    const session = await bench.workbench.createSession();
    await session.send('go');
    const before = session.state;
    await session.dispose();
    const again = await (await openTestBench([], { store: bench.store })).workbench.open(session.id);
    expect(again.problem).toBe(null);
    expect(again.state.turns).toEqual(before.turns);
  });

  test('that reaches its limit of steps gives what it said and why it ended', async () => {
    const loops = Array.from({ length: 3 }, (_, at) => ({
      parts: [{ type: 'text' as const, text: `step ${at}` }, call('LS', {}, `ls_${at}`)],
    }));
    const bench = await openTestBench([calls(call('task', { prompt: 'x' })), ...loops, say('done')], {
      maxSteps: 3,
    });
    const session = await bench.workbench.createSession();
    await session.send('go');
    expect(recordOf(session, '1.1.0').outcome).toMatchObject({
      status: 'error',
      error: { code: 'SUB_AGENT_FAILED', message: expect.stringContaining('3 model requests') },
    });
    expect(textOf(await outputBytes(session, '1.1.0'))).toBe('step 2');
  });

  test('two at once have shells of their own and do not share a number', async () => {
    const answer = (prompt: { readonly messages: readonly { readonly role: string }[] }) =>
      prompt.messages.length === 1 ? calls(call('Bash', { command: 'pwd' })) : say('here');
    const bench = await openTestBench([
      calls(call('task', { prompt: 'one' }, 'a'), call('task', { prompt: 'two' }, 'b')),
      answer,
      answer,
      answer,
      answer,
      say('done'),
    ]);
    const session = await bench.workbench.createSession();
    await session.send('go');
    expect(sentTexts(session)).toEqual(['here', 'here']);
    const turns = session.state.turns[0]?.steps[0]?.calls.map(({ subAgent }) => subAgent?.turns[0]?.turn);
    expect(new Set(turns).size).toBe(2);
    const reread = await (async () => {
      await session.dispose();
      return (await openTestBench([], { store: bench.store })).workbench.open(session.id);
    })();
    expect(reread.problem).toBe(null);
  });

  test('is stopped with its turn, and every call of it has a record', async () => {
    const bench = await openTestBench([calls(call('task', { prompt: 'x' })), { hang: true, parts: [] }]);
    const session = await bench.workbench.createSession();
    const turn = session.send('go');
    await until(() => bench.model.prompts.length === 2);
    await session.stop();
    await turn;
    expect(recordOf(session, '1.1.0').outcome).toMatchObject({ status: 'error', error: { code: 'ABORTED' } });
    expect(callByKey(session.state, '1.1.0')?.subAgent?.turns[0]?.end?.reason).toBe('stopped');
  });

  test('asks its session’s user, and the question survives the page', async () => {
    const bench = await openTestBench([
      calls(call('task', { prompt: 'x' })),
      calls(call('Bash', { command: 'echo inside' })),
    ]);
    await bench.workbench.permissions.set({ name: 'bash', fingerprint: null }, 'ask');
    const session = await bench.workbench.createSession();
    const turn = session.send('go');
    await until(() => pendingQuestions(session.state).length === 1);
    expect(pendingQuestions(session.state)[0]).toMatchObject({
      subAgentOf: '1.1.0',
      call: { key: agentCall },
    });
    await session.dispose();
    await turn.catch(() => {});
    const second = await openTestBench([say('inner done'), say('done')], { store: bench.store });
    const again = await second.workbench.open(session.id);
    await again.answer(agentCall, { kind: 'permission', choice: 'once' });
    await until(() => again.state.turns[0]?.end?.reason === 'done');
    expect(sentTexts(again)).toEqual(['inner done']);
    expect(second.guest().started).toEqual(['echo inside']);
  });

  test('that a crash of the page cut off is ended with its session, and its calls are recorded', async () => {
    const bench = await openTestBench(
      [calls(call('task', { prompt: 'x' })), calls(call('Bash', { command: 'hang' }))],
      { commands: (command) => (command === 'hang' ? new Promise<number>(() => {}) : null) },
    );
    const session = await bench.workbench.createSession();
    void session.send('go').catch(() => {});
    await until(() => callByKey(session.state, agentCall)?.started === true);
    bench.store.dropLocks();
    const again = await (await openTestBench([], { store: bench.store })).workbench.open(session.id);
    expect(again.state.turns[0]?.end?.reason).toBe('interrupted');
    expect(callByKey(again.state, agentCall)?.record?.outcome).toMatchObject({
      error: { code: 'INTERRUPTED' },
    });
    expect(callByKey(again.state, '1.1.0')?.subAgent?.turns[0]?.end?.reason).toBe('interrupted');
  });

  test('has its running calls stopped, moved and given time one by one, as the session’s own', async () => {
    const bench = await openTestBench(
      [
        calls(call('task', { prompt: 'wait' }, 'task_1')),
        calls(call('Bash', { command: 'hang 1' }, 'one'), call('Bash', { command: 'hang 2' }, 'two')),
        say('waited'),
        say('done'),
      ],
      {
        commands: (command, io) =>
          command.startsWith('hang')
            ? new Promise((resolve) => io.signal.addEventListener('abort', () => resolve(143)))
            : null,
      },
    );
    const session = await bench.workbench.createSession();
    const turn = session.send('go');
    await until(() => session.live(agentCall)?.dueAtMs != null);
    const due = session.live(agentCall)?.dueAtMs ?? 0;
    expect(session.beside.moreTime(agentCall)).toBe(true);
    expect((session.live(agentCall)?.dueAtMs ?? 0) - due).toBe(60_000);
    session.beside.stopCall(agentCall);
    await until(() => session.live('900000001.1.1')?.canMove === true);
    expect(session.beside.toBackground('900000001.1.1')).toBe(true);
    await turn;
    expect(callByKey(session.state, agentCall)?.record?.outcome).toMatchObject({ stoppedBy: 'user' });
    expect(callByKey(session.state, '900000001.1.1')?.record?.facts).toMatchObject({
      kind: 'job',
      moved: { by: 'user' },
    });
    expect(session.state.jobs).toHaveLength(1);
    expect(sentTexts(session)).toEqual(['waited']);
    await bench.workbench.dispose();
  });
});
