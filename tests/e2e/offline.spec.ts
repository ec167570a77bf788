import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { headersFor } from '../../.ci/headers.mjs';
import { writeServiceWorker } from '../../src/serviceWorker/build/serviceWorkerFile.ts';
import { type StaticHost, startStaticHost } from '../hosts/staticHost.ts';
import { conversation, embeddedOnly, newSession, openApp, runDemo, say, showView } from './support/app.ts';
import { shot } from './support/shot.ts';
import { expectQuiet, watch } from './support/watch.ts';

/** What the service worker does: the whole page without a network, and versions that never mix. */

test.use({ serviceWorkers: 'allow' });

const dist = process.env.DIST ?? 'dist';
let hosts: StaticHost[] = [];
let folders: string[] = [];

test.afterEach(async () => {
  await Promise.all(hosts.map((host) => host.stop()));
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
  hosts = [];
  folders = [];
});

async function hostOf(folder: string): Promise<StaticHost> {
  const host = await startStaticHost(folder, headersFor);
  hosts.push(host);
  return host;
}

/** The same site with other words in it: a version of its own. */
async function otherVersion(title: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'spillway-version-'));
  folders.push(folder);
  await cp(dist, folder, { recursive: true });
  const start = join(folder, 'index.html');
  const html = await readFile(start, 'utf8');
  await writeFile(start, html.replace('<title>Spillway</title>', `<title>${title}</title>`));
  await writeServiceWorker(folder, headersFor);
  return folder;
}

/** Waits until every file of the site is on the device. */
async function kept(page: Page): Promise<void> {
  await expect(page.locator('[data-kept-offline="true"]')).toBeAttached({ timeout: 40_000 });
}

test('after the first visit the whole page works without a network', async ({ page }) => {
  const host = await hostOf(dist);
  const watched = await watch(page, host.url);
  await embeddedOnly(page);
  await openApp(page, host.url);
  await kept(page);
  await host.stop();
  hosts = [];

  await openApp(page, host.url);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  // The demo: commands, saved outputs, tokens.
  await runDemo(page);
  await expect(await showView(page, 'Tokens')).toContainText('Tokens are counted');
  // A session of one's own: node, git and another profile come on demand.
  await newSession(page);
  await page.getByRole('combobox', { name: 'profile' }).selectOption({ label: 'Pi 0.58' });
  await say(page, 'node -p "6*7"; git --version; npm --version');
  await expect(conversation(page).getByText('42').first()).toBeVisible();
  // The other pages.
  await page.goto(`${host.url}#/lab`);
  await expect(page.getByRole('tablist', { name: 'Views of the Lab' })).toBeVisible();
  await page.goto(`${host.url}#/protocols`);
  await expect(page.getByRole('table').first()).toBeVisible();
  await shot(page, 'offline');
  // A lesson: its text, a computer of its own, the counting of tokens.
  await page.goto(`${host.url}#/lesson/three-views`);
  await page.getByRole('button', { name: 'Show me the answer' }).click();
  await expect(page.getByRole('main')).toContainText('Of the output it was sent 1,958 of 59,161 characters');
  await expect(page.getByRole('tabpanel', { name: 'Model view' })).toContainText('<persisted-output>');
  // An address that nobody knows leads to the start.
  await page.goto(`${host.url}nobody/knows`);
  await expect(page).toHaveURL(new RegExp(`^${host.url}(#.*)?$`));
  expectQuiet(watched);
});

test('a newer version is told, never forced, and taken whole', async ({ page, context }) => {
  const host = await hostOf(await otherVersion('First'));
  await openApp(page, host.url);
  await kept(page);
  await page.reload();
  const second = await otherVersion('Second');
  host.deploy(second);
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  const line = page.getByRole('status').filter({ hasText: 'A new version is ready.' });
  await expect(line).toBeVisible({ timeout: 30_000 });
  await shot(page, 'offline-update');
  // Until its user wishes, the old version goes on, also in another tab and after a reload.
  const other = await context.newPage();
  const servedTitle = (where: Page) =>
    where.evaluate(async () => /<title>(\w+)/.exec(await (await fetch('index.html')).text())?.[1]);
  await other.goto(host.url);
  expect(await servedTitle(other)).toBe('First');
  await expect(line).toBeVisible();
  // Nothing is asked of the old worker meanwhile: the browser swaps the two when the old one is at rest.
  const reloaded = page.waitForEvent('load', { timeout: 60_000 });
  await line.getByRole('button', { name: 'Reload' }).click();
  await reloaded;
  await expect.poll(() => servedTitle(page).catch(() => 'on its way')).toBe('Second');
  // The other tab is told and keeps what it has: files that only the first version knew are still there.
  await expect(other.getByText('A new version is ready.')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('A new version is ready.')).toHaveCount(0);
});
