import type { SiteManifest } from '../site.ts';
import { routeOf } from './route.ts';

const cachePrefix = 'spillway-site-';
/** The documents a person opens; with one of them a first visit's worker can already answer. */
const startPage = 'index.html';
/** Fetched at a time: the page's own requests go first. */
const atOnce = 3;

export interface OfflineSiteDeps {
  readonly caches: CacheStorage;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Absolute URL of the site's folder, with its slash. */
  readonly scope: string;
}

/**
 * One version of the site and its files in a cache of their own. Nothing is kept whose hash is not the listed one, so
 * a host that is being updated can never mix two versions.
 */
export class OfflineSite {
  readonly #site: SiteManifest;
  readonly #deps: OfflineSiteDeps;
  readonly #cacheName: string;
  #isLeaving = false;

  constructor(site: SiteManifest, deps: OfflineSiteDeps) {
    this.#site = site;
    this.#deps = deps;
    this.#cacheName = cachePrefix + site.version;
  }

  /** Enough to answer a reload at once, for a first visit. Rejects where the host has another version by now. */
  async keepStartPage(): Promise<void> {
    await this.#kept(startPage);
  }

  /**
   * Keeps what is not kept yet. Rejects with the first failure, and soon after `leave`; what has come until then
   * stays.
   */
  async keepAll(): Promise<void> {
    const waiting = Object.keys(this.#site.files);
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
          if (this.#isLeaving) throw new Error('Another version takes over.');
          await this.#kept(path);
        }
      }),
    );
  }

  /** Another version is about to answer: nothing more is kept ahead of need. Requests are answered as before. */
  leave(): void {
    this.#isLeaving = true;
  }

  /** Null where the browser should go on by itself. */
  answer(request: Request): Promise<Response> | null {
    const route = routeOf(request, this.#deps.scope, this.#site);
    switch (route.kind) {
      case 'network':
        return null;
      case 'own':
        return this.#kept(route.path).catch((error: unknown) =>
          this.#withoutCopy(request, route.path, error),
        );
      case 'other-version':
        return this.#ofOtherVersion(route.path, route.hash, request);
      case 'unknown-page':
        return this.#deps.fetch(request).catch(() => Response.redirect(this.#deps.scope));
    }
  }

  /**
   * Deletes the files of other versions. `exceptNewest`: those of the version before this one stay, for tabs that are
   * still of it.
   */
  async forgetOthers({ exceptNewest }: { readonly exceptNewest: boolean }): Promise<void> {
    const others = await this.#otherCaches();
    // The browser names caches in the order in which they were made.
    await Promise.all(
      others.slice(0, exceptNewest ? -1 : undefined).map((name) => this.#deps.caches.delete(name)),
    );
  }

  async #otherCaches(): Promise<string[]> {
    const names = await this.#deps.caches.keys();
    return names.filter((name) => name.startsWith(cachePrefix) && name !== this.#cacheName);
  }

  #keyOf(path: string, hash: string): string {
    return new URL(`${path}?${hash}`, this.#deps.scope).href;
  }

  /** The file, from the cache, from another version that has the same, or checked from the network. */
  async #kept(path: string): Promise<Response> {
    const listed = this.#site.files[path];
    if (!listed) throw new Error(`${path} is no file of the site`);
    const [hash, headerSet] = listed;
    const key = this.#keyOf(path, hash);
    const cache = await this.#deps.caches.open(this.#cacheName);
    const found = await cache.match(key);
    if (found) return found;
    const same = await this.#inOthers(key, false);
    const response = withHeaders(
      same ?? (await this.#fetched(path, hash)),
      this.#site.headerSets[headerSet] ?? {},
    );
    await cache.put(key, response.clone());
    return response;
  }

  async #fetched(path: string, hash: string): Promise<Response> {
    const url = new URL(path, this.#deps.scope).href;
    const response = await this.#deps.fetch(
      new Request(url, {
        integrity: `sha256-${hash}=`,
        // Names below assets/ hold a hash of their content: a copy that the browser has is as good.
        cache: path.startsWith('assets/') ? 'default' : 'no-cache',
      }),
    );
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return response;
  }

  /** The cache was emptied and the host has another version: its pages and hashed names are still right. */
  async #withoutCopy(request: Request, path: string, error: unknown): Promise<Response> {
    if (request.mode === 'navigate' || path.startsWith('assets/')) return this.#deps.fetch(request);
    throw error;
  }

  async #ofOtherVersion(path: string, hash: string | null, request: Request): Promise<Response> {
    const found = await this.#inOthers(this.#keyOf(path, hash ?? ''), hash === null);
    return found ?? this.#deps.fetch(request);
  }

  async #inOthers(key: string, ignoreSearch: boolean): Promise<Response | null> {
    for (const name of (await this.#otherCaches()).reverse()) {
      const found = await (await this.#deps.caches.open(name)).match(key, { ignoreSearch });
      if (found) return found;
    }
    return null;
  }
}

/** The type as the host sent it, everything else as the product's own server says. */
function withHeaders(response: Response, headers: Readonly<Record<string, string>>): Response {
  const type = response.headers.get('Content-Type') ?? 'application/octet-stream';
  return new Response(response.body, { headers: { ...headers, 'Content-Type': type } });
}
