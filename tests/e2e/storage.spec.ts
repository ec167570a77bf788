import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import {
  card,
  conversation,
  newSession,
  openApp,
  runDemo,
  say,
  selectCall,
  showView,
} from './support/app.ts';
import { copiedDisk } from './support/clipboard.ts';
import { shot } from './support/shot.ts';
import { everythingStored, storedOf } from './support/stored.ts';

/** The browser's storage: full, refused, and left without a trace of what was deleted. */

async function limitStorage(page: Page, origin: string, bytes: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: bytes });
}

interface Exported {
  readonly format: string;
  readonly events: readonly { readonly type: string }[];
  readonly outputs: Readonly<Record<string, readonly string[]>>;
}

async function exported(page: Page): Promise<Exported> {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export the session' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/^spillway-.*\.json$/);
  return JSON.parse(await readFile(await download.path(), 'utf8')) as Exported;
}

test('where the browser gives no room, the session goes on in memory, says so and can be exported', async ({
  page,
  baseURL,
}) => {
  await limitStorage(page, new URL(baseURL!).origin, 30_000);
  await openApp(page);
  await runDemo(page);
  await expect(card(page, '1.6.0')).toContainText('# fail 0');
  const banner = page.getByText('The browser has no more room for this page.');
  await expect(banner).toBeVisible();
  await expect(banner).toContainText('goes on in memory and is gone when the page is closed');
  await shot(page, 'quota');
  await selectCall(page, '1.1.0');
  await showView(page, 'Disk');
  const output = await copiedDisk(page);
  expect(output).toContain('3:2:1 of 3 cents adds up to 4');
  const session = await exported(page);
  expect(session.format).toBe('spillway-session');
  expect(session.events.filter((event) => event.type === 'step')).toHaveLength(7);
  const kept = (session.outputs['1.1.0'] ?? []).map((chunk) => Buffer.from(chunk, 'base64'));
  expect(Buffer.concat(kept).toString()).toBe(output);
});

test('storage that runs full in the middle of a large output costs none of it', async ({ page, baseURL }) => {
  // Before the first write: Chromium remembers for a while how much room there was.
  await limitStorage(page, new URL(baseURL!).origin, 3_000_000);
  await openApp(page);
  await newSession(page);
  await expect(page.getByText('The browser has no more room')).toHaveCount(0);
  await say(page, 'seq 1 1000000');
  await expect(page.getByText('The browser has no more room for this page.')).toBeVisible();
  const bytes = 6_888_896;
  await expect(card(page, '1.1.0')).toContainText('[saved · 6.6 MB]');
  await selectCall(page, '1.1.0');
  await expect(await showView(page, 'Disk')).toContainText(`${bytes.toLocaleString('en-US')} bytes`);
  const output = await copiedDisk(page);
  expect(output.length).toBe(bytes);
  expect(output.endsWith('\n999999\n1000000\n')).toBe(true);
});

test('a page without IndexedDB works in memory and says so', async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('refused', 'SecurityError');
    };
  });
  await openApp(page);
  await expect(page.getByText('This browser does not let the page store anything.')).toBeVisible();
  await newSession(page);
  await say(page, 'echo works');
  await expect(card(page, '1.1.0')).toContainText('ok');
  expect((await exported(page)).outputs['1.1.0']).toEqual([Buffer.from('works\n').toString('base64')]);
});

test('a deleted session leaves no key and no byte behind', async ({ page }) => {
  await openApp(page);
  await newSession(page);
  const sessionId = new URL(page.url()).hash.split('/')[2] ?? '';
  await say(page, 'seq 1 20000 | sed "s/^/mark-of-this-session /"; echo mark-of-this-session > file.txt');
  await expect.poll(async () => (await storedOf(page, sessionId)).bytes).toBeGreaterThan(400_000);
  expect(await everythingStored(page)).toContain('mark-of-this-session');

  await page.getByRole('navigation', { name: 'Sessions' }).getByRole('listitem').first().hover();
  await page.getByRole('button', { name: 'Delete seq 1 20000' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('This cannot be undone.');
  await shot(page, 'delete');
  await dialog.getByRole('button', { name: 'Delete the session' }).click();
  await expect(page.getByRole('navigation', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1);
  await expect(conversation(page)).toBeVisible();
  await expect.poll(() => storedOf(page, sessionId)).toEqual({ keys: [], bytes: 0 });
  const left = await everythingStored(page);
  expect(left).not.toContain('mark-of-this-session');
  expect(left).not.toContain(sessionId);
});
