import { describe, expect, test } from 'vitest';
import type { ModelError } from '../../../src/models/index.ts';
import { call, calls, type FakeScript, say } from '../../hosts/fakes/fakeModel.ts';
import { ManualTimers } from '../../hosts/fakes/manualTimers.ts';
import { openTestBench, recordsOf, sentTexts, until } from '../../hosts/fakes/testBench.ts';

const bash = (command: string) => calls(call('Bash', { command }));

function failure(change: Partial<ModelError>): { readonly error: ModelError } {
  return {
    error: {
      code: 'OVERLOADED',
      message: 'The provider is overloaded. Try again in a minute.',
      httpStatus: 529,
      retryable: true,
      retryAfterMs: null,
      ...change,
    },
  };
}

async function open(script: FakeScript, maxSteps?: number) {
  const timers = new ManualTimers();
  const bench = await openTestBench(script, {
    after: timers.after,
    ...(maxSteps === undefined ? {} : { maxSteps }),
  });
  return { ...bench, timers, session: await bench.workbench.createSession() };
}

describe('the turn loop', () => {
  test('step mode makes one request at a time and resume goes on to the end', async () => {
    const { session } = await open([bash('echo 1'), bash('echo 2'), bash('echo 3'), say('done')]);
    await session.send('go', 'step');
    expect(session.runStatus).toEqual({ kind: 'paused' });
    expect(sentTexts(session)).toEqual(['1\n']);
    await session.step();
    expect(sentTexts(session)).toEqual(['1\n', '2\n']);
    await session.resume();
    expect(sentTexts(session)).toEqual(['1\n', '2\n', '3\n']);
    expect(session.state.turns[0]?.end).toEqual({ reason: 'done', error: null });
    expect(session.runStatus).toEqual({ kind: 'idle' });
  });

  test('a message to a paused turn ends it first', async () => {
    const { session } = await open([bash('echo 1'), say('other')]);
    await session.send('go', 'step');
    await session.send('something else');
    expect(session.state.turns.map((turn) => turn.end?.reason)).toEqual(['stopped', 'done']);
  });

  test('of two messages at once to a paused turn one goes on, and the turn before ends once', async () => {
    const { session } = await open([bash('echo 1'), say('other')]);
    await session.send('go', 'step');
    const sent = await Promise.allSettled([session.send('second'), session.send('third')]);
    expect(sent.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(session.state.turns.map(({ userText, end }) => [userText, end?.reason])).toEqual([
      ['go', 'stopped'],
      ['second', 'done'],
    ]);
  });

  test('the step limit explains itself, exactly at the limit', async () => {
    for (const [requests, reason] of [
      [2, 'done'],
      [3, 'done'],
      [4, 'step-limit'],
    ] as const) {
      const { session } = await open([...Array(requests - 1).fill(bash('true')), say('done')], 3);
      await session.send('go');
      expect(session.state.turns[0]?.end?.reason).toBe(reason);
      if (reason === 'step-limit') {
        expect(session.state.turns[0]?.end?.error?.message).toContain('after 3 model requests');
      }
    }
  });

  test('row 53: Stop during a request keeps what had come, records its calls as not run, and the session goes on', async () => {
    const { session, model, timers } = await open([
      { parts: [{ type: 'text', text: 'I will' }, call('Bash', { command: 'never' })], hang: true },
      say('on again'),
    ]);
    const turn = session.send('go');
    await until(() => session.runStatus.kind === 'model' && session.runStatus.text === 'I will');
    await session.stop();
    await turn;
    expect(session.state.turns[0]?.end).toEqual({ reason: 'stopped', error: null });
    expect(session.state.turns[0]?.steps[0]?.cutShort).toBe('stopped');
    expect(recordsOf(session)[0]?.outcome).toMatchObject({ error: { code: 'NOT_RUN' }, stoppedBy: 'user' });
    expect(timers.waits.every((ms) => ms <= 500)).toBe(true);
    await session.send('and now?');
    expect(model.prompts[1]?.messages.map((message) => message.role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
    ]);
    expect(session.state.turns[1]?.end?.reason).toBe('done');
  });

  test('a request that failed before anything was acted on is sent again, three times at most', async () => {
    const { session, model, timers } = await open([
      failure({ retryAfterMs: 7_000 }),
      failure({}),
      failure({}),
      failure({ message: 'Still overloaded.' }),
    ]);
    const turn = session.send('go');
    for (const [tries, waitMs] of [
      [1, 7_000],
      [2, 2_000],
      [3, 4_000],
    ] as const) {
      await until(() => model.prompts.length === tries && timers.waits.includes(waitMs));
      expect(session.runStatus).toMatchObject({ kind: 'model', retry: { tries, waitMs } });
      timers.advance(waitMs);
    }
    await turn;
    expect(model.prompts.length).toBe(4);
    expect(session.state.turns[0]?.end).toEqual({
      reason: 'failed',
      error: { code: 'OVERLOADED', phase: 'run', message: 'Still overloaded.' },
    });
  });

  test('what cannot be sent again ends the turn with one sentence, and the session stays usable', async () => {
    const { session, model } = await open([
      failure({ code: 'AUTH', message: 'The key was refused.', retryable: false }),
      say('fine'),
    ]);
    await session.send('go');
    expect(session.state.turns[0]?.end?.error).toEqual({
      code: 'AUTH',
      phase: 'run',
      message: 'The key was refused.',
    });
    await session.send('again');
    expect(session.state.turns[1]?.end?.reason).toBe('done');
    expect(model.prompts.length).toBe(2);
  });

  test('Stop while waiting to send again ends the wait', async () => {
    const { session, model, timers } = await open([failure({ retryAfterMs: 50_000 })]);
    const turn = session.send('go');
    await until(() => timers.waits.includes(50_000));
    await session.stop();
    await turn;
    expect(session.state.turns[0]?.end?.reason).toBe('stopped');
    expect(model.prompts.length).toBe(1);
  });

  test('Stop while tools are still waited for ends the turn at once, and nothing is asked', async () => {
    const silentWorker = () => ({ onmessage: null, onerror: null, postMessage() {}, terminate() {} });
    const timers = new ManualTimers();
    const { workbench, model } = await openTestBench([say('after')], {
      after: timers.after,
      startMcpWorker: silentWorker,
    });
    const session = await workbench.createSession();
    await workbench.mcp?.setOn('demo', true);
    const turn = session.send('go');
    // The server that does not answer is waited for.
    await until(() => session.runStatus.kind === 'model' && timers.waits.includes(3_000));
    await session.stop();
    await turn;
    expect(session.state.turns.map(({ steps, end }) => [steps.length, end?.reason])).toEqual([
      [0, 'stopped'],
    ]);
    expect(model.prompts).toEqual([]);
    await workbench.dispose();
  });

  test('a second message while a turn runs is refused and changes nothing', async () => {
    const { session } = await open([{ parts: [], hang: true }]);
    const turn = session.send('go');
    await until(() => session.runStatus.kind === 'model');
    await expect(session.send('more')).rejects.toThrow('A turn is running');
    await session.stop();
    await turn;
    expect(session.state.turns.length).toBe(1);
  });

  test('an answer cut at its length limit or empty ends the turn with a sentence', async () => {
    const { session } = await open([{ parts: [] }]);
    await session.send('go');
    expect(session.state.turns[0]?.end).toMatchObject({ reason: 'done', error: { code: 'EMPTY_ANSWER' } });
  });
});
