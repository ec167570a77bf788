import type { LanguageModelV4FunctionTool, LanguageModelV4Prompt } from '@ai-sdk/provider';
import {
  type AssistantPart,
  type JsonObject,
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

function optionsOf(data: JsonObject | undefined, name: string): { providerOptions?: ProviderOptions } {
  const own = data?.[name];
  // Kept by us as the package gave it, and given back to the same package.
  return own === undefined ? {} : { providerOptions: { [name]: own } as ProviderOptions };
}

function toAssistantContent(parts: readonly AssistantPart[], provider: ProviderId): AssistantContent {
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
        toolCallId: part.callId,
        toolName: wireToolName(part.wireName),
        input: part.input,
        ...options,
      });
    }
  }
  // Reasoning that nothing follows (the stream was cut there) is refused by Anthropic and OpenAI.
  while (content.at(-1)?.type === 'reasoning') content.pop();
  return content;
}

/**
 * A prompt in the form that the provider packages take. Pure; the same prompt gives the same messages. Call ids
 * and inputs are fit for the wire already: the projection made them so.
 */
export function toProviderPrompt(prompt: Prompt, provider: ProviderId): LanguageModelV4Prompt {
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
        const content = toAssistantContent(message.parts, provider);
        if (content.length > 0) messages.push({ role: 'assistant', content });
        break;
      }
      case 'tool': {
        if (message.results.length === 0) break;
        messages.push({
          role: 'tool',
          content: message.results.map((result) => ({
            type: 'tool-result' as const,
            toolCallId: result.callId,
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
