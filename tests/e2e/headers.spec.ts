import { type APIRequestContext, expect, test } from '@playwright/test';
import { documentCsp, guestCsp, networkWorkerCsp, workerCsp } from '../../.ci/headers.mjs';
import { openApp, runDemo } from './support/app.ts';
import { openSettings } from './support/providers.ts';
import { expectQuiet, watch } from './support/watch.ts';

/** The headers that the page's safety stands on, on everything that a whole run loads. */

const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
};

function policyOf(path: string): string {
  if (/^\/assets\/(mcp-)?network-worker-/.test(path)) return networkWorkerCsp;
  if (path.startsWith('/assets/')) return workerCsp;
  return path === '/guest.html' ? guestCsp : documentCsp;
}

async function headersOf(request: APIRequestContext, path: string) {
  const response = await request.get(path);
  return { status: response.status(), headers: response.headers() };
}

test('everything that a run and the settings load has its policy, its type and its cache rule', async ({
  page,
  request,
  baseURL,
}) => {
  const watched = await watch(page, baseURL!);
  const paths = new Set<string>();
  page.on('request', (asked) => {
    const url = new URL(asked.url());
    if (url.origin === new URL(baseURL!).origin) paths.add(url.pathname);
  });
  await openApp(page);
  await runDemo(page);
  await openSettings(page);
  await expect(page.getByRole('button', { name: 'Forget all keys' })).toBeVisible();
  expectQuiet(watched);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  expect([...paths].some((path) => path.startsWith('/assets/network-worker-'))).toBe(true);
  // Nobody answers there, which the worker has to be loaded for to find out.
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByLabel('Name of the server').fill('nobody');
  await settings.getByLabel('URL of the server').fill('http://127.0.0.1:9/nobody');
  await settings.getByRole('button', { name: 'Add server' }).click();
  await expect
    .poll(() => [...paths].some((path) => path.startsWith('/assets/mcp-network-worker-')))
    .toBe(true);
  expect(paths).toContain('/guest.html');
  for (const path of paths) {
    const { status, headers } = await headersOf(request, path);
    expect({ path, status, ...headers }).toMatchObject({
      path,
      status: 200,
      ...everywhere,
      // Firefox asks this of what is framed with an opaque origin.
      ...(path === '/guest.html' ? { 'cross-origin-resource-policy': 'cross-origin' } : {}),
      'content-security-policy': policyOf(path),
      'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    });
    const type = path.endsWith('.js') ? /^text\/javascript/ : /./;
    expect(headers['content-type']).toMatch(type);
  }
});

test('the document allows scripts and connections of its own origin only, and no frame around it', async ({
  request,
}) => {
  const { headers } = await headersOf(request, '/');
  const policy = new Map(
    (headers['content-security-policy'] ?? '').split('; ').map((directive) => {
      const [name = '', ...values] = directive.split(' ');
      return [name, values.join(' ')] as const;
    }),
  );
  expect(Object.fromEntries(policy)).toEqual({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' blob: data:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'worker-src': "'self'",
    'frame-src': "'self' https://stackblitz.com https://*.webcontainer-api.io",
    'manifest-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  });
});

test('the server gives nothing outside its folder, and nothing but GET and HEAD', async ({ request }) => {
  for (const path of [
    '/..%2fpackage.json',
    '/%2e%2e/package.json',
    '/assets/..%2f..%2fpackage.json',
    '/_headers',
  ]) {
    expect((await request.get(path)).status()).toBe(404);
  }
  expect((await request.post('/')).status()).toBe(405);
  expect((await request.get('/no-such-page')).status()).toBe(404);
});

test('the document cannot be framed', async ({ page, baseURL }) => {
  await page.route('http://framing.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<iframe src="${baseURL}"></iframe>` }),
  );
  await page.goto('http://framing.example/');
  await expect.poll(() => page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/');
});
