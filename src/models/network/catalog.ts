/**
 * Who can be asked, where, and a few models as suggestions (any other id may be typed).
 * Ids of Anthropic, OpenAI and Google as listed by the provider packages in use on 2026-11-30; those of
 * the presets were not checked against their servers.
 */

export type ProviderId = 'anthropic' | 'openai' | 'google' | 'openai-compatible';

export interface ProviderAbout {
  readonly id: ProviderId;
  readonly title: string;
  readonly baseUrl: string;
  /** False where a server of one's own usually asks for none. */
  readonly needsKey: boolean;
  readonly models: readonly string[];
}

export const PROVIDERS: readonly ProviderAbout[] = [
  {
    id: 'anthropic',
    title: 'Anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    needsKey: true,
    models: ['claude-opus-5-5', 'claude-sonnet-5-5', 'claude-haiku-5-5', 'claude-sonnet-4-6'],
  },
  {
    id: 'openai',
    title: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    needsKey: true,
    models: ['gpt-5.6', 'gpt-5.5', 'gpt-5.4-mini', 'gpt-5.3-codex'],
  },
  {
    id: 'google',
    title: 'Google',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    needsKey: true,
    models: ['gemini-3.8-flash', 'gemini-3.1-pro-preview', 'gemini-2.5-pro', 'gemini-2.5-flash'],
  },
  {
    id: 'openai-compatible',
    title: 'OpenAI-compatible',
    baseUrl: 'http://localhost:11434/v1',
    needsKey: false,
    models: [],
  },
];

/** Base URLs of servers that speak OpenAI's chat format. */
export const COMPATIBLE_PRESETS: readonly Omit<ProviderAbout, 'id'>[] = [
  {
    title: 'Ollama',
    baseUrl: 'http://localhost:11434/v1',
    needsKey: false,
    models: ['qwen3:8b', 'gpt-oss:20b'],
  },
  { title: 'LM Studio', baseUrl: 'http://localhost:1234/v1', needsKey: false, models: [] },
  {
    title: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    needsKey: true,
    models: [],
  },
  {
    title: 'DeepSeek',
    baseUrl: 'https://api.deepseek.com/v1',
    needsKey: true,
    models: ['deepseek-chat', 'deepseek-reasoner'],
  },
];

export function isProviderId(text: string): text is ProviderId {
  return PROVIDERS.some((provider) => provider.id === text);
}

export function aboutProvider(id: ProviderId): ProviderAbout {
  const about = PROVIDERS.find((provider) => provider.id === id);
  if (about === undefined) throw new Error(`no provider ${id}`);
  return about;
}
