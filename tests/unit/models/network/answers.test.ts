import { describe, expect, it } from 'vitest';
import type { AssistantPart } from '../../../../src/core/index.ts';
import { sse } from '../../../hosts/providers/index.ts';
import { bodyOf } from '../collect.ts';
import { ANSWER, askOnce, deltaText, KEY, KINDS, PROMPT } from './kinds.ts';

const [anthropic, , google] = KINDS;
const TEXT = ANSWER.text ?? '';
const THOUGHT = ANSWER.reasoning?.text ?? '';

/** What rides on each part for its provider. */
const DATA: Readonly<Record<string, readonly (object | undefined)[]>> = {
  anthropic: [{ anthropic: { signature: 'sig-1' } }, undefined, undefined, undefined],
  openai: [
    { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'sig-1' } },
    { openai: { itemId: 'msg_1' } },
    { openai: { itemId: 'fc_2' } },
    { openai: { itemId: 'fc_3' } },
  ],
  google: [{ google: {} }, undefined, { google: { thoughtSignature: 'sig-1' } }, undefined],
  'openai-compatible': [{ openaiCompatible: {} }, undefined, undefined, undefined],
};

function expectedParts(provider: string): object[] {
  const plain: object[] = [
    { type: 'reasoning', text: THOUGHT },
    { type: 'text', text: TEXT },
    {
      type: 'tool-call',
      callId: 'call_a',
      wireName: 'Bash',
      input: { command: "printf '€'", n: { deep: [1, null] } },
    },
    { type: 'tool-call', callId: 'call_b', wireName: 'Read', input: { file_path: '/tmp/x' } },
  ];
  return plain.map((part, index) => {
    const providerData = DATA[provider]?.[index];
    return providerData === undefined ? part : { ...part, providerData };
  });
}

describe.each(KINDS)('an answer of $provider', (kind) => {
  it('comes as deltas, calls, parts with what must go back, and usage', async () => {
    const { events, end, host } = await askOnce(kind, [{ events: kind.events(ANSWER) }]);
    const parts = expectedParts(kind.provider);
    expect(end).toEqual({
      type: 'end',
      parts,
      usage: { inputTokens: 100, outputTokens: 20, cachedInputTokens: 60, reasoningTokens: 5 },
      finish: 'tool-calls',
      error: null,
    });
    expect(deltaText(events, 'reasoning-delta')).toBe(THOUGHT);
    expect(deltaText(events, 'text-delta')).toBe(TEXT);
    expect(events.filter((event) => event.type === 'tool-call').map((event) => event.part)).toEqual(
      parts.slice(2),
    );
    expect(host.requests.map((request) => `${request.method} ${request.path}`)).toEqual([
      `POST ${kind.path}`,
    ]);
  });

  it('is the same when each byte comes alone', async () => {
    const { events, end } = await askOnce(kind, [{ events: kind.events(ANSWER), dripBytes: 1 }]);
    expect(end.parts).toEqual(expectedParts(kind.provider));
    expect(deltaText(events, 'text-delta')).toBe(TEXT);
  });

  it('is asked for with the key in its own header and nowhere else, and the body is told as sent', async () => {
    const { events, host } = await askOnce(kind, [{ events: kind.events({ text: 'ok' }) }]);
    const [request] = host.requests;
    expect(events[0]?.type).toBe('request');
    expect(bodyOf(events)).toBe(request?.body);
    const withKey = Object.entries(request?.headers ?? {}).filter(([, value]) => String(value).includes(KEY));
    const expected = kind.keyHeader === 'authorization' ? `Bearer ${KEY}` : KEY;
    expect(withKey).toEqual([[kind.keyHeader, expected]]);
    expect(`${request?.path}${request?.body}`).not.toContain(KEY);
    expect(request?.headers).not.toHaveProperty('cookie');
    expect(request?.headers).not.toHaveProperty('referer');
  });

  it('is asked for without any key header where no key is set', async () => {
    const { host } = await askOnce(kind, [{ events: kind.events({ text: 'ok' }) }], { withKey: false });
    const headers = host.requests[0]?.headers ?? {};
    expect(Object.keys(headers).filter((name) => /auth|key|cookie/.test(name))).toEqual([]);
    // A header of the package's own would need every provider's CORS leave.
    expect(JSON.stringify(headers)).not.toContain('ai-sdk');
  });

  it('may use one id for two calls: both come, each with its own input (row 33)', async () => {
    const calls = ['1', '2'].map((n) => ({ id: 'x', name: 'Bash', args: `{"n":${n}}` }));
    const { end } = await askOnce(kind, [{ events: kind.events({ calls }) }]);
    expect(end.parts.map((part) => part.type === 'tool-call' && part.input)).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('may hold nothing at all', async () => {
    const { end } = await askOnce(kind, [{ events: kind.events({}) }]);
    expect([end.parts, end.finish, end.error]).toEqual([[], 'stop', null]);
  });

  it('passes over events that nobody knows yet', async () => {
    const [first = '', ...rest] = kind.events(ANSWER);
    const unknown = sse(
      { type: 'weather_report', sky: 'blue', choices: 7, candidates: 'x' },
      'weather_report',
    );
    const { end } = await askOnce(kind, [{ events: [first, unknown, ...rest] }]);
    expect([end.parts, end.error]).toEqual([expectedParts(kind.provider), null]);
  });

  it('goes back as it came', async () => {
    const { end } = await askOnce(kind, [{ events: kind.events(ANSWER) }]);
    const prompt = {
      ...PROMPT,
      messages: [
        ...PROMPT.messages,
        { role: 'assistant' as const, parts: end.parts },
        {
          role: 'tool' as const,
          results: [
            { callId: 'call_a', wireName: 'Bash', text: '10 €', isError: false },
            { callId: 'call_b', wireName: 'Read', text: 'no such file', isError: true },
          ],
        },
      ],
    };
    const { host } = await askOnce(kind, [{ events: kind.events({ text: 'ok' }) }], { prompt });
    expect(JSON.parse(host.requests[0]?.body ?? '')).toMatchSnapshot();
  });
});

describe.each(KINDS.filter((kind) => kind !== google))(
  'a tool call of $provider with broken JSON',
  (kind) => {
    it('is a part that keeps the text, not an exception', async () => {
      const calls = [
        { id: 'c1', name: 'Bash', args: '{"command": "ls' },
        { id: 'c2', name: 'Bash', args: '' },
      ];
      const { end } = await askOnce(kind, [{ events: kind.events({ calls }) }]);
      const seen = end.parts.map((part: AssistantPart) => ({ ...part, providerData: undefined }));
      expect(seen).toEqual([
        { type: 'tool-call', callId: 'c1', wireName: 'Bash', input: null, brokenInput: '{"command": "ls' },
        { type: 'tool-call', callId: 'c2', wireName: 'Bash', input: {} },
      ]);
      expect(end.error).toBeNull();
    });
  },
);

describe.each(KINDS.filter((kind) => kind !== google))(
  'a tool call of $provider that no log could hold',
  (kind) => {
    it.each([
      ['an infinite number', '{"timeout":1e999}'],
      ['endless nesting', `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
    ])('is one whose JSON is broken: %s', async (_what, args) => {
      const { end } = await askOnce(kind, [
        { events: kind.events({ calls: [{ id: 'c1', name: 'Bash', args }] }) },
      ]);
      const seen = end.parts.map((part: AssistantPart) => ({ ...part, providerData: undefined }));
      expect(seen).toEqual([
        { type: 'tool-call', callId: 'c1', wireName: 'Bash', input: null, brokenInput: args },
      ]);
      expect(end.error).toBeNull();
    });
  },
);

describe('options of a request', () => {
  it('set the most tokens of an answer', async () => {
    if (anthropic === undefined) throw new Error('no kind');
    const { host } = await askOnce(anthropic, [{ events: anthropic.events({}) }], {
      options: { maxOutputTokens: 99 },
    });
    expect(JSON.parse(host.requests[0]?.body ?? '')).toMatchObject({ max_tokens: 99 });
  });
});
