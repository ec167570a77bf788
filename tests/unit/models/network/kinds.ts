import type { Prompt } from '../../../../src/core/index.ts';
import type { ModelEvent, ProviderId } from '../../../../src/models/index.ts';
import { askProvider, type ProviderRequest } from '../../../../src/models/network/request.ts';
import { type KeyStorage, KeyVault } from '../../../../src/models/network/vault.ts';
import {
  anthropicError,
  anthropicEvents,
  googleError,
  googleEvents,
  type HostAnswer,
  type HostScript,
  openaiChatEvents,
  openaiError,
  openaiResponsesEvents,
  type ProviderHost,
  startProviderHost,
} from '../../../hosts/providers/index.ts';

export const KEY = 'sk-test-4d9f0a71c2e8b36590ab';
export const NOW_MS = Date.parse('2026-11-30T12:00:00Z');

export interface Kind {
  readonly provider: ProviderId;
  readonly events: (answer: HostAnswer) => string[];
  readonly errorBody: (status: number, message: string) => string;
  readonly keyHeader: string;
  readonly path: string;
}

export const KINDS: readonly Kind[] = [
  {
    provider: 'anthropic',
    events: anthropicEvents,
    errorBody: (_status, message) => anthropicError('api_error', message),
    keyHeader: 'x-api-key',
    path: '/v1/messages',
  },
  {
    provider: 'openai',
    events: openaiResponsesEvents,
    errorBody: (_status, message) => openaiError(message),
    keyHeader: 'authorization',
    path: '/v1/responses',
  },
  {
    provider: 'google',
    events: googleEvents,
    errorBody: (status, message) => googleError(status, 'FAILED', message),
    keyHeader: 'x-goog-api-key',
    path: '/v1/models/m-1:streamGenerateContent?alt=sse',
  },
  {
    provider: 'openai-compatible',
    events: openaiChatEvents,
    errorBody: (_status, message) => openaiError(message),
    keyHeader: 'authorization',
    path: '/v1/chat/completions',
  },
];

export const ANSWER: HostAnswer = {
  reasoning: { text: 'Think häh 👩‍👩‍👧 first.', signature: 'sig-1' },
  text: 'Ich lese die Größe: 10 €.',
  calls: [
    { id: 'call_a', name: 'Bash', args: '{"command":"printf \'€\'","n":{"deep":[1,null]}}' },
    { id: 'call_b', name: 'Read', args: '{"file_path":"/tmp/x"}' },
  ],
};

export const PROMPT: Prompt = {
  system: 'Be brief.',
  messages: [{ role: 'user', text: 'hi' }],
  tools: [
    {
      name: 'Bash',
      description: 'Runs a command',
      inputSchema: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
    },
  ],
};

export function memoryStorage(): KeyStorage {
  const kept = new Map<string, Awaited<ReturnType<KeyStorage['load']>>[number]>();
  return {
    load: async () => [...kept.values()],
    save: async (stored) => void kept.set(`${stored.provider} ${stored.origin}`, stored),
    remove: async (provider, origin) => void kept.delete(`${provider} ${origin}`),
    clear: async () => kept.clear(),
  };
}

export interface Asked {
  readonly events: readonly ModelEvent[];
  readonly end: Extract<ModelEvent, { type: 'end' }>;
  readonly host: ProviderHost;
  readonly vault: KeyVault;
}

/** Starts a host, asks it once (with the key set for it, unless told otherwise) and stops it. */
export async function askOnce(
  kind: Kind,
  script: HostScript,
  more: Partial<ProviderRequest> & { readonly withKey?: boolean; readonly signal?: AbortSignal } = {},
): Promise<Asked> {
  const host = await startProviderHost(script);
  const vault = new KeyVault(memoryStorage());
  const { withKey = true, signal = new AbortController().signal, ...request } = more;
  if (withKey) await vault.set(kind.provider, host.url, KEY, false);
  const events: ModelEvent[] = [];
  const asking = askProvider(
    {
      provider: kind.provider,
      model: 'm-1',
      baseUrl: `${host.url}/v1`,
      options: {},
      prompt: PROMPT,
      ...request,
    },
    { vault, fetch, now: () => NOW_MS },
    signal,
  );
  for await (const event of asking) events.push(event);
  await host.close();
  const end = events.at(-1);
  if (end?.type !== 'end') throw new Error('a stream ends with its end');
  return { events, end, host, vault };
}

/** The text of all deltas of one type. */
export function deltaText(events: readonly ModelEvent[], type: 'text-delta' | 'reasoning-delta'): string {
  return events.map((event) => (event.type === type ? event.delta : '')).join('');
}
