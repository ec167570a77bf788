import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { chromiumArgs, findChromium } from '../../.ci/find-chromium.mjs';
import { card, send } from './support/app.ts';

/** A session of one's own where StackBlitz cannot be reached: browsers that are told another place for its name. */

/** What the question whether StackBlitz is there may add to a first command, as this machine runs one. */
const mostMoreMs = 1_500;

let browser: Browser;
test.afterEach(() => browser.close());

async function openWhere(
  playwright: { chromium: { launch: (options: object) => Promise<Browser> } },
  stackblitzIs: string,
  baseURL: string,
): Promise<Page> {
  browser = await playwright.chromium.launch({
    executablePath: findChromium() ?? undefined,
    args: [...chromiumArgs, `--host-resolver-rules=MAP stackblitz.com ${stackblitzIs}`],
  });
  return openSession(baseURL, null);
}

/** A new session of one's own; null: nobody has chosen a guest. */
async function openSession(baseURL: string, choice: 'embedded' | null): Promise<Page> {
  const stored = { name: 'spillway.guest', value: JSON.stringify({ choice }) };
  const origins = choice === null ? [] : [{ origin: new URL(baseURL).origin, localStorage: [stored] }];
  const context = await browser.newContext({ storageState: { cookies: [], origins } });
  const page = await context.newPage();
  await page.goto(baseURL);
  await page.getByTitle('New session', { exact: true }).click();
  await expect(page.getByRole('heading', { name: 'An empty session' })).toBeVisible();
  return page;
}

/** Milliseconds from the first message to its result. */
async function firstResult(page: Page): Promise<number> {
  const started = performance.now();
  await send(page, 'seq 3 | tr "\\n" :');
  await expect(card(page, '1.1.0')).toContainText('1:2:3:');
  return performance.now() - started;
}

/** The same where no other guest is asked for. */
async function firstResultOfEmbedded(baseURL: string): Promise<number> {
  const page = await openSession(baseURL, 'embedded');
  const tookMs = await firstResult(page);
  await page.context().close();
  return tookMs;
}

/** What the guest's line says on a press. */
async function reasonOf(page: Page): Promise<string> {
  await page.locator('details.guest summary').click();
  return (await page.locator('details.guest .why p').first().textContent()) ?? '';
}

const frames = (page: Page) => page.locator('iframe[src*="stackblitz"]');

test('where the name of StackBlitz leads nowhere the first command runs at once, and the page says why', async ({
  playwright,
  baseURL,
}) => {
  const page = await openWhere(playwright, '~NOTFOUND', baseURL!);
  const tookMs = await firstResult(page);
  expect(tookMs).toBeLessThan((await firstResultOfEmbedded(baseURL!)) + mostMoreMs);
  expect(await reasonOf(page)).toContain(
    'It is part of this page and works offline. A WebContainer comes from stackblitz.com, which cannot be reached from here: look at the network and at blockers.',
  );
  await expect(frames(page)).toHaveCount(0);
});

test('where StackBlitz takes the connection and is silent the first command waits for 2 s of it', async ({
  playwright,
  baseURL,
}) => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  try {
    const page = await openWhere(playwright, `127.0.0.1:${port}`, baseURL!);
    const tookMs = await firstResult(page);
    expect(tookMs).toBeLessThan((await firstResultOfEmbedded(baseURL!)) + 2_000 + mostMoreMs);
    expect(sockets.size).toBeGreaterThan(0);
    expect(await reasonOf(page)).toContain('stackblitz.com, which did not answer within 2 s.');
    await expect(frames(page)).toHaveCount(0);
  } finally {
    for (const socket of sockets) socket.destroy();
    silent.close();
  }
});
