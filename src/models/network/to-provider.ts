import type { LanguageModelV4FunctionTool, LanguageModelV4Prompt } from '@ai-sdk/provider';
import {
  type AssistantPart,
  type JsonObject,
  type JsonValue,
  type Prompt,
  type ToolSpec,
  wireText,
  wireToolName,
} from '../../core/index.ts';
import type { ProviderId } from './catalog.ts';

/** Under which name a provider's package keeps what must go back to it unchanged (signatures, item ids). */
export const DATA_NAMES: Readonly<Record<ProviderId, string>> = {
  anthropic: 'anthropic',
  openai: 'openai',
  google: 'google',
  'openai-compatible': 'openaiCompatible',
};

type AssistantContent = Extract<LanguageModelV4Prompt[number], { role: 'assistant' }>['content'];
type ProviderOptions = NonNullable<AssistantContent[number]['providerOptions']>;

function wireJson(value: JsonValue): JsonValue {
  if (typeof value === 'string') return wireText(value);
  if (Array.isArray(value)) return value.map((item: JsonValue) => wireJson(item));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [
      wireText(key),
      child === undefined ? null : wireJson(child),
    ]),
  );
}

/** Providers want an object; what the model gave instead is kept inside one, so that it sees what it did. */
function wireInput(part: Extract<AssistantPart, { type: 'tool-call' }>): JsonValue {
  if (part.brokenInput !== undefined) return { invalid_json: wireText(part.brokenInput) };
  const { input } = part;
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input);
  return isObject ? wireJson(input) : { invalid_input: wireJson(input) };
}

/** Gives each call id of one prompt a form that providers take, the same one every time. */
class WireIds {
  readonly #byId = new Map<string, string>();
  readonly #used = new Set<string>();

  of(callId: string): string {
    const known = this.#byId.get(callId);
    if (known !== undefined) return known;
    const stem = callId.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 56) || 'call';
    let id = /^[A-Za-z0-9_-]{1,64}$/.test(callId) ? callId : stem;
    for (let repeat = 2; this.#used.has(id); repeat += 1) id = `${stem}-${repeat}`;
    this.#used.add(id);
    this.#byId.set(callId, id);
    return id;
  }
}

function optionsOf(data: JsonObject | undefined, name: string): { providerOptions?: ProviderOptions } {
  const own = data?.[name];
  // Kept by us as the package gave it, and given back to the same package.
  return own === undefined ? {} : { providerOptions: { [name]: own } as ProviderOptions };
}

function toAssistantContent(
  parts: readonly AssistantPart[],
  provider: ProviderId,
  ids: WireIds,
): AssistantContent {
  const name = DATA_NAMES[provider];
  const content: AssistantContent = [];
  for (const part of parts) {
    const options = optionsOf(part.providerData, name);
    const hasData = options.providerOptions !== undefined;
    if (part.type === 'text') {
      // An empty text is refused, except where it carries Google's signature.
      const carriesSignature = provider === 'google' && hasData;
      if (part.text.trim() === '' && !carriesSignature) continue;
      content.push({ type: 'text', text: wireText(part.text), ...options });
    } else if (part.type === 'reasoning') {
      // Reasoning of another maker's model is of no use to this one, and is refused without a signature.
      if (hasData) content.push({ type: 'reasoning', text: wireText(part.text), ...options });
    } else {
      content.push({
        type: 'tool-call',
        toolCallId: ids.of(part.callId),
        toolName: wireToolName(part.wireName),
        input: wireInput(part),
        ...options,
      });
    }
  }
  // Reasoning that nothing follows (the stream was cut there) is refused by Anthropic and OpenAI.
  while (content.at(-1)?.type === 'reasoning') content.pop();
  return content;
}

/** A prompt in the form that the provider packages take. Pure; the same prompt gives the same messages. */
export function toProviderPrompt(prompt: Prompt, provider: ProviderId): LanguageModelV4Prompt {
  const ids = new WireIds();
  // OpenAI's formats have no mark for a failed call; its package would wrap the model's text in JSON.
  const marksErrors = provider === 'anthropic' || provider === 'google';
  const messages: LanguageModelV4Prompt = [];
  if (prompt.system !== '') messages.push({ role: 'system', content: wireText(prompt.system) });
  for (const message of prompt.messages) {
    switch (message.role) {
      case 'user': {
        const text = message.text.trim() === '' ? '(empty message)' : wireText(message.text);
        messages.push({ role: 'user', content: [{ type: 'text', text }] });
        break;
      }
      case 'assistant': {
        const content = toAssistantContent(message.parts, provider, ids);
        if (content.length > 0) messages.push({ role: 'assistant', content });
        break;
      }
      case 'tool': {
        if (message.results.length === 0) break;
        messages.push({
          role: 'tool',
          content: message.results.map((result) => ({
            type: 'tool-result' as const,
            toolCallId: ids.of(result.callId),
            toolName: wireToolName(result.wireName),
            output: {
              type: result.isError && marksErrors ? ('error-text' as const) : ('text' as const),
              value: result.text === '' ? '(no output)' : wireText(result.text),
            },
          })),
        });
      }
    }
  }
  return messages;
}

export function toProviderTools(tools: readonly ToolSpec[]): LanguageModelV4FunctionTool[] {
  return tools.map((tool) => ({
    type: 'function',
    name: tool.name,
    description: tool.description,
    // A JSON schema by contract; the package's type names its draft.
    inputSchema: tool.inputSchema as LanguageModelV4FunctionTool['inputSchema'],
  }));
}
