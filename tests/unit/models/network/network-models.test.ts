import { describe, expect, it } from 'vitest';
import type { ModelEvent, NetworkModels } from '../../../../src/models/index.ts';
import { createNetworkModels, type WorkerLike } from '../../../../src/models/network/network-models.ts';
import type { FromWorker, ToWorker } from '../../../../src/models/network/protocol.ts';
import { serveNetwork } from '../../../../src/models/network/serve.ts';
import { type KeyStorage, KeyVault } from '../../../../src/models/network/vault.ts';
import { openaiChatEvents, startProviderHost } from '../../../hosts/providers/index.ts';
import { collect, endOf } from '../collect.ts';
import { ANSWER, KEY, memoryStorage, NOW_MS, PROMPT } from './kinds.ts';

interface Rig {
  readonly models: NetworkModels;
  readonly workers: readonly WorkerLike[];
  /** Everything that went out of a worker, as text. */
  readonly said: readonly string[];
}

/** The worker's code in this thread; messages are copied as they would be. */
function rig(storage: KeyStorage = memoryStorage()): Rig {
  const workers: WorkerLike[] = [];
  const said: string[] = [];
  const start = (): WorkerLike => {
    const vault = new KeyVault(storage);
    let alive = true;
    const handle = serveNetwork({ vault, fetch, now: () => NOW_MS }, vault.open(), (message: FromWorker) => {
      said.push(JSON.stringify(message));
      if (alive) worker.onmessage?.(new MessageEvent('message', { data: structuredClone(message) }));
    });
    const worker: WorkerLike = {
      postMessage: (message: ToWorker) => void handle(structuredClone(message)),
      terminate: () => {
        alive = false;
      },
      onmessage: null,
      onerror: null,
    };
    workers.push(worker);
    return worker;
  };
  return { models: createNetworkModels(start), workers, said };
}

const compatible = (models: NetworkModels, baseUrl: string) =>
  models.client({ provider: 'openai-compatible', model: 'm' }, { baseUrl });

describe('the models over the network', () => {
  it('start no worker before they are used', async () => {
    const { models, workers } = rig();
    compatible(models, 'http://127.0.0.1:9/v1');
    expect(workers).toEqual([]);
    expect(await models.hasKey('openai', 'https://api.openai.com/v1')).toBe(false);
    expect(workers).toHaveLength(1);
  });

  it('answer through the worker, several at once, each to its own reader', async () => {
    const host = await startProviderHost((request) => ({
      events: openaiChatEvents({ text: `to ${(JSON.parse(request.body) as { model: string }).model}` }),
    }));
    const { models, said } = rig();
    await models.setKey('openai-compatible', `${host.url}/v1`, KEY, { remember: false });
    const answers = await Promise.all(
      ['a', 'b', 'c'].map(async (model) => {
        const client = models.client({ provider: 'openai-compatible', model }, { baseUrl: `${host.url}/v1` });
        return endOf(await collect(client, PROMPT)).parts;
      }),
    );
    expect(answers).toEqual(['a', 'b', 'c'].map((model) => [{ type: 'text', text: `to ${model}` }]));
    expect(host.requests.map((request) => request.headers.authorization)).toEqual(
      Array(3).fill(`Bearer ${KEY}`),
    );
    expect(said.join()).not.toContain(KEY);
    await host.close();
  });

  it('bind a key to the origin of the address, whatever its path', async () => {
    const { models } = rig();
    await models.setKey('openai', 'https://api.openai.com/v1', KEY, { remember: false });
    expect(await models.hasKey('openai', 'https://api.openai.com/v2/')).toBe(true);
    expect(await models.hasKey('openai', 'https://api.openai.org/v1')).toBe(false);
    expect(await models.hasKey('google', 'https://api.openai.com/v1')).toBe(false);
    expect(await models.forgetKeys()).toBe(true);
    expect(await models.hasKey('openai', 'https://api.openai.com/v1')).toBe(false);
  });

  it('refuse an address in a sentence', async () => {
    const { models } = rig();
    expect(await models.setKey('openai', 'api.openai.com', KEY, { remember: true })).toEqual({
      ok: false,
      message: 'The base URL is not a URL; it looks like https://api.example.com/v1.',
    });
  });

  it('stop the request when the page stops it, or when nobody reads on', async () => {
    const host = await startProviderHost([{ events: openaiChatEvents(ANSWER), hangAfter: 6 }]);
    const { models } = rig();
    const client = compatible(models, `${host.url}/v1`);
    const stop = new AbortController();
    const events: ModelEvent[] = [];
    for await (const event of client.stream(PROMPT, stop.signal)) {
      events.push(event);
      if (event.type === 'reasoning-delta') stop.abort();
    }
    expect(endOf(events).error?.code).toBe('ABORTED');
    expect(endOf(events).parts).toHaveLength(1);
    await host.requests[0]?.closed;

    for await (const event of client.stream(PROMPT, new AbortController().signal)) {
      if (event.type === 'reasoning-delta') break;
    }
    await host.requests[1]?.closed;
    await host.close();
  });

  it('end every open request when the worker dies, and go on with a new one', async () => {
    const host = await startProviderHost([
      { events: openaiChatEvents(ANSWER), hangAfter: 6 },
      { events: openaiChatEvents({ text: 'again' }) },
    ]);
    const storage = memoryStorage();
    const { models, workers } = rig(storage);
    const client = compatible(models, `${host.url}/v1`);
    await models.setKey('openai', 'https://api.openai.com/v1', KEY, { remember: true });
    const events: ModelEvent[] = [];
    for await (const event of client.stream(PROMPT, new AbortController().signal)) {
      events.push(event);
      if (event.type === 'reasoning-delta')
        workers[0]?.onerror?.(Object.assign(new Event('error')) as ErrorEvent);
    }
    expect(endOf(events).error?.code).toBe('WORKER_DIED');
    expect(endOf(await collect(client, PROMPT)).parts).toEqual([{ type: 'text', text: 'again' }]);
    expect(workers).toHaveLength(2);
    expect(await models.hasKey('openai', 'https://api.openai.com/v1')).toBe(true);
    await host.close();
  });

  it('end with a sentence where the browser starts no worker', async () => {
    const models = createNetworkModels(() => {
      throw new DOMException('no workers here', 'SecurityError');
    });
    const end = endOf(await collect(compatible(models, 'http://127.0.0.1:9/v1'), PROMPT));
    expect(end.error?.code).toBe('WORKER_DIED');
    expect(await models.hasKey('openai', 'https://api.openai.com/v1')).toBe(false);
    expect(
      await models.setKey('openai', 'https://api.openai.com/v1', KEY, { remember: false }),
    ).toMatchObject({ ok: false });
  });

  it('end with a sentence where the worker cannot hand an event over', async () => {
    const host = await startProviderHost([{ events: openaiChatEvents({ text: 'hi' }) }]);
    const vault = new KeyVault(memoryStorage());
    const said: FromWorker[] = [];
    const handle = serveNetwork({ vault, fetch, now: () => NOW_MS }, vault.open(), (message) => {
      if (message.type === 'event' && message.event.type === 'text-delta') {
        throw new DOMException('it could not be cloned', 'DataCloneError');
      }
      said.push(message);
    });
    await handle({
      type: 'ask',
      id: 1,
      request: {
        provider: 'openai-compatible',
        model: 'm',
        baseUrl: `${host.url}/v1`,
        options: {},
        prompt: PROMPT,
      },
    });
    await host.close();
    expect(said.at(-1)).toMatchObject({
      type: 'event',
      id: 1,
      event: { type: 'end', error: { code: 'BAD_RESPONSE' } },
    });
  });

  it('end at once after they were disposed of', async () => {
    const { models } = rig();
    models.dispose();
    const end = endOf(await collect(compatible(models, 'http://127.0.0.1:9/v1'), PROMPT));
    expect(end.error?.code).toBe('WORKER_DIED');
    expect(await models.hasKey('openai', 'https://api.openai.com/v1')).toBe(false);
  });

  it('say whose tokenizer is one of ours, and know their providers', () => {
    const { models } = rig();
    const own = (provider: string) =>
      models.client({ provider, model: 'm' }, { baseUrl: 'http://x/v1' }).ownTokenizer;
    expect(['openai', 'anthropic', 'google', 'openai-compatible'].map(own)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(() => own('scripted')).toThrow('no network provider is called scripted');
  });
});
