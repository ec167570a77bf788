import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { startWebContainerHost, type WebContainerHost } from '../hosts/webcontainer/server.mjs';
import { card, say } from './support/app.ts';

/** The guest in a WebContainer: the unmodified client in a real browser, against the local host. */

const root = process.env.DIST ?? fileURLToPath(new URL('../../dist', import.meta.url));
let host: WebContainerHost;

test.beforeEach(async () => {
  host = await startWebContainerHost({ root });
});

test.afterEach(() => host.close());

async function openOnHost(page: Page, query = ''): Promise<void> {
  page.on('pageerror', (error) => console.log('page error', error.message));
  await page.addInitScript((origin) => {
    Object.assign(globalThis, { WEBCONTAINER_API_IFRAME_URL: origin });
  }, host.origin);
  await page.goto(`${host.origin}/${query}`);
  const before = new URL(page.url()).hash;
  await page.getByTitle('New session', { exact: true }).click();
  await expect.poll(() => new URL(page.url()).hash).not.toBe(before);
  await expect(page.getByRole('heading', { name: 'An empty session' })).toBeVisible();
}

const guestLine = (page: Page) => page.locator('details.guest summary');

test('a new session runs its first command in a WebContainer', async ({ page }) => {
  await openOnHost(page);
  await say(page, 'echo hi; node -p process.version');
  await expect(guestLine(page)).toContainText('webcontainer');
  await expect(card(page, '1.1.0')).toContainText('hi');
});
