import { describe, expect, it, vi } from 'vitest';
import { AnswerCollector } from '../../../../src/models/network/collect.ts';
import { askProvider } from '../../../../src/models/network/request.ts';
import { KeyVault } from '../../../../src/models/network/vault.ts';
import { sse } from '../../../hosts/providers/answer.ts';
import { openaiChatEvents } from '../../../hosts/providers/index.ts';
import { KINDS, type Kind, memoryStorage, PROMPT } from './kinds.ts';

/** Servers that send what no model ever would. */

/** Asks once; `pieces` are sent as they are read, for ever where they do not end. */
async function ask(kind: Kind, pieces: Iterable<string>) {
  const encoder = new TextEncoder();
  const source = pieces[Symbol.iterator]();
  let sentBytes = 0;
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = source.next();
      if (next.done) return controller.close();
      const bytes = encoder.encode(next.value);
      sentBytes += bytes.length;
      return controller.enqueue(bytes);
    },
    cancel() {
      cancelled = true;
    },
  });
  const events = askProvider(
    { provider: kind.provider, model: 'm', baseUrl: 'http://127.0.0.1:9/v1', options: {}, prompt: PROMPT },
    {
      vault: new KeyVault(memoryStorage()),
      fetch: async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
      now: () => 0,
    },
    new AbortController().signal,
  );
  for await (const event of events)
    if (event.type === 'end') return { end: event, sentBytes, wasCancelled: () => cancelled };
  throw new Error('a stream ends with its end');
}

function* forEver(piece: string): Generator<string> {
  for (;;) yield piece;
}

const mib = 1024 * 1024;
const [, , , compatible] = KINDS as readonly [Kind, Kind, Kind, Kind];
const chatDelta = (delta: object) =>
  sse({
    id: 'c',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason: null }],
  });

describe.each(KINDS)('$provider', (kind) => {
  it('a line without an end is cut after 8 MiB, and the connection is let go', async () => {
    const { end, sentBytes, wasCancelled } = await ask(kind, forEver('x'.repeat(mib)));
    expect([end.finish, end.error?.code, end.error?.retryable]).toEqual(['error', 'ANSWER_TOO_LARGE', false]);
    expect(sentBytes).toBeLessThan(12 * mib);
    await vi.waitFor(() => expect(wasCancelled()).toBe(true));
  });
});

describe('an answer without an end', () => {
  it('keeps the 8 Mi characters that came', async () => {
    const { end, wasCancelled } = await ask(
      compatible,
      forEver(chatDelta({ content: 'w'.repeat(64 * 1024) })),
    );
    expect(end.error?.code).toBe('ANSWER_TOO_LARGE');
    expect(end.parts).toHaveLength(1);
    expect(end.parts[0]?.type === 'text' && end.parts[0].text.length).toBe(8 * mib + 64 * 1024);
    await vi.waitFor(() => expect(wasCancelled()).toBe(true));
  });

  it('of nothing but comments is cut after 64 MiB', async () => {
    const { end, sentBytes } = await ask(compatible, forEver(`: ${'x'.repeat(mib)}\n\n`));
    expect(end.error?.code).toBe('ANSWER_TOO_LARGE');
    expect(sentBytes).toBeLessThan(68 * mib);
  });
});

describe('calls', () => {
  const calls = (count: number) =>
    openaiChatEvents({
      calls: Array.from({ length: count }, (_, at) => ({ id: `c${at}`, name: 'Bash', args: '{}' })),
    });

  it('of one answer are at most 1,000', async () => {
    expect((await ask(compatible, calls(1_000))).end.parts).toHaveLength(1_000);
    const { end } = await ask(compatible, calls(1_001));
    expect(end.error?.code).toBe('ANSWER_TOO_LARGE');
  });

  it('may name a place that no list has', async () => {
    const call = {
      index: 4_000_000_000,
      id: 'a',
      type: 'function',
      function: { name: 'Bash', arguments: '{}' },
    };
    const { end } = await ask(compatible, [chatDelta({ tool_calls: [call] }), 'data: [DONE]\n\n']);
    expect(end.type).toBe('end');
  });
});

it('tokens that nobody can have counted are unknown', () => {
  const collector = new AnswerCollector({ ownName: 'x', holdsCalls: false });
  const count = (total: number) => ({ total, noCache: total, cacheRead: total, cacheWrite: total });
  for (const tokens of [-1, 1.5, 1e300, Number.NaN, Number.POSITIVE_INFINITY]) {
    collector.take({
      type: 'finish',
      finishReason: { unified: 'stop', raw: 'stop' },
      usage: { inputTokens: count(tokens), outputTokens: { total: tokens, text: tokens, reasoning: tokens } },
    });
    expect(collector.usage).toEqual({
      inputTokens: null,
      outputTokens: null,
      cachedInputTokens: null,
      reasoningTokens: null,
    });
  }
});
