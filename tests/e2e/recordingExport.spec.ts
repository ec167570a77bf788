import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { newSession, openApp, runCommand, runDemo, say } from './support/app.ts';
import { axeFindings } from './support/axe.ts';
import { copied } from './support/clipboard.ts';
import { shot } from './support/shot.ts';

/** What a session and a recording are taken elsewhere as, links to a step, and the film. */

async function download(page: Page, name: string): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).click(),
  ]);
  return readFile(await file.path(), 'utf8');
}

test('the demo is saved as HTML, Markdown and JSONL; its recording plays as a film, offline and without a guest', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  await openApp(page);
  await runDemo(page);
  await runCommand(page, 'Save or copy this session');
  const html = await download(page, 'HTML');
  const events = (await download(page, 'JSONL'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const markdown = await download(page, 'Markdown');
  const step = await copied(page, page.getByRole('button', { name: /^Copy as Markdown: step / }));
  await page.keyboard.press('Escape');
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_event, at) => at));
  expect(markdown).toContain(step);
  expect(step).toMatch(/^### `\w+` · \d+\.\d+\.\d+\n/);

  // The saved page by itself, with scripts allowed: there are none, and nothing is asked for.
  const saved = await browser.newPage();
  const asked: string[] = [];
  await saved.route('http://saved.test/', (route) => route.fulfill({ contentType: 'text/html', body: html }));
  saved.on('request', (request) => asked.push(request.url()));
  const problems: string[] = [];
  saved.on('console', (message) => problems.push(message.text()));
  await saved.goto('http://saved.test/');
  await saved
    .getByText(/^Model view · /)
    .first()
    .click();
  await expect(saved.locator('details[open] pre').first()).toBeVisible();
  await shot(saved, 'saved-html');
  expect(await saved.locator('script, link, img, iframe').count()).toBe(0);
  expect([asked, problems]).toEqual([['http://saved.test/'], []]);
  await saved.close();

  await page.getByRole('button', { name: 'Share this session' }).click();
  const link = page.getByRole('textbox', { name: 'Link to this session' });
  await expect(link).toBeVisible({ timeout: 60_000 });
  const address = await link.inputValue();

  const reader = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await reader.goto(`${address}@1.2.0`);
  await expect(reader.locator('.row.named article[data-key="1.2.0"]')).toBeInViewport();
  await reader.context().setOffline(true);
  const rows = reader.getByRole('region', { name: 'Transcript' }).locator('.row');
  await reader.getByRole('combobox', { name: 'Speed' }).selectOption('4');
  await reader.getByRole('button', { name: 'Play as a film' }).click();
  const place = reader.getByRole('status').filter({ hasText: /^\d+ of \d+$/ });
  await expect(place).toHaveText(/^[2-9] of /);
  await reader.getByRole('button', { name: 'Pause' }).click();
  await reader.locator('h2').click();
  await reader.keyboard.press('Home');
  await expect(place).toHaveText(/^1 of /);
  await expect(rows).toHaveCount(1);
  await reader.keyboard.press('ArrowRight');
  await reader.keyboard.press('j');
  await expect(place).toHaveText(/^3 of /);
  await shot(reader, 'film');
  await reader.keyboard.press('>');
  await expect(reader.getByRole('combobox', { name: 'Speed' })).toHaveValue('instant');
  await reader.keyboard.press('Space');
  await expect(place).toHaveText(/^(\d+) of \1$/);
  await reader.keyboard.press('Escape');
  await expect(reader.getByRole('button', { name: 'Play as a film' })).toBeVisible();
  expect(await axeFindings(reader, 'every rule')).toEqual([]);
  await reader.context().close();
});

test('a film that runs its calls compares each as it comes to it', async ({ page, browser }) => {
  test.setTimeout(90_000);
  await openApp(page);
  await newSession(page);
  await say(page, 'seq 30000');
  await page.getByRole('button', { name: 'Share this session' }).click();
  const link = page.getByRole('textbox', { name: 'Link to this session' });
  await expect(link).toBeVisible({ timeout: 60_000 });
  const reader = await (await browser.newContext()).newPage();
  await reader.goto(await link.inputValue());
  await reader.getByRole('button', { name: 'Play as a film' }).click();
  await reader.getByRole('button', { name: 'Pause' }).click();
  await reader.getByRole('checkbox', { name: 'Run its calls as it plays' }).check();
  await reader.getByRole('combobox', { name: 'Speed' }).selectOption('instant');
  await reader.getByRole('button', { name: 'Play', exact: true }).click();
  const place = reader.getByRole('status').filter({ hasText: /^\d+ of \d+/ });
  await expect(place).toHaveText(/^(\d+) of \1$/, { timeout: 60_000 });
  await expect(reader.locator('article[aria-label$=", same"]').first()).toBeAttached();
  await reader.context().close();
});
