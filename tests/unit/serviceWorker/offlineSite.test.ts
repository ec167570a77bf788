import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { SiteManifest } from '../../../src/serviceWorker/site.ts';
import { OfflineSite } from '../../../src/serviceWorker/worker/offlineSite.ts';

const scope = 'https://host.example/site/';
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');

/** As much of the browser's caches as is used; keys are whole addresses. */
class FakeCaches {
  readonly stores = new Map<string, Map<string, Response>>();
  async keys() {
    return [...this.stores.keys()];
  }
  async delete(name: string) {
    return this.stores.delete(name);
  }
  async open(name: string) {
    const store = this.stores.get(name) ?? new Map<string, Response>();
    this.stores.set(name, store);
    return {
      match: async (key: string, { ignoreSearch = false } = {}) => {
        const bare = (url: string) => (ignoreSearch ? url.replace(/\?.*/, '') : url);
        const found = [...store].find(([url]) => bare(url) === bare(key))?.[1];
        return found?.clone();
      },
      put: async (key: string, response: Response) => void store.set(key, response),
    };
  }
}

let caches: FakeCaches;
/** What the host has now: text by path. */
let host: Record<string, string>;
let asked: string[];

beforeEach(() => {
  caches = new FakeCaches();
  asked = [];
});

/** The network with the browser's check of integrity. */
async function fetchFromHost(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname.replace('/site/', '') || 'index.html';
  asked.push(path);
  const text = host[path];
  if (text === undefined) return new Response('', { status: 404 });
  if (request.integrity && request.integrity !== `sha256-${hashOf(text)}=`) throw new TypeError('integrity');
  return new Response(text, { headers: { 'Content-Type': 'text/plain', 'X-Host': 'host' } });
}

function siteOf(version: string, files: Record<string, string>): OfflineSite {
  const manifest: SiteManifest = {
    version,
    headerSets: [{ 'X-Ours': version }],
    files: Object.fromEntries(Object.entries(files).map(([path, text]) => [path, [hashOf(text), 0]])),
  };
  return new OfflineSite(manifest, {
    caches: caches as unknown as CacheStorage,
    fetch: fetchFromHost,
    scope,
  });
}

const textOf = async (site: OfflineSite, path: string) => {
  const response = await site.answer(new Request(new URL(path, scope)));
  return response?.text();
};

const first = { 'index.html': 'one', 'guest.html': 'guest 1', 'assets/a-1.js': 'a', 'assets/same-0.js': 's' };
const second = {
  'index.html': 'two',
  'guest.html': 'guest 2',
  'assets/a-2.js': 'b',
  'assets/same-0.js': 's',
};

test('what is kept is answered without the host, with the host’s type and with our headers alone', async () => {
  host = first;
  const site = siteOf('1', first);
  await site.keepAll();
  host = {};
  const response = await site.answer(new Request(scope));
  expect([await response?.text(), Object.fromEntries(response!.headers)]).toEqual([
    'one',
    { 'content-type': 'text/plain', 'x-ours': '1' },
  ]);
  expect(await textOf(site, 'assets/a-1.js')).toBe('a');
});

test('nothing is kept that is not what the build had: an install while the host changes fails', async () => {
  host = { ...first, 'guest.html': 'guest 2' };
  await expect(siteOf('1', first).keepAll()).rejects.toThrow('integrity');
});

test('a version fetches only what the one before did not have, and serves that one’s tabs from its files', async () => {
  host = first;
  await siteOf('1', first).keepAll();
  host = second;
  asked = [];
  const site = siteOf('2', second);
  await site.keepAll();
  expect(asked.sort()).toEqual(['assets/a-2.js', 'guest.html', 'index.html']);
  await site.forgetOthers({ exceptNewest: true });
  host = {};
  // A tab of the first version asks for its own.
  expect(await textOf(site, 'assets/a-1.js')).toBe('a');
  expect(await textOf(site, `guest.html?${hashOf('guest 1')}`)).toBe('guest 1');
  expect(await textOf(site, `guest.html?${hashOf('guest 2')}`)).toBe('guest 2');
  expect(await textOf(site, '')).toBe('two');
  await site.forgetOthers({ exceptNewest: false });
  expect(await caches.keys()).toEqual(['spillway-site-2']);
});

test('of several older versions the newest stays until nobody needs it', async () => {
  for (const version of ['1', '2', '3']) {
    host = first;
    await siteOf(version, first).keepStartPage();
  }
  caches.stores.set('somebody-elses', new Map());
  await siteOf('3', first).forgetOthers({ exceptNewest: true });
  expect(await caches.keys()).toEqual(['spillway-site-2', 'spillway-site-3', 'somebody-elses']);
});

test('where the cache was emptied and the host is ahead, its page comes as it is and guest code does not', async () => {
  host = second;
  const site = siteOf('1', first);
  const navigation = { url: scope, method: 'GET', mode: 'navigate', destination: 'document' };
  expect(await (await site.answer(navigation as Request))?.status).toBe(200);
  await expect(site.answer(new Request(`${scope}guest.html`))).rejects.toThrow('integrity');
});

test('a version that another takes over from keeps nothing more ahead of need, and still answers', async () => {
  host = { ...first };
  const site = siteOf('v1', first);
  await site.keepStartPage();
  const keeping = site.keepAll();
  site.leave();
  await expect(keeping).rejects.toThrow('Another version takes over.');
  await expect(site.keepAll()).rejects.toThrow('Another version takes over.');
  expect(asked).not.toContain('assets/same-0.js');
  expect(await textOf(site, 'index.html')).toBe('one');
  expect(await textOf(site, 'assets/same-0.js')).toBe('s');
});
