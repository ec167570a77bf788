import { expect, type Page, test } from '@playwright/test';
import {
  card,
  conversation,
  inspector,
  newSession,
  openApp,
  say,
  selectCall,
  send,
  showView,
  stopButton,
  turnEnds,
} from './support/app.ts';
import { longestTask } from './support/longTasks.ts';
import { shot } from './support/shot.ts';
import { storedOf } from './support/stored.ts';
import { storeFloor } from './support/storeFloor.ts';

/** Large outputs: the page stays usable while they pass, and shows them without laying out the whole. */

/** A bound that tells a frozen page from a busy machine; the measured value is printed. */
const LONGEST_TASK_MS = 500;
/** Rows that are laid out at a time, whatever the output's length. */
const MOST_ROWS = 150;

const sessionOf = (page: Page) => new URL(page.url()).hash.split('/')[2] ?? '';
const userRows = (page: Page) => inspector(page).getByRole('region', { name: /^Whole output of bash/ });

async function scrollToEnd(page: Page): Promise<void> {
  await userRows(page).evaluate((element) => {
    element.scrollTop = element.scrollHeight;
  });
}

test('an output of 200 KB is saved, shown whole by scrolling, and lit where the model has seen it', async ({
  page,
}) => {
  await openApp(page);
  await newSession(page);
  const longest = await longestTask(page, () => say(page, 'seq 1 36000'));
  console.log(`200 KB: longest task ${longest} ms`);
  expect(longest).toBeLessThanOrEqual(LONGEST_TASK_MS);
  const bytes = Array.from({ length: 36_000 }, (_, at) => `${at + 1}\n`).join('').length;
  await selectCall(page, '1.1.0');
  await expect(card(page, '1.1.0')).toContainText(`[saved · ${Math.round(bytes / 1024)} KB]`);
  await expect(card(page, '1.1.0')).toContainText('[truncated]');
  await expect(card(page, '1.2.0')).toContainText('read');

  await showView(page, 'User');
  const rows = userRows(page);
  await expect(rows.locator('.row .text').first()).toHaveText('1');
  await expect(rows.locator('.seen').first()).toBeVisible();
  await shot(page, 'large-200k-user');
  await scrollToEnd(page);
  await expect(rows.locator('.row .text', { hasText: /^36000$/ })).toBeVisible();
  expect(await rows.locator('.row').count()).toBeLessThanOrEqual(MOST_ROWS);
  await shot(page, 'large-200k-end');

  await showView(page, 'Disk');
  await expect(inspector(page)).toContainText(`${bytes.toLocaleString('en-US')} bytes`);
});

test('100 MB of output pass while the page answers, and their last line can be seen', async ({ page }) => {
  await openApp(page);
  await newSession(page);
  const bytes = 100 * 1024 * 1024;
  const startedAt = Date.now();
  const longest = await longestTask(page, async () => {
    await send(page, `yes "a line of some forty characters, say" | head -c ${bytes - 9}; echo; echo the end`);
    await expect(card(page, '1.1.0')).toContainText('runs for');
    await shot(page, 'large-100m-live');
    await turnEnds(page, 50_000);
  });
  console.log(`100 MB: ${((Date.now() - startedAt) / 1000).toFixed(1)} s, longest task ${longest} ms`);
  expect(longest).toBeLessThanOrEqual(LONGEST_TASK_MS);
  await selectCall(page, '1.1.0');
  await expect(card(page, '1.1.0')).toContainText('[saved · 100 MB]');
  await showView(page, 'User');
  await expect(userRows(page).locator('.row .text').first()).toHaveText(
    'a line of some forty characters, say',
  );
  await scrollToEnd(page);
  await expect(userRows(page).locator('.row .text', { hasText: /^the end$/ })).toBeVisible({
    timeout: 20_000,
  });
  expect(await userRows(page).locator('.row').count()).toBeLessThanOrEqual(MOST_ROWS);
  await shot(page, 'large-100m-end');
  await showView(page, 'Disk');
  await expect(inspector(page)).toContainText(`${bytes.toLocaleString('en-US')} bytes`);
  expect((await storedOf(page, sessionOf(page))).bytes).toBeGreaterThan(bytes);

  await page.keyboard.press('/');
  const search = page.getByRole('search', { name: 'Search the session' });
  await expect(search.getByRole('searchbox')).toBeFocused();
  const searchedAt = Date.now();
  const searching = await longestTask(page, async () => {
    await search.getByRole('searchbox').fill('the end');
    // Once in the message, once in the call's command, once at the end of the output.
    await expect(search.locator('.status')).toContainText(/^3 places in 3 parts of the session\s*$/);
  });
  console.log(`100 MB searched: ${Date.now() - searchedAt} ms, longest task ${searching} ms`);
  expect(searching).toBeLessThanOrEqual(LONGEST_TASK_MS);
  await page.keyboard.press('Shift+Enter');
  const found = inspector(page).getByRole('tabpanel', { name: 'Disk view' });
  await expect(found.locator('.row .text', { hasText: /^the end$/ })).toBeInViewport();
  await shot(page, 'large-100m-search');
});

test('Stop ends an endless output at once, with what had come', async ({ page }) => {
  await openApp(page);
  await newSession(page);
  await send(page, 'yes "going on and on"');
  await expect(card(page, '1.1.0')).toContainText(/[\d.]+ MB/, { timeout: 20_000 });
  await expect(stopButton(page)).toBeEnabled();
  const floorMs = await storeFloor(page);
  const tookMs = await page.evaluate(async () => {
    const stop = [...document.querySelectorAll<HTMLButtonElement>('.composer button')].find(
      (button) => button.textContent?.trim() === 'Stop',
    );
    const startedAt = performance.now();
    const ended = new Promise<number>((resolve) => {
      const observer = new MutationObserver(() => {
        if (!document.body.textContent?.includes('Stopped by you')) return;
        observer.disconnect();
        resolve(performance.now() - startedAt);
      });
      observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    stop?.click();
    return ended;
  });
  console.log(`Stop: ${Math.round(tookMs)} ms; stores what may be under way in ${Math.round(floorMs)} ms`);
  expect(tookMs).toBeLessThanOrEqual(Math.max(1000, floorMs));
  await expect(card(page, '1.1.0')).toContainText('aborted');
  await expect(card(page, '1.1.0')).toContainText('going on and on');
  await say(page, 'echo next');
  await expect(conversation(page)).toContainText('next');
  await expect(card(page, '2.1.0')).toContainText('ok');
});

test('output at full speed is held back by the terminal, and the page goes on', async ({ page }) => {
  await openApp(page);
  await newSession(page);
  const terminal = page.getByRole('region', { name: 'Terminal' });
  await terminal.getByRole('textbox', { name: 'Terminal input' }).focus();
  await page.evaluate(() => {
    const seen = { longest: 0, last: performance.now() };
    Object.assign(globalThis, { seenFrames: seen });
    const frame = () => {
      seen.longest = Math.max(seen.longest, performance.now() - seen.last);
      seen.last = performance.now();
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  await page.keyboard.type(
    'yes 0123456789012345678901234567890123456789 | head -c 20M; echo the-end-$((40 + 2))',
  );
  await page.keyboard.press('Enter');
  await expect(terminal).toContainText('the-end-42', { timeout: 60_000 });
  const longest = await page.evaluate(
    () => (globalThis as unknown as { seenFrames: { longest: number } }).seenFrames.longest,
  );
  console.log(`longest time without a frame while 20 MB ran through the terminal: ${longest.toFixed(0)} ms`);
  // The goal is 100 ms; a machine that others keep busy may need more.
  expect(longest).toBeLessThan(1000);
});
