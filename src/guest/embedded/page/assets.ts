import gitUrl from 'virtual:guest/git';
import jqUrl from 'virtual:guest/jq';
import nodeWorkerUrl from 'virtual:guest/node-worker';
import npmUrl from 'virtual:guest/npm';
import type { AssetAnswer, AssetName } from '../kernel/index.ts';

export type AssetUrls = Readonly<Record<AssetName, string>>;

export const builtAssetUrls: AssetUrls = {
  git: gitUrl,
  jq: jqUrl,
  npm: npmUrl,
  'node-worker': nodeWorkerUrl,
};

/** A script's text. Rejects with one sentence; the caller may try again. */
export async function scriptText(url: string): Promise<string> {
  const response = await fetch(url).catch((error: unknown) => {
    throw new Error(`the guest's ${fileOf(url)} did not load: ${messageOf(error)}`);
  });
  if (!response.ok) throw new Error(`the guest's ${fileOf(url)} did not load: ${response.status}`);
  return response.text();
}

/**
 * What the guest may have besides its first scripts: fixed URLs behind names, so that a guest that was broken
 * into can make the page fetch nothing else. What has loaded is kept; what failed is fetched again when asked.
 */
export class PageAssets {
  readonly #urls: AssetUrls;
  readonly #texts = new Map<AssetName, Promise<string>>();

  constructor(urls: AssetUrls) {
    this.#urls = urls;
  }

  /** Never rejects: a failure is an answer. */
  async answer(name: AssetName): Promise<AssetAnswer> {
    const text = this.#texts.get(name) ?? scriptText(this.#urls[name]);
    this.#texts.set(name, text);
    try {
      return { name, code: await text };
    } catch (error) {
      this.#texts.delete(name);
      return { name, code: null, message: messageOf(error) };
    }
  }
}

function fileOf(url: string): string {
  return url.replace(/[?#].*$/, '').replace(/^.*\//, '');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
