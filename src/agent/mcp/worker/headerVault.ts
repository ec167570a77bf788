import type { HeaderLine } from './messages.ts';

/** Where remembered headers are kept; the worker's own database in the page, memory in tests. */
export interface HeaderStorage {
  load(): Promise<readonly StoredHeaders[]>;
  save(headers: StoredHeaders): Promise<void>;
  remove(origin: string): Promise<void>;
  clear(): Promise<void>;
}

export interface StoredHeaders {
  readonly origin: string;
  readonly headers: readonly HeaderLine[];
}

const nameForm = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/;
/** Anything else would make `fetch` throw, with the value in its message. */
const valueForm = /^[\x20-\x7e]{1,8192}$/;
/** Headers that are the transport's own, or that would change where a request goes. */
const reserved = new Set([
  'accept',
  'content-type',
  'content-length',
  'host',
  'cookie',
  'mcp-session-id',
  'mcp-protocol-version',
  'last-event-id',
]);
const minSecretChars = 6;
const hidden = '[header]';

/**
 * The only holder of headers for MCP servers. They are bound to the exact origin that they were typed for and leave
 * in one way only: on a request to it.
 */
export class HeaderVault {
  readonly #byOrigin = new Map<string, readonly HeaderLine[]>();

  /** Rises with each forgetting, so that what was read before it is not taken after it. */
  #forgettings = 0;

  /** `tellOthers`: says in the other tabs that all headers are to be forgotten, and nothing else. */
  constructor(
    private readonly storage: HeaderStorage,
    private readonly tellOthers: () => void = () => {},
  ) {}

  /** Loads what was remembered. Storage that cannot be read counts as empty. */
  async open(): Promise<void> {
    const forgettings = this.#forgettings;
    const stored = await this.storage.load().catch(() => []);
    if (forgettings !== this.#forgettings) return;
    for (const { origin, headers } of stored) {
      // What was typed in this tab holds in it.
      if (headers.every(isHeader) && !this.#byOrigin.has(origin)) this.#byOrigin.set(origin, headers);
    }
  }

  /** Knows afterwards what another tab has kept on this device meanwhile: headers do not go from tab to tab. */
  async recall(origin: string): Promise<void> {
    if (!this.has(origin)) await this.open();
  }

  /** Sets the headers of an origin, none removes them. Null where that is done, else what is wrong. */
  async set(origin: string, headers: readonly HeaderLine[], remember: boolean): Promise<string | null> {
    const bad = headers.find((header) => !isHeader(header));
    if (bad !== undefined) return `"${bad[0].slice(0, 40)}" is not a header that can be sent.`;
    if (headers.length === 0) this.#byOrigin.delete(origin);
    else this.#byOrigin.set(origin, headers);
    try {
      if (remember && headers.length > 0) await this.storage.save({ origin, headers });
      else await this.storage.remove(origin);
      return null;
    } catch {
      return remember ? 'The browser did not let them be stored; they hold until the page is closed.' : null;
    }
  }

  has(origin: string): boolean {
    return this.#byOrigin.has(origin);
  }

  /** In memory, on the device and in every other tab. False where the device's copy could not be removed. */
  async forgetAll(): Promise<boolean> {
    this.forgetHere();
    const cleared = await this.storage.clear().then(
      () => true,
      () => false,
    );
    // Behind the device's copy: another tab would else read it again.
    this.tellOthers();
    return cleared;
  }

  /** Forgets what this tab holds in memory: another one was told to forget all. */
  forgetHere(): void {
    this.#forgettings += 1;
    this.#byOrigin.clear();
  }

  authorize(origin: string, headers: Headers): void {
    for (const [name, value] of this.#byOrigin.get(origin) ?? []) headers.set(name, value);
  }

  /** The value with every known header's value replaced in its strings: a server may echo what it was sent. */
  hideIn(value: unknown): unknown {
    const secrets = this.#secrets();
    return secrets.length === 0 ? value : hideDeep(value, secrets);
  }

  #secrets(): readonly string[] {
    return [...this.#byOrigin.values()]
      .flat()
      .flatMap(([, value]) => [value, ...value.split(/\s+/)])
      .filter((secret) => secret.length >= minSecretChars && secret.toLowerCase() !== 'bearer')
      .sort((a, b) => b.length - a.length);
  }
}

function isHeader([name, value]: HeaderLine): boolean {
  return nameForm.test(name) && valueForm.test(value) && !reserved.has(name.toLowerCase());
}

function hideDeep(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') {
    return secrets.reduce((text, secret) => text.replaceAll(secret, hidden), value);
  }
  if (Array.isArray(value)) return value.map((item) => hideDeep(item, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, hideDeep(item, secrets)]));
}
