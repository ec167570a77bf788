import type { JsonObject, JsonValue } from './json.ts';

/** What a model said, as its provider gave it; opaque provider data rides along and goes back unchanged. */
export type AssistantPart =
  | { readonly type: 'text'; readonly text: string; readonly providerData?: JsonObject }
  | { readonly type: 'reasoning'; readonly text: string; readonly providerData?: JsonObject }
  | {
      readonly type: 'tool-call';
      /** The provider's id: data, may repeat, may be empty. */
      readonly callId: string;
      /** Name on the wire, as the model gave it (hostile text). */
      readonly wireName: string;
      /** Parsed input; where the JSON was broken: `null`, and `brokenInput` holds the text. */
      readonly input: JsonValue;
      readonly brokenInput?: string;
      readonly providerData?: JsonObject;
    };

/** One message of the projected conversation. Call ids here are made unique for the wire, deterministically. */
export type PromptMessage =
  | {
      readonly role: 'user';
      readonly text: string;
      /** What of the text a person wrote, where the rest is the harness's; empty for a wake. Not on the wire. */
      readonly written?: string;
    }
  | {
      readonly role: 'assistant';
      readonly parts: readonly AssistantPart[];
      /** Not an answer that the model finished: it was cut off, or the harness stands in for it. Not on the wire. */
      readonly incomplete?: true;
    }
  | { readonly role: 'tool'; readonly results: readonly ToolResultPart[] };

export interface ToolResultPart {
  readonly callId: string;
  readonly wireName: string;
  readonly text: string;
  readonly isError: boolean;
  /** The turn ended in this call, by the user's stop or the page's end. Not on the wire. */
  readonly unfinished?: true;
}

export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
}

/** One model request in provider-neutral terms. */
export interface Prompt {
  readonly system: string;
  readonly messages: readonly PromptMessage[];
  readonly tools: readonly ToolSpec[];
}

export interface TokenUsage {
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly cachedInputTokens: number | null;
  readonly reasoningTokens: number | null;
}
