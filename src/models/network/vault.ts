import type { ProviderId } from './catalog.ts';

/** Where remembered keys are kept; the network worker's own database in the page, memory in tests. */
export interface KeyStorage {
  load(): Promise<readonly StoredKey[]>;
  save(key: StoredKey): Promise<void>;
  remove(provider: ProviderId, origin: string): Promise<void>;
  clear(): Promise<void>;
}

export interface StoredKey {
  readonly provider: ProviderId;
  readonly origin: string;
  readonly key: string;
}

export type SetKeyResult =
  /** `remembered` is false also where the device refused to store the key; it is then kept in memory. */
  { readonly ok: true; readonly remembered: boolean } | { readonly ok: false; readonly message: string };

/** No secret is shorter; a piece of one of this length is hidden at a text's end. */
const MIN_SECRET_CHARS = 6;
/** A word without a digit that is shorter than this is no generated key. */
const MIN_GENERATED_CHARS = 24;
/** A piece of a key this long gives it away. */
const WINDOW_CHARS = 12;
const HIDDEN = '[key]';
const KEY_LIKE = /(?:\b(?:sk|pk|rk|key|xai|gsk|hf)[-_]|\bAIza)[\w-]{12,}|[\w-]{32,}/g;
/** Header values of printable ASCII; anything else would make `fetch` throw with the key in its message. */
const KEY_FORM = /^[\x21-\x7e]{1,4096}$/;

/**
 * The only holder of keys. A key is bound to one provider and to the exact origin that the person typed it
 * for. It leaves the vault in one way only: as a header of a request to that origin.
 */
export class KeyVault {
  readonly #keys = new Map<string, StoredKey>();
  /** Names of the keys that this device keeps, as far as is known. */
  readonly #onDevice = new Set<string>();
  readonly #storage: KeyStorage;
  readonly #tellOthers: () => void;
  /** Rises with each forgetting, so that what was read before it is not taken after it. */
  #forgettings = 0;

  /** `tellOthers`: says in the other tabs that all keys are to be forgotten, and nothing else. */
  constructor(storage: KeyStorage, tellOthers: () => void = () => {}) {
    this.#storage = storage;
    this.#tellOthers = tellOthers;
  }

  /** Loads what was remembered. Storage that cannot be read counts as empty. */
  async open(): Promise<void> {
    const forgettings = this.#forgettings;
    try {
      const kept = await this.#storage.load();
      if (forgettings !== this.#forgettings) return;
      for (const stored of kept) {
        const name = nameOf(stored.provider, stored.origin);
        this.#onDevice.add(name);
        // What was typed in this tab holds in it.
        if (KEY_FORM.test(stored.key) && !this.#keys.has(name)) this.#keys.set(name, stored);
      }
    } catch {
      // Blocked storage: keys live in memory for this visit.
    }
  }

  /** `has`, also where another tab has kept the key on this device meanwhile: keys do not go from tab to tab. */
  async recall(provider: ProviderId, origin: string): Promise<boolean> {
    if (!this.has(provider, origin)) await this.open();
    return this.has(provider, origin);
  }

  /** Sets a key; an empty one removes it. Not remembered means: gone from the device, too. */
  async set(provider: ProviderId, origin: string, typed: string, remember: boolean): Promise<SetKeyResult> {
    const key = typed.trim();
    if (key !== '' && !KEY_FORM.test(key)) {
      return { ok: false, message: 'This is not a key: it holds spaces or letters that no key has.' };
    }
    const name = nameOf(provider, origin);
    if (key === '') this.#keys.delete(name);
    else this.#keys.set(name, { provider, origin, key });
    const remembered = remember && key !== '';
    try {
      if (remembered) {
        await this.#storage.save({ provider, origin, key });
        this.#onDevice.add(name);
      } else {
        await this.#storage.remove(provider, origin);
        this.#onDevice.delete(name);
      }
      return { ok: true, remembered };
    } catch {
      if (remembered || !this.#onDevice.has(name)) return { ok: true, remembered: false };
      return {
        ok: false,
        message:
          "This device still keeps the old key: the browser did not let it be removed. Clear this site's data.",
      };
    }
  }

  has(provider: ProviderId, origin: string): boolean {
    return this.#keys.has(nameOf(provider, origin));
  }

  /**
   * Forgets all keys, in memory, on the device and in every other tab. False where the device's copy could not be
   * removed.
   */
  async forgetAll(): Promise<boolean> {
    this.forgetHere();
    try {
      await this.#storage.clear();
      this.#onDevice.clear();
      return true;
    } catch {
      return false;
    } finally {
      // Behind the device's copy: another tab would else read it again.
      this.#tellOthers();
    }
  }

  /** Forgets what this tab holds in memory: another one was told to forget all. */
  forgetHere(): void {
    this.#forgettings += 1;
    this.#keys.clear();
  }

  /** Puts the key on a request that goes to exactly the origin it was typed for; else nothing. */
  authorize(provider: ProviderId, url: URL, headers: Headers): void {
    const stored = this.#keys.get(nameOf(provider, url.origin));
    if (stored === undefined) return;
    if (provider === 'anthropic') headers.set('x-api-key', stored.key);
    else if (provider === 'google') headers.set('x-goog-api-key', stored.key);
    else headers.set('authorization', `Bearer ${stored.key}`);
  }

  /** The text with every known key replaced, also where it stands inside JSON. */
  hide(text: string): string {
    let hidden = text;
    // The longest first: one key may begin as another does, and what is left of it would stay.
    for (const key of this.#secrets().sort((a, b) => b.length - a.length)) {
      hidden = hidden.replaceAll(key, HIDDEN);
      const inJson = JSON.stringify(key).slice(1, -1);
      if (inJson !== key) hidden = hidden.replaceAll(inJson, HIDDEN);
    }
    return hidden;
  }

  /** The same for a text that may have been cut off in the middle of a key. */
  hideWithTail(text: string): string {
    const hidden = this.hide(text);
    const tail = this.heldBack(hidden);
    return tail < MIN_SECRET_CHARS ? hidden : hidden.slice(0, hidden.length - tail) + HIDDEN;
  }

  /** The same, stricter, for error texts: also pieces of a key, and whatever looks like somebody's key. */
  hideInError(text: string): string {
    let hidden = this.hide(text);
    for (const key of this.#secrets()) hidden = hidePieces(hidden, key);
    return hidden.replaceAll(KEY_LIKE, (run) => (/\d/.test(run) && /[A-Za-z]/.test(run) ? HIDDEN : run));
  }

  /** How many characters at the text's end may be the beginning of a key, to be held back while it streams. */
  heldBack(text: string): number {
    let held = 0;
    for (const key of this.#secrets()) {
      for (let length = Math.min(key.length - 1, text.length); length > held; length -= 1) {
        if (text.endsWith(key.slice(0, length))) held = length;
      }
    }
    return held;
  }

  #secrets(): string[] {
    return [...this.#keys.values()].filter(isSecret).map(({ key }) => key);
  }
}

/**
 * False for the placeholders that servers of one's own want (`ollama`, `lm-studio`, `sk-no-key-required`): to
 * hide them would blank out ordinary words, also in the commands that a model asks for.
 */
function isSecret({ key, origin }: StoredKey): boolean {
  const isPlaceholder = origin.startsWith('http:') && !/\d/.test(key) && key.length < MIN_GENERATED_CHARS;
  return key.length >= MIN_SECRET_CHARS && !isPlaceholder;
}

function nameOf(provider: ProviderId, origin: string): string {
  return `${provider} ${origin}`;
}

function hidePieces(text: string, key: string): string {
  const size = Math.min(WINDOW_CHARS, key.length);
  const windows = new Set<string>();
  for (let at = 0; at + size <= key.length; at += 1) windows.add(key.slice(at, at + size));
  let result = '';
  let done = 0;
  for (let at = 0; at + size <= text.length; at += 1) {
    if (!windows.has(text.slice(at, at + size))) continue;
    let end = at + size;
    while (end < text.length && windows.has(text.slice(end - size + 1, end + 1))) end += 1;
    result += text.slice(done, at) + HIDDEN;
    done = end;
    at = end - 1;
  }
  return result + text.slice(done);
}
