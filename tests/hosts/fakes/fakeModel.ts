import type { AssistantPart, JsonObject, JsonValue, Prompt } from '../../../src/core/index.ts';
import type { ModelClient, ModelError, ModelEvent } from '../../../src/models/index.ts';

/** What a fake model answers to one request. */
export interface FakeReply {
  readonly parts?: readonly AssistantPart[];
  readonly error?: ModelError;
  /** Never ends by itself: only an abort ends it, after the parts were streamed. */
  readonly hang?: boolean;
}
export type FakeScript = readonly (FakeReply | ((prompt: Prompt) => FakeReply))[];

export function say(text: string): FakeReply {
  return { parts: [{ type: 'text', text }] };
}

export function call(wireName: string, input: JsonValue, callId = 'call_1'): AssistantPart {
  return { type: 'tool-call', callId, wireName, input };
}

export function calls(...parts: readonly AssistantPart[]): FakeReply {
  return { parts };
}

/** A model that answers from a list; every prompt that it was sent is kept. */
export class FakeModel implements ModelClient {
  readonly ref = { provider: 'scripted', model: 'fake' };
  readonly ownTokenizer = false;
  readonly prompts: Prompt[] = [];
  #next = 0;

  constructor(private readonly script: FakeScript) {}

  async *stream(prompt: Prompt, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    this.prompts.push(structuredClone(prompt));
    const entry = this.script[this.#next++] ?? say('(end of script)');
    const reply = typeof entry === 'function' ? entry(prompt) : entry;
    const body: JsonObject = { messages: prompt.messages.length };
    yield { type: 'request', body: JSON.stringify(body) };
    const parts = reply.parts ?? [];
    for (const part of parts) {
      if (part.type === 'text') yield { type: 'text-delta', delta: part.text };
      else if (part.type === 'tool-call') yield { type: 'tool-call', part };
    }
    if (reply.hang === true) {
      await new Promise<void>((resolve) => {
        if (signal.aborted) resolve();
        else signal.addEventListener('abort', () => resolve(), { once: true });
      });
      const error: ModelError = {
        code: 'ABORTED',
        message: 'The request was stopped.',
        httpStatus: null,
        retryable: false,
        retryAfterMs: null,
      };
      yield { type: 'end', parts, usage: null, finish: 'error', error };
      return;
    }
    const hasCall = parts.some((part) => part.type === 'tool-call');
    yield {
      type: 'end',
      parts,
      usage: null,
      finish: reply.error !== undefined ? 'error' : hasCall ? 'tool-calls' : 'stop',
      error: reply.error ?? null,
    };
  }
}
