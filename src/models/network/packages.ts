import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { ProviderId } from './catalog.ts';

/** How much a model may think; `provider-default` sends nothing and leaves it to the provider. */
export type ReasoningEffort = 'provider-default' | 'none' | 'low' | 'medium' | 'high';

export interface RequestOptions {
  /** Most tokens of one answer; null leaves it to the provider. Anthropic wants a number: 16,000 by default. */
  readonly maxOutputTokens?: number | null;
  readonly reasoning?: ReasoningEffort;
}

/** Stands where the packages want a key. The guarded fetch takes it off and puts the real one on. */
const NO_KEY = 'in-the-vault';
const ANTHROPIC_MAX_OUTPUT_TOKENS = 16_000;

/** Loads one provider's package, and no other, and makes a model that speaks through the given fetch. */
export async function loadPackageModel(
  provider: ProviderId,
  model: string,
  baseUrl: string,
  guardedFetch: typeof fetch,
): Promise<LanguageModelV4> {
  switch (provider) {
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic({
        baseURL: baseUrl,
        apiKey: NO_KEY,
        // Without it Anthropic refuses requests that a browser makes.
        headers: { 'anthropic-dangerous-direct-browser-access': 'true' },
        fetch: guardedFetch,
      }).languageModel(model);
    }
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      // The Responses API: it alone gives reasoning back between tool calls. Servers that only know the
      // older chat format are `openai-compatible`.
      return createOpenAI({ baseURL: baseUrl, apiKey: NO_KEY, fetch: guardedFetch }).responses(model);
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google');
      let calls = 0;
      return createGoogle({
        baseURL: baseUrl,
        apiKey: NO_KEY,
        fetch: guardedFetch,
        // Google's calls often have no id.
        generateId: () => {
          calls += 1;
          return `call_${calls}`;
        },
      }).languageModel(model);
    }
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({
        name: 'openaiCompatible',
        baseURL: baseUrl,
        fetch: guardedFetch,
        includeUsage: true,
      }).languageModel(model);
    }
  }
}

/** The settings of a request that differ by provider. */
export function packageOptions(
  provider: ProviderId,
  options: RequestOptions,
): Pick<LanguageModelV4CallOptions, 'maxOutputTokens' | 'reasoning' | 'providerOptions'> {
  const fallback = provider === 'anthropic' ? ANTHROPIC_MAX_OUTPUT_TOKENS : undefined;
  const shared = {
    maxOutputTokens: options.maxOutputTokens ?? fallback,
    reasoning: options.reasoning ?? ('provider-default' as const),
  };
  if (provider === 'anthropic') {
    // The history is sent again with each request: cached, it costs a tenth. Inputs that are not streamed
    // eagerly are checked by Anthropic to be JSON.
    return {
      ...shared,
      providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' }, toolStreaming: false } },
    };
  }
  // Nothing of a session stays with OpenAI; reasoning travels encrypted in the history.
  if (provider === 'openai') return { ...shared, providerOptions: { openai: { store: false } } };
  return shared;
}
