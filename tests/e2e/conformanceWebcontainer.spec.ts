import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import {
  type HostFaults,
  startWebContainerHost,
  type WebContainerHost,
} from '../hosts/webcontainer/server.mjs';

/** The guest check on a WebContainer: the unmodified client in a real browser, against the local host. */

const root = process.env.DIST ?? fileURLToPath(new URL('../../dist', import.meta.url));
let host: WebContainerHost;
test.afterEach(() => host.close());

async function openCheck(page: Page, faults: HostFaults = {}): Promise<void> {
  host = await startWebContainerHost({ root, faults });
  await page.addInitScript((origin) => {
    Object.assign(globalThis, { WEBCONTAINER_API_IFRAME_URL: origin });
  }, host.origin);
  await page.goto(`${host.origin}/#/guest`);
  await page.getByRole('radio', { name: 'WebContainer' }).check();
}

/** Runs one check; it is kept. */
async function keeps(page: Page, name: string): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: name });
  await row.getByRole('button').click();
  await expect(page.getByRole('button', { name: 'Run all', exact: true })).toBeEnabled({ timeout: 60_000 });
  await expect(row.getByText('kept', { exact: true }), name).toBeVisible();
}

test('a container keeps what the embedded guest keeps: one check of each kind', async ({ page }) => {
  await openCheck(page);
  for (const name of [
    'file errors carry POSIX codes',
    'a redirection that cannot be opened',
    'changes are net',
    'both streams together keep the order',
    'node ends with the code that its program gives',
    'a shell carries cwd, variables and functions',
    'all 256 bytes pass unchanged',
    'a character written in pieces arrives whole',
    'two runs go on at the same time',
    'a stopped run takes along all that it has started: a child of node',
    'node in a hot loop, killed',
    'the page gets a server’s answer',
  ]) {
    await keeps(page, name);
  }
});
