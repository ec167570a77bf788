import { expect, test } from 'vitest';
import type { SiteManifest } from '../../../src/serviceWorker/site.ts';
import { routeOf } from '../../../src/serviceWorker/worker/route.ts';

const hash = 'h'.repeat(43);
const other = 'o'.repeat(43);
const site: SiteManifest = {
  version: 'v',
  headerSets: [{}],
  files: { 'index.html': [hash, 0], 'guest.html': [hash, 0], 'assets/a-1.js': [hash, 0] },
};
const scope = 'https://host.example/site/';
const route = (path: string, more: Partial<Parameters<typeof routeOf>[0]> = {}) =>
  routeOf(
    { method: 'GET', url: new URL(path, scope).href, mode: 'cors', destination: '', ...more },
    scope,
    site,
  );
const page = { mode: 'navigate', destination: 'document' };

test('files of this version are answered from what is kept, the folder itself by its start page', () => {
  expect(route('')).toEqual({ kind: 'own', path: 'index.html' });
  expect(route('?guest=embedded', page)).toEqual({ kind: 'own', path: 'index.html' });
  expect(route('assets/a-1.js')).toEqual({ kind: 'own', path: 'assets/a-1.js' });
  expect(route(`guest.html?${hash}`)).toEqual({ kind: 'own', path: 'guest.html' });
});

test('a tab of another version gets its own content or none: by the hash it names, or by a hashed name', () => {
  expect(route(`guest.html?${other}`)).toEqual({ kind: 'other-version', path: 'guest.html', hash: other });
  expect(route('assets/a-0.js')).toEqual({ kind: 'other-version', path: 'assets/a-0.js', hash: null });
});

test('other origins, other folders, other methods and files that are no part of the page are not touched', () => {
  for (const url of [
    'https://api.example/v1',
    'https://host.example/elsewhere',
    'http://host.example/site/',
  ]) {
    expect(route(url)).toEqual({ kind: 'network' });
  }
  expect(route('', { method: 'POST' })).toEqual({ kind: 'network' });
  expect(route('goldens/index.json')).toEqual({ kind: 'network' });
  expect(route('headless', { mode: 'navigate', destination: 'iframe' })).toEqual({ kind: 'network' });
  expect(route('constructor')).toEqual({ kind: 'network' });
});

test('an address of the site that nobody knows leads a person to the start page, and no script anywhere', () => {
  expect(route('nobody/knows', page)).toEqual({ kind: 'unknown-page' });
  expect(route('nobody/knows.js')).toEqual({ kind: 'network' });
});
