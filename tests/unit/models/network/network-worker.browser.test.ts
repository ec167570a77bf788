import { afterAll, describe, expect, it } from 'vitest';
import type { Prompt } from '../../../../src/core/index.ts';
import { createNetworkModels, type NetworkModels } from '../../../../src/models/index.ts';
import { collect, endOf } from '../collect.ts';

/*
 * The real worker in a real browser: its start, its key database, its requests. It asks the server of this
 * page, which knows no models; streams against servers that do are tested in Node and end to end.
 */
const KEY = 'sk-test-4d9f0a71c2e8b36590ab';
const PROMPT: Prompt = { system: '', messages: [{ role: 'user', text: 'hi' }], tools: [] };
const HERE = `${location.origin}/no-such-model-server`;

const open: NetworkModels[] = [];
function networkModels(): NetworkModels {
  const models = createNetworkModels();
  open.push(models);
  return models;
}

/** For what needs no worker of its own: each takes a second to load here, where nothing is bundled. */
const shared = networkModels();

afterAll(async () => {
  await networkModels().forgetKeys();
  for (const models of open.splice(0)) models.dispose();
});

describe('the network worker', () => {
  it.each(['anthropic', 'openai', 'google', 'openai-compatible'])(
    'asks as %s and tells how it went',
    async (provider) => {
      const client = shared.client({ provider, model: 'm' }, { baseUrl: HERE });
      const events = await collect(client, PROMPT);
      expect(events[0]?.type).toBe('request');
      expect(endOf(events).error?.code).toMatch(/^(BAD_REQUEST|BAD_RESPONSE|STREAM_CUT)$/);
    },
  );

  it('says in a sentence that nobody answers', async () => {
    const client = shared.client(
      { provider: 'openai-compatible', model: 'm' },
      { baseUrl: 'http://127.0.0.1:9/v1' },
    );
    const { error } = endOf(await collect(client, PROMPT));
    expect([error?.code, error?.message.includes('OLLAMA_ORIGINS')]).toEqual(['NETWORK_OR_CORS', true]);
  });

  it('remembers a key over its own end only where that was asked', async () => {
    const first = networkModels();
    await first.setKey('openai', 'https://a.example/v1', KEY, { remember: false });
    expect(await first.setKey('openai', 'https://b.example/v1', KEY, { remember: true })).toEqual({
      ok: true,
      remembered: true,
    });
    first.dispose();
    const second = networkModels();
    const has = (origin: string) => second.hasKey('openai', `${origin}/v1`);
    expect([await has('https://a.example'), await has('https://b.example')]).toEqual([false, true]);
    expect(await second.forgetKeys()).toBe(true);
    second.dispose();
    expect(await networkModels().hasKey('openai', 'https://b.example/v1')).toBe(false);
  });

  it('is stopped at once', async () => {
    const client = shared.client({ provider: 'openai', model: 'm' }, { baseUrl: HERE });
    const { error } = endOf(await collect(client, PROMPT, AbortSignal.abort()));
    expect(error?.code).toBe('ABORTED');
  });
});
