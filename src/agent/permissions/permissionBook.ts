import * as v from 'valibot';
import type { Store } from '../../store/index.ts';

export type PermissionChoice = 'run' | 'ask' | 'deny';

/** A tool as a permission is given to it. */
export interface PermissionSubject {
  /** Our name, with its prefix where it is not one of ours. */
  readonly name: string;
  /** What a permission to run is bound to; null for our own tools, which run unless something else is said. */
  readonly fingerprint: string | null;
}

const settingName = 'toolPermissions';
const storedSchema = v.object({
  choices: v.array(v.tuple([v.string(), v.picklist(['run', 'ask', 'deny'])])),
  allowed: v.array(v.string()),
});
/** Versions of tools from outside that are remembered as allowed; the oldest are asked about again. */
const maxAllowed = 500;

/**
 * Run, ask or deny per tool, for every session of this browser. A tool from outside (a plugin's, a server's) may run
 * only in the very version that was allowed; a denial holds for its name, whatever it becomes.
 */
export class PermissionBook {
  readonly #choices = new Map<string, PermissionChoice>();
  #allowed: readonly string[] = [];
  readonly #listeners = new Set<() => void>();
  #loaded: Promise<void> | null = null;

  constructor(private readonly store: Pick<Store, 'getSetting' | 'setSetting'>) {}

  /** Resolves when what was stored is in force. Storage that cannot be read counts as empty. */
  load(): Promise<void> {
    this.#loaded ??= this.store
      .getSetting(settingName)
      .catch(() => undefined)
      .then((value) => {
        const stored = v.safeParse(storedSchema, value);
        if (!stored.success) return;
        for (const [name, choice] of stored.output.choices) this.#choices.set(name, choice);
        this.#allowed = stored.output.allowed;
      });
    return this.#loaded;
  }

  choiceFor({ name, fingerprint }: PermissionSubject): PermissionChoice {
    const choice = this.#choices.get(name);
    if (fingerprint === null) return choice ?? 'run';
    if (choice === 'deny' || choice === 'ask') return choice;
    return this.#allowed.includes(allowance(name, fingerprint)) ? 'run' : 'ask';
  }

  /** Another version of the tool had been allowed: whoever asks says so. */
  wasAllowed({ name, fingerprint }: PermissionSubject): boolean {
    if (fingerprint === null || this.#allowed.includes(allowance(name, fingerprint))) return false;
    return this.#allowed.some((each) => each.startsWith(`${name} `));
  }

  /** Holds at once; resolves when it is stored. */
  async set({ name, fingerprint }: PermissionSubject, choice: PermissionChoice): Promise<void> {
    await this.load();
    if (fingerprint === null) this.#choices.set(name, choice);
    else if (choice === 'run') {
      this.#choices.delete(name);
      const now = allowance(name, fingerprint);
      this.#allowed = [...this.#allowed.filter((each) => each !== now), now].slice(-maxAllowed);
    } else this.#choices.set(name, choice);
    for (const listener of [...this.#listeners]) listener();
    await this.store.setSetting(settingName, { choices: [...this.#choices], allowed: this.#allowed });
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

function allowance(name: string, fingerprint: string): string {
  return `${name} ${fingerprint}`;
}
