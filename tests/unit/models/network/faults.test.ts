import { describe, expect, it } from 'vitest';
import type { ModelError } from '../../../../src/models/index.ts';
import { type HostReply, sse, startProviderHost } from '../../../hosts/providers/index.ts';
import { ANSWER, askOnce, KEY, KINDS, type Kind, NOW_MS } from './kinds.ts';

const CLOSED_PORT_URL = 'http://127.0.0.1:9/v1';

async function errorOf(kind: Kind, reply: HostReply, withKey = true): Promise<ModelError | null> {
  const { end } = await askOnce(kind, [reply], { withKey });
  expect([end.parts, end.finish]).toEqual([[], 'error']);
  return end.error;
}

describe.each(KINDS)('a request that $provider does not answer', (kind) => {
  const failing = (status: number, headers: Record<string, string> = {}, message = 'words of the maker') => ({
    status,
    headers,
    body: kind.errorBody(status, message),
  });

  it.each([
    [400, 'BAD_REQUEST', false],
    [401, 'AUTH', false],
    [403, 'AUTH', false],
    [404, 'BAD_REQUEST', false],
    [413, 'BAD_REQUEST', false],
    [429, 'RATE_LIMIT', true],
    [500, 'OVERLOADED', true],
    [503, 'OVERLOADED', true],
    [529, 'OVERLOADED', true],
  ])('%i is %s, with the words of the maker', async (status, code, retryable) => {
    const error = await errorOf(kind, failing(status));
    expect(error).toEqual({
      code,
      message: expect.stringMatching(/[.] .+ says: words of the maker\.$/),
      httpStatus: status,
      retryable,
      retryAfterMs: null,
    });
  });

  it.each([
    ['2', 2000],
    ['0', 0],
    ['1.5', 1500],
    [new Date(NOW_MS + 90_000).toUTCString(), 90_000],
    [new Date(NOW_MS - 90_000).toUTCString(), 0],
    ['soon', null],
  ])('Retry-After %s is %s ms', async (header, ms) => {
    expect((await errorOf(kind, failing(429, { 'retry-after': header })))?.retryAfterMs).toBe(ms);
    expect((await errorOf(kind, failing(503, { 'retry-after': header })))?.retryAfterMs).toBe(ms);
  });

  it('is told in whole characters, however long the words are', async () => {
    const error = await errorOf(kind, failing(400, {}, `${'x'.repeat(399)}😀`));
    expect(error?.message.endsWith(` says: ${'x'.repeat(399)}.`)).toBe(true);
  });

  it('is not tried again where the account has no credit', async () => {
    const error = await errorOf(kind, failing(429, {}, 'insufficient_quota: check your billing'));
    expect([error?.code, error?.retryable]).toEqual(['RATE_LIMIT', false]);
  });

  it.each([
    ['', 500],
    ['<html>502 Bad Gateway</html>', 502],
    ['{"error":"model is loading"}', 503],
    ['{"detail":"nope"}', 400],
    ['plain words', 400],
  ])('has a sentence also for the body %j', async (body, status) => {
    const error = await errorOf(kind, { status, body });
    expect(error?.httpStatus).toBe(status);
    expect(error?.message).not.toContain('<html>');
    expect(error?.message).toMatch(/\.$/);
  });

  it('is about the key also where the maker says so with 400', async () => {
    const error = await errorOf(kind, failing(400, {}, 'API key not valid. Please pass a valid API key.'));
    expect([error?.code, error?.httpStatus]).toEqual(['AUTH', 400]);
  });

  it('says that no key is set where none was sent', async () => {
    const error = await errorOf(kind, failing(401), false);
    expect(error?.message).toContain('none is set for http://127.0.0.1:');
  });

  it('is one plain sentence when nobody listens', async () => {
    const { end } = await askOnce(kind, [{}], { baseUrl: CLOSED_PORT_URL });
    expect([end.error?.code, end.error?.retryable]).toEqual(['NETWORK_OR_CORS', false]);
    expect(end.error?.message).toContain('OLLAMA_ORIGINS');
  });

  it('never follows a redirect, and the other origin gets nothing', async () => {
    const other = await startProviderHost([{ events: kind.events({ text: 'stolen' }) }]);
    const { end } = await askOnce(kind, [{ redirectTo: `${other.url}/v1/x` }]);
    expect([other.requests, other.preflights, end.error?.code]).toEqual([[], [], 'NETWORK_OR_CORS']);
    await other.close();
  });

  it('is refused in a sentence when a web page answers', async () => {
    const page = { headers: { 'content-type': 'text/html; charset=utf-8' }, body: '<html></html>' };
    const error = await errorOf(kind, page);
    expect([error?.code, error?.retryable]).toEqual(['BAD_RESPONSE', false]);
    expect(error?.message).toContain('that address holds a web page');
  });

  it('is refused in a sentence when the answer is no stream of this provider', async () => {
    const { end } = await askOnce(kind, [{ events: ['data: hello\n\n'] }]);
    expect(end.parts).toEqual([]);
    expect(['STREAM_CUT', 'BAD_RESPONSE']).toContain(end.error?.code);
  });
});

describe.each(KINDS)('a stream of $provider that breaks', (kind) => {
  const events = kind.events(ANSWER);

  it.each(['cutAfter', 'endAfter'] as const)('keeps what came, at every place (%s)', async (how) => {
    const whole = (await askOnce(kind, [{ events }])).end.parts;
    for (let at = 1; at < events.length; at += 1) {
      const { end } = await askOnce(kind, [{ events, [how]: at }]);
      // The last events of some formats say nothing that is needed.
      if (end.error === null) {
        expect(end.parts).toEqual(whole);
        expect(at).toBeGreaterThanOrEqual(events.length - 2);
        continue;
      }
      expect(end.error.code).toBe('STREAM_CUT');
      const calls = end.parts.filter((part) => part.type === 'tool-call');
      expect(end.error.retryable).toBe(calls.length === 0);
      expect(calls).toEqual(whole.filter((part) => part.type === 'tool-call').slice(0, calls.length));
      end.parts.forEach((part, index) => {
        const full = whole[index];
        if (part.type === 'tool-call' || full === undefined || full.type === 'tool-call') return;
        expect(full.type).toBe(part.type);
        expect(full.text.startsWith(part.text)).toBe(true);
      });
    }
  });

  it('ends at once when it is stopped, keeps what came, and lets the connection go', async () => {
    const stop = new AbortController();
    const asking = askOnce(
      kind,
      (request) => {
        void request.closed.then(() => stop.abort('closed by the client'));
        setImmediate(() => setImmediate(() => stop.abort()));
        return { events, hangAfter: 4 };
      },
      { signal: stop.signal },
    );
    const { end, host } = await asking;
    expect(end.error?.code).toBe('ABORTED');
    await host.requests[0]?.closed;
  });

  it('sends nothing when it was stopped before', async () => {
    const { end, host } = await askOnce(kind, [{ events }], { signal: AbortSignal.abort() });
    expect([end.error?.code, host.requests]).toEqual(['ABORTED', []]);
  });
});

describe('an error event inside a stream', () => {
  const inside: readonly (readonly [string, string])[] = [
    [
      'anthropic',
      sse({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, 'error'),
    ],
    [
      'openai',
      sse(
        {
          type: 'error',
          sequence_number: 9,
          error: { type: 'server_error', code: 'server_error', message: 'Overloaded', param: null },
        },
        'error',
      ),
    ],
    ['google', sse({ error: { code: 503, status: 'UNAVAILABLE', message: 'Overloaded' } })],
    ['openai-compatible', sse({ error: { message: 'Overloaded', type: 'server_error', code: 503 } })],
    ['openai-compatible', sse({ error: 'Overloaded' })],
  ];

  it.each(inside)('of %s is told with its words, and what came before is kept', async (provider, event) => {
    const kind = KINDS.find((each) => each.provider === provider);
    if (kind === undefined) throw new Error(provider);
    const events = kind.events({ text: 'Half an answer' });
    const { end } = await askOnce(kind, [{ events: [...events.slice(0, 6), event] }]);
    expect(end.error?.message).toContain('Overloaded');
    expect(['OVERLOADED', 'STREAM_CUT']).toContain(end.error?.code);
    expect([end.error?.retryable, end.parts.length, end.parts[0]?.type]).toEqual([true, 1, 'text']);
  });

  it.each(inside)('of %s in the first place is told with its words', async (provider, event) => {
    const kind = KINDS.find((each) => each.provider === provider);
    if (kind === undefined) throw new Error(provider);
    const { end } = await askOnce(kind, [{ events: [event] }]);
    expect(end.error?.message).toContain('Overloaded');
    expect(end.parts).toEqual([]);
  });
});

describe('the key', () => {
  const echo = `your key ${KEY} or "${KEY}"`;
  const replies = (kind: Kind): readonly HostReply[] => [
    ...[400, 401, 429, 500].map((status) => ({ status, body: kind.errorBody(status, echo) })),
    { status: 401, body: echo },
    { status: 400, body: kind.errorBody(400, `Bearer ${KEY.slice(0, 16)}…`) },
    { status: 400, body: `{"error":"${KEY}"}` },
    { events: kind.events({ text: echo, reasoning: { text: echo, signature: KEY } }) },
    { events: kind.events({ text: echo, calls: [{ id: KEY, name: KEY, args: `{"k":["${KEY}"]}` }] }) },
    { events: kind.events({ text: echo }), cutAfter: 5 },
    { events: kind.events({ text: echo }), dripBytes: 3 },
    { events: [sse({ error: { message: KEY } })] },
    { events: [`data: ${KEY}\n\n`] },
    { headers: { 'x-echo': KEY }, body: KEY },
    { redirectTo: `http://127.0.0.1:9/${KEY}` },
  ];

  it.each(KINDS)('of $provider is in no event, whatever the server does with it', async (kind) => {
    for (const reply of replies(kind)) {
      const { events } = await askOnce(kind, [reply]);
      expect(JSON.stringify(events)).not.toContain(KEY);
      expect(JSON.stringify(events)).not.toContain(KEY.slice(0, 16));
      const text = events.map((event) => ('delta' in event ? event.delta : '')).join('');
      expect(text).not.toContain(KEY);
    }
  });

  it.each(KINDS)('of $provider is hidden in the body that the inspector shows, too', async (kind) => {
    const prompt = { system: KEY, messages: [{ role: 'user' as const, text: `is ${KEY} mine?` }], tools: [] };
    const { events } = await askOnce(kind, [{ events: kind.events({ text: 'ok' }) }], { prompt });
    expect(JSON.stringify(events)).not.toContain(KEY);
  });

  it.each(KINDS)('of $provider goes to no origin but its own', async (kind) => {
    const other = await startProviderHost([{ events: kind.events({ text: 'ok' }) }]);
    const { end } = await askOnce(kind, [{}], { baseUrl: `${other.url}/v1` });
    expect(end.error).toBeNull();
    expect(JSON.stringify(other.requests)).not.toContain(KEY);
    await other.close();
  });
});

describe('a request that cannot be made', () => {
  it.each(KINDS.filter((kind) => kind.provider !== 'openai-compatible'))(
    'to $provider itself without a key says so and sends nothing',
    async (kind) => {
      const { aboutProvider } = await import('../../../../src/models/index.ts');
      const { baseUrl } = aboutProvider(kind.provider);
      const { events, end } = await askOnce(kind, [{}], { baseUrl });
      expect(events).toEqual([end]);
      expect(end.error?.code).toBe('NO_KEY');
    },
  );

  it.each(['nonsense', 'ftp://x/v1', 'https://u:p@x/v1', 'https://x/v1?key=1'])(
    'to %s says what is wrong with the address',
    async (baseUrl) => {
      const [kind] = KINDS;
      if (kind === undefined) throw new Error('no kind');
      const { end } = await askOnce(kind, [{}], { baseUrl });
      expect(end.error?.code).toBe('BAD_BASE_URL');
    },
  );
});
