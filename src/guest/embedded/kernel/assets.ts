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
  readonly url: Promise<string>;
  readonly settle: (answer: AssetAnswer) => void;
}

/** Asks the page for a bundle once and keeps it as a blob; what failed is asked for again by the next who needs it. */
export class Assets {
  readonly #ask: (name: AssetName) => void;
  readonly #wanted = new Map<AssetName, Wanted>();

  constructor(ask: (name: AssetName) => void) {
    this.#ask = ask;
  }

  /** A blob URL for `new Worker` or `importScripts`; never revoked. Rejects with a sentence where it did not load. */
  url(name: AssetName): Promise<string> {
    const known = this.#wanted.get(name);
    if (known) return known.url;
    let settle: Wanted['settle'] = () => {};
    const url = new Promise<string>((resolve, reject) => {
      settle = (answer) => {
        if (answer.code !== null) {
          resolve(URL.createObjectURL(new Blob([answer.code], { type: 'text/javascript' })));
          return;
        }
        this.#wanted.delete(name);
        reject(new Error(answer.message));
      };
    });
    this.#wanted.set(name, { url, settle });
    this.#ask(name);
    return url;
  }

  answered(answer: AssetAnswer): void {
    this.#wanted.get(answer.name)?.settle(answer);
  }
}
