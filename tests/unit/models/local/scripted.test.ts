import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Prompt, PromptMessage } from '../../../../src/core/index.ts';
import {
  createScriptedModel,
  type ModelScript,
  parseModelScript,
  readModelScript,
} from '../../../../src/models/index.ts';
import { deltasOf } from '../../../../src/models/local/answer.ts';
import { bodyOf, collect, endOf } from '../collect.ts';

const hello: PromptMessage = { role: 'user', text: 'hello' };
const spoke: PromptMessage = { role: 'assistant', parts: [{ type: 'text', text: 'said' }] };
const result = (text: string): PromptMessage => ({
  role: 'tool',
  results: [{ callId: 'c', wireName: 'Bash', text, isError: false }],
});
const promptOf = (...messages: PromptMessage[]): Prompt => ({ system: 'S', messages, tools: [] });

const script: ModelScript = {
  steps: [
    { reasoning: 'think', text: 'I run it.', calls: [{ tool: 'Bash', input: { command: 'ls' } }] },
    {
      calls: [
        {
          tool: 'Read',
          input: { file_path: '{{match:saved to: (.+)$}}', deep: [{ n: 1, s: 'x{{match:a(b)c}}' }] },
        },
      ],
    },
    { calls: [{ tool: 'Bash', brokenInput: '{"command": ', callId: '../x' }] },
  ],
};

describe('the scripted model', () => {
  it('answers with reasoning, text and calls in that order', async () => {
    const events = await collect(createScriptedModel(script), promptOf(hello));
    const parts = [
      { type: 'reasoning', text: 'think' },
      { type: 'text', text: 'I run it.' },
      { type: 'tool-call', callId: 'call_1_1', wireName: 'Bash', input: { command: 'ls' } },
    ];
    expect(events.slice(1)).toEqual([
      { type: 'reasoning-delta', delta: 'think' },
      { type: 'text-delta', delta: 'I run it.' },
      { type: 'tool-call', part: parts[2] },
      { type: 'end', parts, usage: null, finish: 'tool-calls', error: null },
    ]);
    expect(JSON.parse(bodyOf(events) ?? '')).toEqual({ model: 'script', ...promptOf(hello) });
  });

  it('plays a step again that was stopped, in its words or in its call', async () => {
    const at = async (...messages: PromptMessage[]) =>
      endOf(await collect(createScriptedModel(script), promptOf(...messages))).parts;
    const first = await at(hello);
    const cutOff: PromptMessage = {
      role: 'assistant',
      parts: [{ type: 'text', text: 'I r' }],
      incomplete: true,
    };
    const stopped: PromptMessage = {
      role: 'tool',
      results: [{ callId: 'c', wireName: 'Bash', text: 'stopped', isError: true, unfinished: true }],
    };
    expect(await at(hello, cutOff, hello)).toEqual(first);
    expect(await at(hello, spoke, stopped, hello)).toEqual(first);
  });

  it('finds its step from the prompt alone, so that a reload or a fork goes on at the right one', async () => {
    const at = async (...messages: PromptMessage[]) =>
      endOf(await collect(createScriptedModel(script), promptOf(...messages))).parts;
    const third = await at(hello, spoke, result('x'), hello, spoke, result('y'));
    expect(third).toEqual([
      { type: 'tool-call', callId: '../x', wireName: 'Bash', input: null, brokenInput: '{"command": ' },
    ]);
    expect(await at(hello, spoke, result('x'), hello, spoke, result('y'))).toEqual(third);
  });

  it('fills its inputs from the last tool result', async () => {
    const prompt = promptOf(
      hello,
      spoke,
      result('old saved to: /no'),
      result('abc\nfile saved to: /a/b c.txt\nabc'),
    );
    const { parts } = endOf(await collect(createScriptedModel(script), prompt));
    expect(parts).toEqual([
      {
        type: 'tool-call',
        callId: 'call_2_1',
        wireName: 'Read',
        input: { file_path: '/a/b c.txt', deep: [{ n: 1, s: 'xb' }] },
      },
    ]);
  });

  it('says which step looked for what when nothing matches, and makes no call', async () => {
    const end = endOf(await collect(createScriptedModel(script), promptOf(hello, spoke, result('nothing'))));
    expect(end).toEqual({
      type: 'end',
      parts: [],
      usage: null,
      finish: 'error',
      error: {
        code: 'SCRIPT_MISMATCH',
        message:
          'Step 2 of the script looks for {{match:saved to: (.+)$}} in the last tool result and does not find it.',
        httpStatus: null,
        retryable: false,
        retryAfterMs: null,
      },
    });
  });

  it('ends politely after its last step, as often as it is asked', async () => {
    const over = promptOf(...Array.from({ length: 5 }, () => [hello, spoke]).flat());
    const own = endOf(await collect(createScriptedModel({ steps: [], endText: 'Bye.' }), over));
    expect(own.parts).toEqual([{ type: 'text', text: 'Bye.' }]);
    const end = endOf(await collect(createScriptedModel(script), over));
    expect([end.finish, end.error, end.parts.length]).toEqual(['stop', null, 1]);
  });

  it('stops at once when asked and keeps what had come', async () => {
    const stop = new AbortController();
    const model = createScriptedModel({ steps: [{ text: 'x'.repeat(1000) }] });
    let deltas = 0;
    for await (const event of model.stream(promptOf(hello), stop.signal)) {
      if (event.type === 'text-delta') {
        deltas += 1;
        if (deltas === 3) stop.abort();
      }
      if (event.type === 'end') {
        expect(event.parts).toEqual([{ type: 'text', text: 'x'.repeat(72) }]);
        expect(event.error?.code).toBe('ABORTED');
      }
    }
    expect(deltas).toBe(3);
  });

  it('waits only where the script asks, and a stop ends the wait', async () => {
    const waits: number[] = [];
    const stop = new AbortController();
    const model = createScriptedModel(
      { steps: [{ text: 'now' }, { text: 'later', delayMs: 50 }] },
      {
        wait: async (ms) => {
          waits.push(ms);
          stop.abort();
        },
      },
    );
    await collect(model, promptOf(hello), stop.signal);
    expect(waits).toEqual([]);
    const end = endOf(await collect(model, promptOf(hello, spoke), stop.signal));
    expect([waits, end.parts, end.error?.code]).toEqual([[50], [], 'ABORTED']);
  });

  it('never splits a surrogate pair over two deltas', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const deltas = [...deltasOf(text)];
        expect(deltas.join('')).toBe(text);
        for (const delta of deltas) expect(delta.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('a script at the door', () => {
  it('comes through unchanged when it is good', () => {
    expect(parseModelScript(JSON.parse(JSON.stringify(script)))).toEqual({ ok: true, script });
    expect(readModelScript(JSON.stringify(script))).toEqual({ ok: true, script });
  });

  it.each([
    ['no object', null, /^This is not a model script: .+\.$/],
    ['no steps', {}, /^This is not a model script at "steps": .+\.$/],
    ['an unknown key', { steps: [{ txt: 'x' }] }, /^This is not a model script at "steps\.0\.txt": .+\.$/],
    [
      'a call with no input',
      { steps: [{ calls: [{ tool: 'b' }] }] },
      /"steps\.0\.calls\.0": a call has either/,
    ],
    ['a bad delay', { steps: [{ delayMs: 60_001 }] }, /at "steps\.0\.delayMs"/],
    [
      'a bad pattern',
      { steps: [{ calls: [{ tool: 'b', input: ['{{match:(a)+}}'] }] }] },
      /^This model script cannot be used, step 1: in \{\{match:\(a\)\+\}\} a \( \) cannot be repeated\.$/,
    ],
  ])('is refused in one sentence: %s', (_name, value, sentence) => {
    const parsed = parseModelScript(value);
    expect(parsed.ok ? '' : parsed.message).toMatch(sentence);
  });

  it('is refused when it is not JSON', () => {
    const parsed = readModelScript('{');
    expect(parsed.ok ? '' : parsed.message).toMatch(/^The model script is not JSON: .+\.$/);
  });

  it('may be nested no deeper than 32', () => {
    const nested = (depth: number): unknown => (depth === 0 ? 'x' : [nested(depth - 1)]);
    const of = (depth: number) =>
      parseModelScript({ steps: [{ calls: [{ tool: 'b', input: nested(depth) }] }] }).ok;
    expect([of(32), of(33), of(5000)]).toEqual([true, false, false]);
  });
});
