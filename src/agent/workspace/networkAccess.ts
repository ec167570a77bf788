import * as v from 'valibot';
import type { Guest } from '../../guest/index.ts';
import type { SessionStore } from '../../store/index.ts';
import type { SessionNetwork } from '../port.ts';

const storedName = 'network-hosts';
const storedSchema = v.array(v.string());
/** A guest that asks for host after host must not bury the user in questions. */
const mostAsked = 3;
const mostDismissed = 50;

export interface NetworkAccessOptions {
  readonly store: SessionStore;
  /** False: what is allowed holds for this page and is not stored. */
  readonly writable: boolean;
  readonly onChange: () => void;
}

/** The hosts that the user of one session has allowed to its guest. Nobody else can: not the guest, not the model. */
export class NetworkAccess implements SessionNetwork {
  readonly #options: NetworkAccessOptions;
  #allowed: readonly string[] = [];
  #asked: readonly string[] = [];
  readonly #dismissed = new Set<string>();
  #loaded: Promise<void> | null = null;
  #guest: Guest | null = null;

  constructor(options: NetworkAccessOptions) {
    this.#options = options;
  }

  get allowed(): readonly string[] {
    return this.#allowed;
  }

  get asked(): readonly string[] {
    return this.#asked;
  }

  /** Puts a guest that has just been booted under the rule. Returns a disposer. */
  async attach(guest: Guest): Promise<() => void> {
    await this.#load();
    this.#guest = guest;
    guest.network?.allow(this.#allowed);
    const stopHearing = guest.network?.onRefused((host) => this.#refused(host));
    return () => {
      stopHearing?.();
      if (this.#guest === guest) this.#guest = null;
    };
  }

  async allow(host: string): Promise<boolean> {
    // Whatever was typed becomes what the broker compares with.
    const { parseHost } = await import('../../guest/index.ts');
    const parsed = parseHost(host);
    if (parsed === null) return false;
    await this.#load();
    this.#asked = this.#asked.filter((each) => each !== parsed);
    await this.#set([...new Set([...this.#allowed, parsed])].sort());
    return true;
  }

  async revoke(host: string): Promise<void> {
    await this.#load();
    await this.#set(this.#allowed.filter((each) => each !== host));
  }

  dismiss(host: string): void {
    this.#dismissed.add(host);
    this.#asked = this.#asked.filter((each) => each !== host);
    this.#options.onChange();
  }

  #refused(host: string): void {
    const isKnown = this.#allowed.includes(host) || this.#asked.includes(host) || this.#dismissed.has(host);
    if (isKnown || this.#asked.length >= mostAsked || this.#dismissed.size >= mostDismissed) return;
    this.#asked = [...this.#asked, host];
    this.#options.onChange();
  }

  async #set(allowed: readonly string[]): Promise<void> {
    this.#allowed = allowed;
    this.#guest?.network?.allow(allowed);
    this.#options.onChange();
    if (this.#options.writable) await this.#options.store.setValue(storedName, allowed);
  }

  #load(): Promise<void> {
    this.#loaded ??= this.#options.store.getValue(storedName).then((value) => {
      const stored = v.safeParse(storedSchema, value);
      if (!stored.success) return;
      this.#allowed = stored.output;
      this.#options.onChange();
    });
    return this.#loaded;
  }
}
