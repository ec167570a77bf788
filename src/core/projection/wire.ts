import type { AssistantPart, JsonObject, JsonValue, RecordKey } from '../contract/index.ts';
import { cutUnits } from '../output/index.ts';

/** Shortest common ceiling of the providers for a call id (OpenAI 40, Anthropic 64). */
const maxIdLength = 40;
const maxNameLength = 64;

/** Text that survives JSON, UTF-8 and back, unit for unit: lone surrogates replaced, NUL made visible. */
export function wireText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '␀');
}

/** A tool's name that every provider accepts in a history, also where the model made it up. */
export function wireToolName(name: string): string {
  const safe = name.replace(/[^A-Za-z0-9_-]/gu, '_').slice(0, maxNameLength);
  return safe === '' ? 'tool' : safe;
}

/** A quote of broken input is cut here: the model knows what it wrote from its beginning. */
const maxQuotedUnits = 2_000;

type ToolCallPart = Extract<AssistantPart, { type: 'tool-call' }>;

/** Input of a call as an object, which is all that providers take; what cannot be one is shown inside one. */
export function wireInput(part: ToolCallPart): JsonObject {
  if (part.brokenInput !== undefined) {
    return { invalid_json: wireText(cutUnits(part.brokenInput, maxQuotedUnits)) };
  }
  const safe = wireJson(part.input);
  return safe !== null && typeof safe === 'object' && !isArray(safe) ? safe : { invalid_input: safe };
}

function wireJson(value: JsonValue): JsonValue {
  if (typeof value === 'string') return wireText(value);
  if (value === null || typeof value !== 'object') return value;
  if (isArray(value)) return value.map(wireJson);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) =>
      item === undefined ? [] : [[wireText(name), wireJson(item)]],
    ),
  );
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/**
 * Call ids for the wire: unique in the conversation and the same at every projection, since they are given
 * once per record key in the order of the log. No random: a prompt cache and a replay depend on them.
 */
export class WireIds {
  readonly #byKey = new Map<RecordKey, string>();
  readonly #taken = new Set<string>();
  readonly #nextOccurrence = new Map<string, number>();

  idOf(key: RecordKey, callId: string): string {
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const id = this.#fresh(callId);
    this.#taken.add(id);
    this.#byKey.set(key, id);
    return id;
  }

  #fresh(callId: string): string {
    const safe = callId
      .slice(0, maxIdLength * 2)
      .replace(/[^A-Za-z0-9_-]/gu, '_')
      .slice(0, maxIdLength);
    const base = safe === '' ? 'call' : safe;
    let occurrence = this.#nextOccurrence.get(base) ?? 1;
    let id = base;
    while (occurrence > 1 || this.#taken.has(id)) {
      if (occurrence > 1) {
        const suffix = `-${occurrence}`;
        id = base.slice(0, maxIdLength - suffix.length) + suffix;
        if (!this.#taken.has(id)) break;
      }
      occurrence += 1;
    }
    this.#nextOccurrence.set(base, occurrence + 1);
    return id;
  }
}
