import { type BrowserContext, expect, type Frame, type Page, test } from '@playwright/test';
import { type Collector, startCollector } from '../../hosts/collector.ts';

/** guest.html is a page of the product's origin that runs code it is sent: nobody but its own parent may send any. */

let collector: Collector;
test.beforeAll(async () => {
  collector = await startCollector();
});
test.afterAll(() => collector.close());

interface Seen {
  readonly messages: number;
  readonly workers: number;
}

/** Length of the code that is sent: a worker made of it would show as a blob of this size. */
const CODE_LENGTH = 7_777;

/** Counts what arrives and what is started, in every window of the context, before any script of a page. */
async function watchWindows(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const seen = { messages: 0, workers: 0 };
    Object.assign(globalThis, { seen });
    addEventListener('message', (event) => {
      if (event.data?.type === 'spillway-boot') seen.messages++;
    });
    const Original = Worker;
    globalThis.Worker = class extends Original {
      constructor(url: string | URL, options?: WorkerOptions) {
        seen.workers++;
        super(url, options);
      }
    };
  });
}

const sentCode = ' '.repeat(CODE_LENGTH);

const seenIn = (where: Page | Frame) => where.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);

/** Serves guest.html as a host does that knows only some of the headers. */
async function dropHeaders(context: BrowserContext, dropped: readonly string[]): Promise<void> {
  await context.route('**/guest.html', async (route) => {
    const response = await route.fetch();
    const headers = Object.fromEntries(
      Object.entries(response.headers()).filter(([name]) => !dropped.includes(name)),
    );
    await route.fulfill({ response, headers });
  });
}

/** Opens guest.html from a foreign page and sends it what its parent would. */
async function openAndSend(page: Page, url: string): Promise<Page> {
  await page.goto(`${collector.url}/opener`);
  const opened = page.waitForEvent('popup');
  await page.evaluate((address) => {
    Object.assign(globalThis, { opened: window.open(address) });
  }, url);
  const popup = await opened;
  await popup.waitForLoadState();
  await page.evaluate(() => {
    const { opened } = globalThis as unknown as { opened: Window };
    const ports = [new MessageChannel().port2, new MessageChannel().port2];
    const code = { fileWorkerCode: 'self.ran = 1', commandWorkerCode: 'self.ran = 1' };
    opened.postMessage({ type: 'spillway-boot', ...code }, '*', ports);
  });
  return popup;
}

test('as it is served, guest.html in a window of its own is out of reach', async ({
  page,
  context,
  baseURL,
}) => {
  await watchWindows(context);
  const popup = await openAndSend(page, `${baseURL}guest.html`);
  expect(await popup.evaluate(() => [self.origin, self.opener])).toEqual(['null', null]);
  expect(await page.evaluate(() => (globalThis as unknown as { opened: Window }).opened.closed)).toBe(true);
  expect(await seenIn(popup)).toEqual({ messages: 0, workers: 0 });
});

test('in an opaque window that can be reached, guest.html does nothing with code it is sent', async ({
  page,
  context,
  baseURL,
}) => {
  await watchWindows(context);
  await dropHeaders(context, ['cross-origin-opener-policy']);
  const popup = await openAndSend(page, `${baseURL}guest.html`);
  expect(await popup.evaluate(() => self.origin)).toBe('null');
  await expect.poll(() => seenIn(popup)).toEqual({ messages: 1, workers: 0 });
  expect(popup.workers()).toEqual([]);
});

test("served without any header and so in the product's origin, guest.html does nothing with code it is sent", async ({
  page,
  context,
  baseURL,
}) => {
  await watchWindows(context);
  await dropHeaders(context, ['cross-origin-opener-policy', 'content-security-policy']);
  const popup = await openAndSend(page, `${baseURL}guest.html`);
  expect(`${await popup.evaluate(() => self.origin)}/`).toBe(baseURL);
  await expect.poll(() => seenIn(popup)).toEqual({ messages: 1, workers: 0 });
  expect(popup.workers()).toEqual([]);
});

test('the guest that runs takes no second message, from the page or from itself', async ({
  page,
  context,
}) => {
  await watchWindows(context);
  await context.addInitScript(() => {
    const blobs: number[] = [];
    Object.assign(globalThis, { blobs });
    const original = URL.createObjectURL;
    URL.createObjectURL = (source) => {
      if (source instanceof Blob) blobs.push(source.size);
      return original(source);
    };
  });
  await page.goto('./');
  await expect(page.getByText('embedded')).toBeVisible();
  const guest = page.frames().find((frame) => frame.url().endsWith('guest.html'))!;
  expect((await seenIn(guest)).messages).toBe(1);
  const send = (code: string) => {
    const frame = document.querySelector<HTMLIFrameElement>('iframe[title="Guest computer"]');
    const ports = [new MessageChannel().port2, new MessageChannel().port2];
    const target = frame?.contentWindow ?? window;
    target.postMessage({ type: 'spillway-boot', fileWorkerCode: code, commandWorkerCode: code }, '*', ports);
  };
  await page.evaluate(send, sentCode);
  await guest.evaluate(send, sentCode);
  await expect.poll(async () => (await seenIn(guest)).messages).toBe(3);
  const blobs = await guest.evaluate(() => (globalThis as unknown as { blobs: number[] }).blobs);
  expect(blobs.length).toBeGreaterThan(0);
  expect(blobs).not.toContain(CODE_LENGTH);
});
