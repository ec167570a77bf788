import { loadProfilesOf, type ProfileRef } from '../../core/index.ts';
import { formatProfile, parseProfile } from './address/profileCode.ts';

/** Where a page keeps small things. */
export interface SettingStore {
  getSetting(name: string): Promise<unknown>;
  setSetting(name: string, value: unknown): Promise<void>;
}

/** A named mixture: a profile and what a person changed of it. */
export interface Mixture {
  readonly name: string;
  /** As in an address; equal codes are the same mixture. */
  readonly code: string;
  readonly ref: ProfileRef;
}

const setting = 'profile-mixtures';
const most = 50;
const longestCode = 4_000;

/** The named mixtures of this device, in the order of their names. */
export class KeptMixtures {
  #list = $state.raw<readonly Mixture[]>([]);
  readonly #store: SettingStore;
  /** Changes follow one another, behind what was stored before. */
  #last: Promise<void>;

  constructor(store: SettingStore) {
    this.#store = store;
    // What cannot be read is no list; a later change says so where it cannot be written either.
    this.#last = this.#load().catch(() => undefined);
  }

  get list(): readonly Mixture[] {
    return this.#list;
  }

  has(ref: ProfileRef): boolean {
    const code = formatProfile(ref);
    return this.#list.some((mixture) => mixture.code === code);
  }

  /** Keeps a mixture under its name, in place of one of the same name. Rejects where nothing can be stored. */
  keep(ref: ProfileRef): Promise<void> {
    const { name } = ref;
    if (name === undefined) throw new TypeError('A mixture is kept under its name, and this one has none.');
    return this.#change((list) => [...list.filter((other) => other.name !== name), mixtureOf(ref, name)]);
  }

  forget(ref: ProfileRef): Promise<void> {
    const code = formatProfile(ref);
    return this.#change((list) => list.filter((other) => other.code !== code));
  }

  #change(to: (list: readonly Mixture[]) => readonly Mixture[]): Promise<void> {
    const done = this.#last.then(async () => {
      const next = to(this.#list)
        .toSorted((a, b) => a.name.localeCompare(b.name))
        .slice(0, most);
      this.#list = next;
      await this.#store.setSetting(
        setting,
        next.map(({ code }) => code),
      );
    });
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #load(): Promise<void> {
    const stored = await this.#store.getSetting(setting);
    if (!Array.isArray(stored)) return;
    const codes = stored
      .filter((code: unknown) => typeof code === 'string' && code.length <= longestCode)
      .slice(0, most);
    await loadProfilesOf(codes.map((code) => code.split(';', 1)[0] ?? ''));
    this.#list = codes.flatMap((code) => {
      const ref = parseProfile(code);
      return ref?.name === undefined ? [] : [mixtureOf(ref, ref.name)];
    });
  }
}

function mixtureOf(ref: ProfileRef, name: string): Mixture {
  return { name, code: formatProfile(ref), ref };
}

const kept = new WeakMap<SettingStore, KeptMixtures>();

/** The one list of a page. */
export function keptMixturesOf(store: SettingStore): KeptMixtures {
  const known = kept.get(store) ?? new KeptMixtures(store);
  kept.set(store, known);
  return known;
}
