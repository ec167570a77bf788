import type { Bundle, BundleName, LoadBundle } from '../shell/index.ts';
import type { AssetName } from './assets.ts';
import type { AssetUrlMessage } from './messages.ts';

/** Where a bundle's script puts what it brings. */
export type BundleShelf = Partial<Record<BundleName, Bundle>>;

interface Waiting {
  readonly resolve: (url: string) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Bundles in a command worker: the kernel is asked for the URL, the script is evaluated here once and the
 * worker keeps it for all its later commands.
 */
export class WorkerAssets {
  readonly #ask: (name: AssetName) => void;
  readonly #evaluate: (url: string) => void;
  readonly #shelf: () => BundleShelf;
  readonly #waiting = new Map<string, Waiting[]>();

  /** `evaluate` runs the script at a URL, which puts its bundle on the shelf. */
  constructor(parts: {
    readonly ask: (name: AssetName) => void;
    readonly evaluate: (url: string) => void;
    readonly shelf: () => BundleShelf;
  }) {
    this.#ask = parts.ask;
    this.#evaluate = parts.evaluate;
    this.#shelf = parts.shelf;
  }

  readonly load: LoadBundle = async (name) => {
    const kept = this.#shelf()[name];
    if (kept) return kept;
    const url = await this.url(name);
    if (!this.#shelf()[name]) this.#evaluate(url);
    const bundle = this.#shelf()[name];
    if (!bundle) throw new Error('its script brought nothing');
    return bundle;
  };

  /** A blob URL of the script. Rejects with a sentence where it did not load. */
  url(name: AssetName): Promise<string> {
    return new Promise<string>((resolve, reject) => {
      const others = this.#waiting.get(name) ?? [];
      this.#waiting.set(name, [...others, { resolve, reject }]);
      if (others.length === 0) this.#ask(name);
    });
  }

  answered({ name, url, message }: AssetUrlMessage): void {
    const waiting = this.#waiting.get(name) ?? [];
    this.#waiting.delete(name);
    for (const { resolve, reject } of waiting) {
      if (url === null) reject(new Error(message));
      else resolve(url);
    }
  }
}
