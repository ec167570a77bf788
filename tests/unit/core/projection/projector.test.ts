import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AssistantPart,
  applyEvent,
  createProjector,
  defaultProfileRef,
  emptySession,
  foldEvents,
  type Prompt,
  profileContext,
  profileOf,
  projectPrompt,
  promptHead,
  recordKey,
  type TurnEndReason,
} from '../../../../src/core/index.ts';
import { call, LogWriter, text } from '../support/log.ts';
import { failedWith, places } from '../support/outputs.ts';

const head = { system: 'sys', tools: [] };
const project = (log: LogWriter): Prompt => projectPrompt(foldEvents(log.events), head);
const messagesOf = (log: LogWriter) => project(log).messages;
const user = (words: string) => ({ role: 'user', text: words });
const assistant = (...parts: AssistantPart[]) => ({ role: 'assistant', parts });
/** What the model did not finish, or what stands in its place. */
const unfinished = (...parts: AssistantPart[]) => ({ role: 'assistant', parts, incomplete: true });
const result = (callId: string, words: string, isError = false) => ({
  callId,
  wireName: 'Bash',
  text: words,
  isError,
});
/** What is said of a call that has no record. */
const noResult = (callId: string, words: string) => ({ ...result(callId, words, true), unfinished: true });

test('a prompt is the user’s words, the model’s parts and the views that were sent, in call order', () => {
  const log = new LogWriter()
    .user(1, 'build')
    .step(1, 1, [text('I look.'), call('a', 'ls'), call('b', 'make')])
    .record('1.1.1', 'err\n', { outcome: failedWith(2) })
    .record('1.1.0', 'files\n')
    .step(1, 2, [text('Done.')])
    .end(1)
    .user(2, 'thanks');
  expect(project(log)).toEqual({
    ...head,
    messages: [
      user('build'),
      assistant(text('I look.'), call('a', 'ls'), call('b', 'make')),
      { role: 'tool', results: [result('a', 'files\n'), result('b', 'Exit code 2\nerr', true)] },
      assistant(text('Done.')),
      user('thanks'),
    ],
  });
});

test('the head of a prompt is the profile’s system text and its tools by their wire names, then the agent’s and the external ones', () => {
  const profile = profileOf({ id: 'claude-code' });
  const ctx = profileContext(profile, defaultProfileRef(), places);
  const { system, tools } = promptHead(profile, ctx);
  expect(system).toContain('/home/user/project');
  const own = ['Bash', 'Read', 'Grep', 'Glob', 'LS', 'Write', 'Edit'];
  const names = (head: typeof tools) => head.map(({ name }) => name);
  expect(names(tools)).toEqual([...own, 'tail', 'ask_user', 'todo', 'task']);
  const external = [{ name: 'plugin_x', description: 'X', inputSchema: {} }];
  expect(names(promptHead(profile, ctx, external, ['task', 'ask_user']).tools)).toEqual([
    ...own,
    'tail',
    'todo',
    'plugin_x',
  ]);
  expect(Object.keys(tools[0] ?? {})).toEqual(['name', 'description', 'inputSchema']);
});

describe('row 33: call ids on the wire', () => {
  const idsOf = (...ids: string[]) => {
    const log = new LogWriter();
    ids.forEach((id, at) => {
      log
        .user(at, 'go')
        .step(at, 0, [call(id)])
        .record(recordKey(at, 0, 0), 'x')
        .end(at);
    });
    return messagesOf(log).flatMap((message) =>
      message.role === 'tool' ? message.results.map(({ callId }) => callId) : [],
    );
  };

  test('are unique by a suffix that never changes', () => {
    expect(idsOf('x', 'x', 'x-2', 'x')).toEqual(['x', 'x-2', 'x-2-2', 'x-3']);
    expect(idsOf('x', 'X')).toEqual(['x', 'X']);
  });

  test('are never empty, too long or of characters that a provider refuses', () => {
    expect(idsOf('', '', 'bash:0', 'a b', 'y'.repeat(50), 'y'.repeat(60))).toEqual([
      'call',
      'call-2',
      'bash_0',
      'a_b',
      'y'.repeat(40),
      `${'y'.repeat(38)}-2`,
    ]);
  });
});

describe('row 4: what enters history survives JSON, UTF-8 and back', () => {
  test('also from the user, the model and its inputs', () => {
    const log = new LogWriter()
      .user(1, 'a\ud83db\0')
      .step(1, 1, [
        text('t\udc00'),
        {
          type: 'tool-call',
          callId: 'x',
          wireName: 'no such\ud83d tool!',
          input: { 'k\ud83d': ['v\udc00'] },
        },
      ])
      .record('1.1.0', 'ok');
    const prompt = project(log);
    const bytes = new TextEncoder().encode(JSON.stringify(prompt));
    expect(JSON.parse(new TextDecoder().decode(bytes))).toEqual(prompt);
    expect(JSON.stringify(prompt)).not.toMatch(/\\ud[89a-f]|\\u0000/i);
    expect(prompt.messages[1]).toMatchObject({
      parts: [{}, { wireName: 'no_such__tool_', input: { 'k\ufffd': ['v\ufffd'] } }],
    });
  });
});

describe('a call without a result gets one that says what happened', () => {
  const words = (reason: TurnEndReason | null, started: boolean) => {
    const log = new LogWriter().user(1, 'x').step(1, 1, [call('a')]);
    if (started) log.started('1.1.0');
    if (reason !== null) log.end(1, reason);
    const last = messagesOf(log).at(-1);
    return last?.role === 'tool' ? last.results : null;
  };

  test.each([
    [
      'stopped',
      true,
      'The user stopped the turn before this call ended. It had started; its output is lost and what it changed may be incomplete.',
    ],
    ['stopped', false, 'The user stopped the turn before this call ended. It was not run.'],
    [
      'interrupted',
      true,
      'The session was interrupted (page closed or reloaded) before this call ended. It had started; its output is lost and what it changed may be incomplete.',
    ],
    ['failed', false, 'The turn failed before this call ended. It was not run.'],
    [null, false, 'There is no result for this call. It was not run.'],
  ] as const)('turn end %s, started %s', (reason, started, sentence) => {
    expect(words(reason, started)).toEqual([noResult('a', sentence)]);
  });

  test('and where its JSON was broken, what came', () => {
    const broken: AssistantPart = {
      type: 'tool-call',
      callId: 'a',
      wireName: 'Bash',
      input: null,
      brokenInput: '{"command": "ls',
    };
    const messages = messagesOf(new LogWriter().user(1, 'x').step(1, 1, [broken]));
    expect(messages.slice(1)).toEqual([
      assistant({
        type: 'tool-call',
        callId: 'a',
        wireName: 'Bash',
        input: { invalid_json: '{"command": "ls' },
      }),
      {
        role: 'tool',
        results: [
          noResult(
            'a',
            'The input of this call was not valid JSON, so it was not run. Call the tool again with valid JSON. What came: {"command": "ls',
          ),
        ],
      },
    ]);
  });

  test('and a model sees what it sent where its input was no object', () => {
    const parts = ['ls', null, [1]].map(
      (input, at): AssistantPart => ({ ...call(`${at}`), input }) as AssistantPart,
    );
    const said = messagesOf(new LogWriter().user(1, 'x').step(1, 1, parts))[1];
    const inputs = said?.role === 'assistant' ? said.parts.map((part) => 'input' in part && part.input) : [];
    expect(inputs).toEqual([{ invalid_input: 'ls' }, { invalid_input: null }, { invalid_input: [1] }]);
  });

  test('and where the answer was cut off before it could run', () => {
    const log = new LogWriter()
      .user(1, 'x')
      .step(1, 1, [call('a')], 'error')
      .end(1, 'failed');
    expect(messagesOf(log).at(-1)).toEqual({
      role: 'tool',
      results: [noResult('a', 'This call was not run: the answer that asked for it was cut off.')],
    });
  });
});

describe('a history that a provider accepts', () => {
  test('has no blank text and no message without parts', () => {
    const log = new LogWriter()
      .user(1, ' ')
      .step(1, 1, [text(''), text(' \n'), call('a')])
      .record('1.1.0', 'ok')
      .step(1, 2, [text('')], 'error')
      .step(1, 3, [text('fine')])
      .end(1);
    expect(messagesOf(log)).toEqual([
      user('(empty message)'),
      assistant(call('a')),
      { role: 'tool', results: [result('a', 'ok')] },
      assistant(text('fine')),
    ]);
  });

  test('says in the assistant’s place why a turn has no answer', () => {
    const log = new LogWriter().user(1, 'a').end(1, 'failed').user(2, 'b').step(2, 1, [], 'stopped');
    log.end(2, 'stopped').user(3, 'c');
    expect(messagesOf(log)).toEqual([
      user('a'),
      unfinished(text('[No answer: the request failed.]')),
      user('b'),
      unfinished(text('[No answer: the user stopped the turn.]')),
      user('c'),
    ]);
  });

  test('calls an answer without text what it is, and no failure', () => {
    const log = new LogWriter().user(1, 'a').step(1, 1, []).end(1).user(2, 'b');
    expect(messagesOf(log)).toEqual([user('a'), assistant(text('[An answer without text.]')), user('b')]);
  });

  test('quotes broken input without halving a character', () => {
    const brokenInput = `{"${'x'.repeat(497)}😀`;
    const broken: AssistantPart = {
      type: 'tool-call',
      callId: 'a',
      wireName: 'Bash',
      input: null,
      brokenInput,
    };
    const [last] = messagesOf(new LogWriter().user(1, 'x').step(1, 1, [broken])).slice(-1);
    expect(last).toEqual({
      role: 'tool',
      results: [
        noResult(
          'a',
          `The input of this call was not valid JSON, so it was not run. Call the tool again with valid JSON. What came: {"${'x'.repeat(497)}`,
        ),
      ],
    });
  });

  test('never ends with the assistant’s words, which would ask for a prefill', () => {
    const cut = new LogWriter().user(1, 'a').step(1, 1, [text('I wa')], 'error');
    expect(messagesOf(cut)).toEqual([
      user('a'),
      unfinished(text('I wa')),
      user('[Your answer was cut off. Go on from where it ended.]'),
    ]);
  });

  test('carries reasoning and opaque provider data back unchanged, and never reasoning alone', () => {
    const reasoning: AssistantPart = {
      type: 'reasoning',
      text: 'hm',
      providerData: { anthropic: { signature: 'abc' } },
    };
    const log = new LogWriter()
      .user(1, 'a')
      .step(1, 1, [reasoning], 'stopped')
      .end(1, 'stopped')
      .user(2, 'b');
    expect(messagesOf(log)[1]).toEqual(unfinished(reasoning, text('[No answer beyond this reasoning.]')));
  });
});

describe('projection is one function of the log', () => {
  const part = fc.oneof(
    fc.constantFrom<AssistantPart>(text('words'), text(''), { type: 'reasoning', text: 'hm' }),
    fc.constantFrom('x', 'y', '', 'x-2').map((id): AssistantPart => call(id)),
  );
  const step = fc.record({
    parts: fc.array(part, { maxLength: 4 }),
    cut: fc.constantFrom(null, null, 'stopped' as const, 'error' as const),
    recorded: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
  });
  const turn = fc.record({
    steps: fc.array(step, { maxLength: 3 }),
    reason: fc.constantFrom<TurnEndReason>('done', 'stopped', 'failed', 'step-limit', 'interrupted'),
  });
  const session = fc.array(turn, { minLength: 1, maxLength: 4 }).map((turns) => {
    const log = new LogWriter();
    turns.forEach(({ steps, reason }, turnAt) => {
      log.user(turnAt, `message ${turnAt}`);
      steps.forEach(({ parts, cut, recorded }, stepAt) => {
        log.step(turnAt, stepAt, parts, cut);
        const calls = parts.filter(({ type }) => type === 'tool-call').length;
        for (let index = calls - 1; index >= 0; index--) {
          if (recorded[index]) log.record(recordKey(turnAt, stepAt, index), `${turnAt}.${stepAt}.${index}`);
        }
      });
      log.end(turnAt, reason);
    });
    return log;
  });

  test('live, event by event, it gives what a reload gives', () => {
    fc.assert(
      fc.property(session, (log) => {
        const live = createProjector();
        let state = emptySession;
        for (const event of log.events) {
          state = applyEvent(state, event);
          expect(live.project(state, head)).toEqual(projectPrompt(state, head));
        }
      }),
      { numRuns: 60 },
    );
  });

  test('a prompt that was given out never changes afterwards', () => {
    fc.assert(
      fc.property(session, (log) => {
        const live = createProjector();
        let state = emptySession;
        const given: { prompt: Prompt; copy: Prompt }[] = [];
        for (const event of log.events) {
          state = applyEvent(state, event);
          const prompt = live.project(state, head);
          given.push({ prompt, copy: structuredClone(prompt) });
        }
        for (const { prompt, copy } of given) expect(prompt).toEqual(copy);
      }),
      { numRuns: 30 },
    );
  });

  test('over any log it is a history that every provider accepts', () => {
    fc.assert(
      fc.property(session, (log) => {
        const messages = messagesOf(log.user(99, 'next'));
        expect(messages[0]?.role).toBe('user');
        expect(messages.at(-1)).toEqual(user('next'));
        const ids: string[] = [];
        messages.forEach((message, at) => {
          const next = messages[at + 1];
          if (message.role === 'user') {
            expect(message.text.trim()).not.toBe('');
            expect(next?.role).not.toBe('user');
          } else if (message.role === 'assistant') {
            expect(message.parts.some(({ type }) => type !== 'reasoning')).toBe(true);
            for (const { type, ...rest } of message.parts) {
              if (type === 'text') expect(rest).not.toMatchObject({ text: expect.stringMatching(/^\s*$/) });
            }
            const asked = message.parts.flatMap((part) => (part.type === 'tool-call' ? [part.callId] : []));
            const answered = next?.role === 'tool' ? next.results.map(({ callId }) => callId) : [];
            expect(answered).toEqual(asked);
            expect(next?.role).not.toBe('assistant');
            ids.push(...asked);
          }
        });
        expect(new Set(ids).size).toBe(ids.length);
        for (const id of ids) expect(id).toMatch(/^[a-zA-Z0-9_-]+$/);
      }),
      { numRuns: 100 },
    );
  });

  test('another session, or a log read again, starts from the beginning', () => {
    const first = new LogWriter()
      .user(1, 'a')
      .step(1, 1, [call('x')])
      .record('1.1.0', 'one')
      .end(1);
    const live = createProjector();
    const state = foldEvents(first.events);
    const prompt = live.project(state, head);
    expect(live.project(structuredClone(state), head)).toEqual(prompt);
    const other = { ...foldEvents(new LogWriter().user(1, 'b').events), id: 'other' };
    expect(live.project(other, head).messages).toEqual([user('b')]);
    expect(live.project(state, head)).toEqual(prompt);
  });

  test('of another log of the same session is that of a new projector', () => {
    const live = createProjector();
    for (const words of ['x', 'y', 'x']) {
      const log = new LogWriter()
        .user(1, words)
        .step(1, 1, [text(words)])
        .end(1)
        .user(2, 'more');
      const state = foldEvents(log.events);
      expect(live.project(state, head)).toEqual(projectPrompt(state, head));
    }
  });
});
