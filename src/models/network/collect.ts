import type { LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider';
import {
  type AssistantPart,
  isLoggableJson,
  type JsonObject,
  type JsonValue,
  type TokenUsage,
} from '../../core/index.ts';
import type { ModelEvent } from '../port.ts';

type End = Extract<ModelEvent, { type: 'end' }>;
type Finish = End['finish'];
type ToolCall = Extract<AssistantPart, { type: 'tool-call' }>;

/** Most text and input of calls in one answer (UTF-16 units): ten times what 128,000 tokens are. */
const maxUnits = 8 * 1024 * 1024;
/** Most parts of one answer, calls among them. */
const maxParts = 1_000;

interface OpenBlock {
  readonly type: 'text' | 'reasoning';
  text: string;
  data: JsonObject;
}

type Slot = OpenBlock | ToolCall;

/** What a provider attaches to a part: one object per namespace; the later value of a name wins. */
function mergeData(before: JsonObject, more: object | undefined): JsonObject {
  if (more === undefined) return before;
  const merged: Record<string, JsonValue | undefined> = { ...before };
  for (const [name, value] of Object.entries(more)) {
    const known = merged[name];
    merged[name] =
      typeof known === 'object' && known !== null && !Array.isArray(known) ? { ...known, ...value } : value;
  }
  return merged;
}

function withData(data: JsonObject): { providerData?: JsonObject } {
  return Object.keys(data).length === 0 || !isLoggableJson(data) ? {} : { providerData: data };
}

/**
 * Parses a call's input; broken JSON is a value, not an exception, and so is JSON that no log could hold (an
 * infinite number, endless nesting). No text at all means no arguments.
 */
function parseInput(text: string): Pick<ToolCall, 'input' | 'brokenInput'> {
  if (text.trim() === '') return { input: {} };
  try {
    const input: unknown = JSON.parse(text);
    if (isLoggableJson(input)) return { input };
  } catch {
    // Said below.
  }
  return { input: null, brokenInput: text };
}

/**
 * A package subtracts what a server counted, so what the server left out may come as NaN, and a server may count what it
 * likes: a sum of the tokens of a session, and the budget of a run, must not fall.
 */
function knownCount(tokens: number | undefined): number | null {
  return Number.isSafeInteger(tokens) && tokens !== undefined && tokens >= 0 ? tokens : null;
}

function toUsage(usage: LanguageModelV4Usage): TokenUsage {
  return {
    inputTokens: knownCount(usage.inputTokens.total),
    outputTokens: knownCount(usage.outputTokens.total),
    cachedInputTokens: knownCount(usage.inputTokens.cacheRead),
    reasoningTokens: knownCount(usage.outputTokens.reasoning),
  };
}

/**
 * Gathers the stream of a provider package into parts, in the order in which they began. Chunk types that
 * it does not know are passed over.
 */
export class AnswerCollector {
  readonly #slots: Slot[] = [];
  readonly #open = new Map<string, OpenBlock>();
  /** The calls of OpenAI-compatible servers are given out at the stream's end, also where it was cut. */
  readonly #heldCalls: ToolCall[] = [];
  readonly #holdsCalls: boolean;
  readonly #ownName: string;
  usage: TokenUsage | null = null;
  finish: Finish | null = null;
  #units = 0;

  constructor(options: { readonly ownName: string; readonly holdsCalls: boolean }) {
    this.#ownName = options.ownName;
    this.#holdsCalls = options.holdsCalls;
  }

  get began(): boolean {
    return this.#slots.length > 0;
  }

  /** It holds more than any answer of a model: what comes on is not taken. */
  get isTooLarge(): boolean {
    return this.#units > maxUnits || this.#slots.length + this.#heldCalls.length > maxParts;
  }

  get calledTool(): boolean {
    return this.#slots.some((slot) => slot.type === 'tool-call');
  }

  /** Takes one chunk and returns what the page is told about it. Error chunks are the caller's. */
  take(chunk: LanguageModelV4StreamPart): readonly ModelEvent[] {
    switch (chunk.type) {
      case 'text-start':
      case 'reasoning-start': {
        const type = chunk.type === 'text-start' ? 'text' : 'reasoning';
        const block: OpenBlock = { type, text: '', data: mergeData({}, chunk.providerMetadata) };
        this.#slots.push(block);
        this.#open.set(`${type} ${chunk.id}`, block);
        return [];
      }
      case 'text-delta':
      case 'reasoning-delta': {
        const type = chunk.type === 'text-delta' ? 'text' : 'reasoning';
        const block = this.#open.get(`${type} ${chunk.id}`);
        if (block === undefined) return [];
        block.text += chunk.delta;
        this.#units += chunk.delta.length;
        block.data = mergeData(block.data, chunk.providerMetadata);
        return chunk.delta === '' ? [] : [{ type: chunk.type, delta: chunk.delta }];
      }
      case 'text-end':
      case 'reasoning-end': {
        const name = `${chunk.type === 'text-end' ? 'text' : 'reasoning'} ${chunk.id}`;
        const block = this.#open.get(name);
        if (block !== undefined) block.data = mergeData(block.data, chunk.providerMetadata);
        this.#open.delete(name);
        return [];
      }
      case 'tool-call': {
        // Tools that run at the provider are not asked for; nothing of ours may act on one.
        if (chunk.providerExecuted) return [];
        this.#units += chunk.input.length + chunk.toolCallId.length + chunk.toolName.length;
        const part: ToolCall = {
          type: 'tool-call',
          callId: chunk.toolCallId,
          wireName: chunk.toolName,
          ...parseInput(chunk.input),
          ...withData(mergeData({}, chunk.providerMetadata)),
        };
        if (this.#holdsCalls) {
          this.#heldCalls.push(part);
          return [];
        }
        this.#slots.push(part);
        return [{ type: 'tool-call', part }];
      }
      case 'finish': {
        this.usage = toUsage(chunk.usage);
        const { unified } = chunk.finishReason;
        if (unified === 'interrupted' || unified === 'error') return [];
        this.finish = unified;
        this.#slots.push(...this.#heldCalls);
        return this.#heldCalls.splice(0).map((part) => ({ type: 'tool-call', part }));
      }
      default:
        return [];
    }
  }

  /** The parts that came. Empty ones stay where a provider's data rides on them. */
  parts(): AssistantPart[] {
    const parts: AssistantPart[] = [];
    for (const slot of this.#slots) {
      if (slot.type === 'tool-call') {
        parts.push(slot);
        continue;
      }
      // Reasoning goes back to its own maker only; where the package attaches nothing, its name says whose.
      const data = slot.type === 'reasoning' ? mergeData(slot.data, { [this.#ownName]: {} }) : slot.data;
      const carries = Object.keys(slot.data).length > 0;
      if (slot.text === '' && !carries) continue;
      parts.push({ type: slot.type, text: slot.text, ...withData(data) });
    }
    return parts;
  }
}
