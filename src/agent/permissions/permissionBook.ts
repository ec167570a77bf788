import * as v from 'valibot';
import type { SharedSettings } from '../settings/sharedSettings.ts';
import { SharedValue } from '../settings/sharedValue.ts';

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
type Stored = v.InferOutput<typeof storedSchema>;
/** Versions of tools from outside that are remembered as allowed; the oldest are asked about again. */
const maxAllowed = 500;

/**
 * Run, ask or deny per tool, for every session and every tab of this browser. A tool from outside (a plugin's, a
 * server's) may run only in the very version that was allowed; a denial holds for its name, whatever it becomes.
 */
export class PermissionBook {
  readonly #listeners = new Set<() => void>();
  readonly #stored: SharedValue<Stored>;

  constructor(settings: SharedSettings) {
    this.#stored = new SharedValue({
      settings,
      name: settingName,
      initial: { choices: [], allowed: [] },
      parse: (value) => {
        const stored = v.safeParse(storedSchema, value);
        return stored.success ? stored.output : null;
      },
      onChange: () => {
        for (const listener of [...this.#listeners]) listener();
      },
    });
  }

  /** Resolves when what was stored is in force. Storage that cannot be read counts as empty. */
  load(): Promise<void> {
    return this.#stored.load();
  }

  choiceFor({ name, fingerprint }: PermissionSubject): PermissionChoice {
    const { choices, allowed } = this.#stored.value;
    const choice = choices.find(([named]) => named === name)?.[1];
    if (fingerprint === null) return choice ?? 'run';
    if (choice === 'deny' || choice === 'ask') return choice;
    return allowed.includes(allowance(name, fingerprint)) ? 'run' : 'ask';
  }

  /** Another version of the tool had been allowed: whoever asks says so. */
  wasAllowed({ name, fingerprint }: PermissionSubject): boolean {
    const { allowed } = this.#stored.value;
    if (fingerprint === null || allowed.includes(allowance(name, fingerprint))) return false;
    return allowed.some((each) => each.startsWith(`${name} `));
  }

  /** Holds at once; resolves when it is stored, and every tab has been told. */
  set(subject: PermissionSubject, choice: PermissionChoice): Promise<void> {
    return this.#stored.edit((stored) => withChoice(stored, subject, choice));
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  dispose(): void {
    this.#stored.dispose();
    this.#listeners.clear();
  }
}

function withChoice(
  { choices, allowed }: Stored,
  { name, fingerprint }: PermissionSubject,
  choice: PermissionChoice,
): Stored {
  const others = choices.filter(([named]) => named !== name);
  if (fingerprint === null || choice !== 'run') return { choices: [...others, [name, choice]], allowed };
  const now = allowance(name, fingerprint);
  return { choices: others, allowed: [...allowed.filter((each) => each !== now), now].slice(-maxAllowed) };
}

function allowance(name: string, fingerprint: string): string {
  return `${name} ${fingerprint}`;
}
