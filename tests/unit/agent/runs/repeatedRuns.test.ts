import { describe, expect, test } from 'vitest';
import { type LiveSession, RepeatedRuns, type RunBudget } from '../../../../src/agent/index.ts';
import { defaultProfileRef } from '../../../../src/core/index.ts';
import type { ModelClient } from '../../../../src/models/index.ts';
import { call, calls, FakeModel, type FakeScript, say } from '../../../hosts/fakes/fakeModel.ts';
import type { CommandHandler } from '../../../hosts/fakes/memoryGuest.ts';
import { openTestBench, until } from '../../../hosts/fakes/testBench.ts';

const commands: CommandHandler = (command) => (command === 'true' ? Promise.resolve(0) : null);
const bash = () => calls(call('Bash', { command: 'true' }));
const model = { provider: 'anthropic', model: 'claude-test' };
const unlimited: RunBudget = { maxRequests: 100, maxTokens: null };

async function recorded(script: FakeScript, options: { readonly model?: ModelClient } = {}) {
  const bench = await openTestBench(script, { commands, ...options });
  const session = await bench.workbench.createSession({ title: 'Slow build' });
  return { ...bench, session };
}

const plan = (
  session: LiveSession,
  changes: { runs?: number; messages?: string[]; budget?: RunBudget } = {},
) => ({
  source: session.id,
  title: session.state.title,
  messages: ['one', 'two'],
  runs: 2,
  model,
  profile: defaultProfileRef(),
  budget: unlimited,
  ...changes,
});

/** Counts 100 tokens in and 10 out for each request. */
class CountingModel extends FakeModel {
  override async *stream(...args: Parameters<FakeModel['stream']>) {
    for await (const event of super.stream(...args)) {
      const usage = { inputTokens: 100, outputTokens: 10, cachedInputTokens: null, reasoningTokens: null };
      yield event.type === 'end' ? { ...event, usage } : event;
    }
  }
}

describe('runs of the same messages', () => {
  test('are sessions of their own, which know what they repeat and begin as that did', async () => {
    const bench = await recorded([bash(), say('a'), say('b'), say('c'), say('d')]);
    const runs = new RepeatedRuns(bench.workbench, plan(bench.session));
    await runs.start();
    expect(runs.status).toBe('ended');
    expect(runs.rows.map(({ end }) => end)).toEqual(['done', 'done']);
    expect(runs.spent).toEqual({ requests: 5, tokens: 0 });
    const [first] = runs.rows;
    const { state } = await bench.workbench.readSession(first?.id ?? '');
    expect([state.title, state.model, state.seed, state.origin]).toEqual([
      'Slow build · run 1',
      model,
      bench.session.state.seed,
      { kind: 'run', session: bench.session.id, title: 'Slow build', at: null },
    ]);
    expect(state.turns.map(({ userText, end }) => [userText, end?.reason])).toEqual([
      ['one', 'done'],
      ['two', 'done'],
    ]);
    const listed = bench.workbench.sessions.find(({ id }) => id === first?.id);
    expect(listed?.origin).toEqual(state.origin);
  });

  test('begin with the files of what they repeat: the demo has its own', async () => {
    const bench = await recorded([say('a')]);
    await bench.workbench.openDemo();
    const runs = new RepeatedRuns(bench.workbench, {
      ...plan(bench.session, { runs: 1, messages: ['one'] }),
      source: 'demo',
    });
    await runs.start();
    const session = await bench.workbench.open(runs.rows[0]?.id ?? '');
    await session.ensureGuest();
    expect(await session.fs?.readdir(session.workspace)).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'package.json' })]),
    );
  });

  test.each([1, 2, 3, 4, 5])(
    'never make more than %i requests, whatever would come next',
    async (maxRequests) => {
      const bench = await recorded([bash(), bash(), say('a'), bash(), say('b'), say('c')]);
      const runs = new RepeatedRuns(
        bench.workbench,
        plan(bench.session, { budget: { maxRequests, maxTokens: null } }),
      );
      await runs.start();
      expect(bench.model.prompts).toHaveLength(maxRequests);
      expect(runs.spent.requests).toBe(maxRequests);
      // Five requests are exactly the first run.
      expect(runs.rows.map(({ end }) => end)).toEqual(maxRequests === 5 ? ['done'] : ['budget']);
    },
  );

  test('end when the tokens are spent: the last request may go over, none follows', async () => {
    const model = new CountingModel([bash(), bash(), bash(), say('a')]);
    const bench = await recorded([], { model });
    const runs = new RepeatedRuns(
      bench.workbench,
      plan(bench.session, { budget: { maxRequests: 50, maxTokens: 220 } }),
    );
    await runs.start();
    expect(runs.spent).toEqual({ requests: 2, tokens: 220 });
    expect(runs.rows.map(({ end }) => end)).toEqual(['budget']);
  });

  test('that fail are told apart, and the next one begins', async () => {
    const error = {
      code: 'AUTH',
      message: 'The key was refused.',
      httpStatus: 401,
      retryable: false,
      retryAfterMs: null,
    };
    const bench = await recorded([{ error }, say('a'), say('b')]);
    const runs = new RepeatedRuns(bench.workbench, plan(bench.session));
    await runs.start();
    expect(runs.rows.map(({ end }) => end)).toEqual(['failed', 'done']);
  });

  test('are stopped in the middle of an answer, and no other begins', async () => {
    const bench = await recorded([{ hang: true }]);
    const runs = new RepeatedRuns(bench.workbench, plan(bench.session));
    const running = runs.start();
    await until(() => bench.model.prompts.length === 1);
    await runs.stop();
    await running;
    expect([runs.status, runs.rows.map(({ end }) => end)]).toEqual(['ended', ['stopped']]);
  });

  test('that ask somebody end there: nobody is there to answer', async () => {
    const question = { question: 'Which?', choices: [{ label: 'a' }, { label: 'b' }] };
    const bench = await recorded([calls(call('ask_user', question)), say('a')]);
    const runs = new RepeatedRuns(bench.workbench, plan(bench.session, { runs: 1 }));
    await runs.start();
    expect(runs.rows.map(({ end }) => end)).toEqual(['asked']);
  });
});
