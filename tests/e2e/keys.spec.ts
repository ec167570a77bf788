import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import {
  anthropicError,
  anthropicEvents,
  type ProviderHost,
  type ReceivedRequest,
  startProviderHost,
} from '../hosts/providers/index.ts';
import { conversation, guestRuns, newSession, openApp, runCommand, say } from './support/app.ts';
import { closeDialog, connect, openSettings, setProvider } from './support/providers.ts';
import { everythingStored } from './support/stored.ts';

/** Where a key is, and everywhere that it is not. */

const KEYLESS = /Anthropic wants a key \(401\), and none is set for http:\/\/127\.0\.0\.1:\d+\./;
const KEY = 'sk-test-7b21e9-not-a-key';
const OTHER_KEY = 'sk-test-55c0d2-not-a-key-either';
let host: ProviderHost;
/** Answers who brings a key, and refuses who does not. */
const answerTo = ({ headers }: ReceivedRequest) =>
  headers['x-api-key'] === undefined
    ? { status: 401, body: anthropicError('authentication_error', 'x-api-key header is required') }
    : { events: anthropicEvents({ text: 'An answer.' }) };
test.beforeEach(async () => {
  host = await startProviderHost(answerTo);
});
test.afterEach(() => host.close());

async function exportedText(page: Page): Promise<string> {
  const coming = page.waitForEvent('download');
  await runCommand(page, 'export');
  return readFile(await (await coming).path(), 'utf8');
}

/** All text and every attribute and field of the page. */
const everythingShown = (page: Page) =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll('input, textarea')].map(
      (field) => (field as HTMLInputElement).value,
    );
    return `${document.documentElement.outerHTML}\n${fields.join('\n')}\n${location.href}`;
  });

test('a key that is not to be kept is nowhere but in the header of its own requests', async ({ page }) => {
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await openApp(page);
  await newSession(page);
  await openSettings(page);
  await setProvider(page, { provider: 'Anthropic', baseUrl: host.url, key: KEY });
  expect(await everythingShown(page)).not.toContain(KEY);
  await closeDialog(page);
  await connect(page, { provider: 'Anthropic', baseUrl: host.url, key: KEY }, 'claude-test');
  await say(page, 'Hello');
  await expect(conversation(page).getByText('An answer.')).toBeVisible();

  const [request] = host.requests;
  expect(request?.headers['x-api-key']).toBe(KEY);
  expect(request?.body).not.toContain(KEY);
  expect(request?.path).not.toContain(KEY);
  expect(await everythingStored(page)).not.toContain(KEY);
  expect(await everythingShown(page)).not.toContain(KEY);
  expect(await exportedText(page)).not.toContain(KEY);
  expect(said.join('\n')).not.toContain(KEY);

  await page.reload();
  await guestRuns(page);
  await say(page, 'Hello again');
  await expect(conversation(page).getByRole('alert')).toContainText(KEYLESS);
  expect(host.requests.map(({ headers }) => headers['x-api-key'])).toEqual([KEY, undefined]);
});

test('a key that is to be kept is in the key database alone, outlives a reload, and is forgotten by one button', async ({
  page,
  context,
}) => {
  await openApp(page);
  await newSession(page);
  await connect(page, { provider: 'Anthropic', baseUrl: host.url, key: KEY, remember: true }, 'claude-test');
  expect(await everythingStored(page, ['spillway-keys'])).not.toContain(KEY);
  expect(await everythingStored(page)).toContain(KEY);
  await page.reload();
  await guestRuns(page);
  await say(page, 'Hello');
  await expect(conversation(page).getByText('An answer.')).toBeVisible();
  expect(host.requests[0]?.headers['x-api-key']).toBe(KEY);

  // What the network worker of another tab holds in its memory is forgotten, too.
  const other = await context.newPage();
  await openApp(other);
  await newSession(other);
  await connect(other, { provider: 'Anthropic', baseUrl: host.url, key: OTHER_KEY }, 'claude-test');
  await say(other, 'Hello');
  expect(host.requests[1]?.headers['x-api-key']).toBe(OTHER_KEY);

  await openSettings(page);
  await page.getByRole('button', { name: 'Forget all keys' }).click();
  await expect(page.getByRole('dialog').getByText('All keys are forgotten.')).toBeVisible();
  await closeDialog(page);
  expect(await everythingStored(page)).not.toContain(KEY);
  for (const tab of [page, other]) {
    await say(tab, 'And now?');
    await expect(conversation(tab).getByRole('alert')).toContainText(KEYLESS);
  }
  expect(host.requests.map(({ headers }) => headers['x-api-key'])).toEqual([
    KEY,
    OTHER_KEY,
    undefined,
    undefined,
  ]);
});

test('a key goes to no other origin: not by a redirect, not by another address', async ({ page }) => {
  const other = await startProviderHost(answerTo);
  const redirecting = await startProviderHost([{ redirectTo: `${other.url}/messages` }]);
  try {
    await openApp(page);
    await newSession(page);
    await connect(page, { provider: 'Anthropic', baseUrl: redirecting.url, key: KEY }, 'claude-test');
    await say(page, 'Hello');
    await expect(conversation(page).getByRole('alert')).toBeVisible({ timeout: 20_000 });
    expect(redirecting.requests.length).toBeGreaterThan(0);
    await openSettings(page);
    const address = page.getByLabel('Base URL of Anthropic', { exact: true });
    await page
      .getByRole('dialog')
      .locator('summary', { hasText: /^Anthropic/ })
      .click();
    await address.fill(other.url);
    await page
      .getByRole('dialog')
      .locator('details[open]', { has: address })
      .getByRole('button', { name: 'Save' })
      .click();
    await closeDialog(page);
    await say(page, 'And there?');
    await expect(conversation(page).getByRole('alert').last()).toContainText(KEYLESS);
    expect(other.requests.length).toBeGreaterThan(0);
    for (const request of other.requests) expect(JSON.stringify(request.headers)).not.toContain(KEY);
    expect(redirecting.requests.every(({ headers }) => headers['x-api-key'] === KEY)).toBe(true);
  } finally {
    await Promise.all([other.close(), redirecting.close()]);
  }
});
