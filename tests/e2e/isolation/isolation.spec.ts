import { expect, type Frame, type Page, test } from '@playwright/test';
import { type Collector, startCollector } from '../../hosts/collector.ts';
import { guestRuns } from '../support/app.ts';
import { answers, expected } from './askedProbes.ts';

/** What guest code can reach, row by row, in the production build. The control shows that each probe can find something. */

let collector: Collector;
test.beforeAll(async () => {
  collector = await startCollector();
});
test.afterAll(() => collector.close());

async function guestOf(page: Page): Promise<Frame> {
  await page.goto('./');
  await page.getByRole('button', { name: /^run/i }).first().click();
  await expect.poll(() => page.frames().some((frame) => frame.url().includes('guest.html'))).toBe(true);
  return page.frames().find((frame) => frame.url().includes('guest.html'))!;
}

test('control: a worker of an origin without policy reaches what the probes look for', async ({ page }) => {
  await page.goto(`${collector.url}/control`);
  const context = { app: `${collector.url}/`, evil: collector.url, who: 'control' };
  const worker = page.waitForEvent('worker');
  await page.evaluate(() => {
    Object.assign(globalThis, { kept: new Worker(URL.createObjectURL(new Blob(['self.alive = 1']))) });
  });
  expect(await answers(await worker, 'control', context)).toEqual(expected('control'));
  expect(collector.requests.filter((request) => request.includes('/control/')).length).toBeGreaterThan(4);
});

test('a command worker of the guest reaches nothing', async ({ page, baseURL }) => {
  await guestOf(page);
  // By then the worker is over with which the frame has tried how workers start.
  await guestRuns(page);
  await expect
    .poll(() => page.workers().filter((worker) => worker.url().startsWith('blob:null')).length)
    .toBeGreaterThan(0);
  const worker = page.workers().find((candidate) => candidate.url().startsWith('blob:null'))!;
  const context = { app: baseURL!, evil: collector.url, who: 'guest-worker' };
  expect(await answers(worker, 'guestWorker', context)).toEqual(expected('guestWorker'));
  expect(collector.requests.filter((request) => request.includes('/guest-worker/'))).toEqual([]);
});

test("the guest's frame reaches nothing, and cannot leave by navigating itself", async ({
  page,
  baseURL,
}) => {
  const frame = await guestOf(page);
  // What the frame needs to find out how workers start is taken away before any code of the guest runs.
  await guestRuns(page);
  const context = { app: baseURL!, evil: collector.url, who: 'guest-frame' };
  expect(await answers(frame, 'guestFrame', context)).toEqual(expected('guestFrame'));
  await frame.evaluate((url) => {
    location.href = url;
  }, `${collector.url}/guest-frame/self?secret`);
  // The page's frame-src stops the navigation; the page itself is still there and works.
  await expect(page.getByRole('textbox', { name: /message/i })).toBeVisible();
  expect(collector.requests.filter((request) => request.includes('/guest-frame/'))).toEqual([]);
});
