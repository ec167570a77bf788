import { type ScriptUrls, sharedUrls } from './workerStart.ts';

/** Bundles that the page fetches only when something in the guest needs them. */
export const assetNames = ['git', 'jq', 'npm', 'node-worker'] as const;

export type AssetName = (typeof assetNames)[number];

export function isAssetName(value: unknown): value is AssetName {
  return assetNames.some((name) => name === value);
}

/** The page's answer: the text of a classic script, or why there is none. */
export type AssetAnswer =
  | { readonly name: AssetName; readonly code: string }
  | { readonly name: AssetName; readonly code: null; readonly message: string };

interface Wanted {
  readonly urls: Promise<() => string>;
  readonly settle: (answer: AssetAnswer) => void;
}

/** Asks the page for a bundle once and keeps it as a blob; what failed is asked for again by the next who needs it. */
export class Assets {
  readonly #ask: (name: AssetName) => void;
  readonly #urlsOf: ScriptUrls;
  readonly #wanted = new Map<AssetName, Wanted>();

  constructor(ask: (name: AssetName) => void, urlsOf: ScriptUrls = sharedUrls) {
    this.#ask = ask;
    this.#urlsOf = urlsOf;
  }

  /**
   * A blob URL for one `new Worker` or `importScripts`; never revoked. Rejects with a sentence where it did not load.
   */
  async url(name: AssetName): Promise<string> {
    const urlOf = await this.#urls(name);
    return urlOf();
  }

  #urls(name: AssetName): Promise<() => string> {
    const known = this.#wanted.get(name);
    if (known) return known.urls;
    let settle: Wanted['settle'] = () => {};
    const urls = new Promise<() => string>((resolve, reject) => {
      settle = (answer) => {
        if (answer.code !== null) {
          resolve(this.#urlsOf(answer.code));
          return;
        }
        this.#wanted.delete(name);
        reject(new Error(answer.message));
      };
    });
    this.#wanted.set(name, { urls, settle });
    this.#ask(name);
    return urls;
  }

  answered(answer: AssetAnswer): void {
    this.#wanted.get(answer.name)?.settle(answer);
  }
}
