import type { AssistantPart, JsonObject, JsonValue } from '../../core/index.ts';
import type { ModelEvent } from '../port.ts';
import type { KeyVault } from './vault.ts';

function hideInJson(value: JsonValue, vault: KeyVault): JsonValue {
  if (typeof value === 'string') return vault.hide(value);
  if (Array.isArray(value)) return value.map((item: JsonValue) => hideInJson(item, vault));
  if (value === null || typeof value !== 'object') return value;
  return hideInObject(value as JsonObject, vault);
}

function hideInObject(object: JsonObject, vault: KeyVault): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      vault.hide(name),
      value === undefined ? undefined : hideInJson(value, vault),
    ]),
  );
}

/** A server may echo the key it was sent; it must not get into a log, a link or an export that way. */
export function hideInPart(part: AssistantPart, vault: KeyVault): AssistantPart {
  const data =
    part.providerData === undefined ? {} : { providerData: hideInObject(part.providerData, vault) };
  if (part.type !== 'tool-call') return { ...part, text: vault.hideWithTail(part.text), ...data };
  return {
    ...part,
    callId: vault.hide(part.callId),
    wireName: vault.hide(part.wireName),
    input: hideInJson(part.input, vault),
    ...(part.brokenInput === undefined ? {} : { brokenInput: vault.hideWithTail(part.brokenInput) }),
    ...data,
  };
}

/** Takes keys out of streamed text: what may be the beginning of one waits for the next delta. */
export class KeyFilter {
  readonly #vault: KeyVault;
  #held = '';
  #type: 'text-delta' | 'reasoning-delta' = 'text-delta';

  constructor(vault: KeyVault) {
    this.#vault = vault;
  }

  *pass(event: ModelEvent): Iterable<ModelEvent> {
    if (event.type === 'tool-call') {
      yield* this.flush();
      const part = hideInPart(event.part, this.#vault);
      if (part.type === 'tool-call') yield { type: 'tool-call', part };
      return;
    }
    if (event.type !== 'text-delta' && event.type !== 'reasoning-delta') {
      yield event;
      return;
    }
    if (event.type !== this.#type) yield* this.flush();
    this.#type = event.type;
    const text = this.#vault.hide(this.#held + event.delta);
    const held = this.#vault.heldBack(text);
    this.#held = text.slice(text.length - held);
    const delta = text.slice(0, text.length - held);
    if (delta !== '') yield { type: event.type, delta };
  }

  *flush(): Iterable<ModelEvent> {
    if (this.#held !== '') yield { type: this.#type, delta: this.#vault.hideWithTail(this.#held) };
    this.#held = '';
  }
}
