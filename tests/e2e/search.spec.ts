import { expect, type Page, test } from '@playwright/test';
import {
  card,
  conversation,
  inspector,
  messageField,
  newSession,
  onePage,
  openApp,
  runCommand,
  runDemo,
  say,
  showCard,
} from './support/app.ts';
import { axeFindings } from './support/axe.ts';
import { shot } from './support/shot.ts';

/** Search over the session and what it saved, and folding all of it. */

const bar = (page: Page) => page.getByRole('search', { name: 'Search the session' });
const field = (page: Page) => bar(page).getByRole('searchbox');
const status = (page: Page) => bar(page).locator('.status');

async function search(page: Page, words: string): Promise<void> {
  // Out of the message, where a slash is a slash.
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  await field(page).fill(words);
}

const shared = onePage();

test('words are found in messages, calls and saved outputs; each hit opens its fold and goes to its line', async ({
  page,
}) => {
  await openApp(page);
  await runDemo(page);
  await page.keyboard.press('Shift+E');
  await expect(conversation(page).getByText('# fail 0')).toHaveCount(0);
  await search(page, 'ADDS up to 4');
  await expect(status(page)).toContainText(/^[\d,]+ places in \d+ parts of the session\s*$/);
  await shot(page, 'search-found');
  expect(await axeFindings(page, 'every rule')).toEqual([]);

  await page.keyboard.press('Enter');
  await expect(status(page)).toContainText(/^1 of /);
  const disk = inspector(page).getByRole('tabpanel', { name: 'Disk view' });
  await expect(disk.getByText('3:2:1 of 3 cents adds up to 4').first()).toBeInViewport();
  await expect(card(page, '1.1.0').getByRole('button', { name: 'Fold bash 1.1.0' })).toBeVisible();
  const marked = await page.evaluate(() => CSS.highlights.get('spillway-search')?.size ?? 0);
  expect(marked).toBeGreaterThan(0);
  await shot(page, 'search-at-line');

  await page.keyboard.press('Shift+Enter');
  const last = await status(page).textContent();
  const [, at, all] = /^([\d,]+) of ([\d,]+) places/.exec(last ?? '') ?? [];
  expect(at).toBe(all);

  await field(page).fill('rounded');
  await expect(status(page)).toContainText('places in');
  await page.keyboard.press('Enter');
  await expect(conversation(page).getByText(/Each part is rounded/)).toBeInViewport();
  await expect(messageField(page)).not.toBeFocused();
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
  expect(await page.evaluate(() => CSS.highlights.has('spillway-search'))).toBe(false);
});

test('a session that grows is searched on; what is nowhere is said; palette and f search the shown output', async () => {
  const page = shared();
  await newSession(page);
  await say(page, 'printf "first\\nsecond needle\\n"');
  await search(page, 'needle');
  await expect(status(page)).toContainText('3 places in 3 parts');
  await say(page, 'echo another needle');
  await expect(status(page)).toContainText('6 places in 6 parts');
  await field(page).fill('nowhere at all');
  await expect(status(page)).toHaveText('not found');
  await shot(page, 'search-nothing');
  await page.keyboard.press('Escape');
  await runCommand(page, 'find in the shown output');
  await expect(inspector(page).getByRole('searchbox')).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('f');
  await expect(inspector(page).getByRole('searchbox')).toBeFocused();
});

test('everything unfolds and folds by one key, and stays so for rows that come into sight later', async () => {
  const page = shared();
  await newSession(page);
  await say(page, 'seq 1 5');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+E');
  const first = await showCard(page, '1.1.0');
  await expect(first.getByRole('button', { name: 'Unfold bash 1.1.0' })).toBeVisible();
  await expect(first.locator('.row')).toHaveCount(0);
  await shot(page, 'folded-all');
  await page.keyboard.press('e');
  await expect(first.getByRole('button', { name: 'Fold bash 1.1.0' })).toBeVisible();
  await expect(first.locator('.row').first()).toBeVisible();
});

test.describe(() => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('on a phone the search stays above whichever pane shows what was found', async ({ page }) => {
    await openApp(page);
    await runCommand(page, 'new session');
    await expect(page.getByRole('heading', { name: 'An empty session' })).toBeVisible();
    await say(page, 'seq 1 20000');
    await runCommand(page, 'search the session');
    await field(page).fill('19998');
    await expect(status(page)).toContainText('1 place in');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('tabpanel', { name: 'Disk view' })).toBeVisible();
    await expect(status(page)).toContainText(/^1 of /);
    await shot(page, 'search-narrow');
    const size = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(size[0]).toBeLessThanOrEqual(size[1] ?? 0);
    expect(await axeFindings(page, 'every rule')).toEqual([]);
  });
});
