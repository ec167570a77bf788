import { expect, test } from '@playwright/test';
import { newSession, openApp, say } from './support/app.ts';
import { shot } from './support/shot.ts';

/** The terminal as people who know bash use one. */

test('the terminal completes, remembers, searches its output and its history, and goes on with an unfinished command', async ({
  page,
}) => {
  await openApp(page);
  await newSession(page);
  await say(page, 'mkdir -p deep/er; echo found > deep/er/needle.txt');
  const terminal = page.getByRole('region', { name: 'Terminal' });
  const field = terminal.getByRole('textbox', { name: 'Terminal input' });
  await field.focus();
  await expect(terminal).toContainText('~/project $');
  await page.keyboard.type('cat de');
  await page.keyboard.press('Control+i');
  await page.keyboard.press('Control+i');
  await page.keyboard.press('Control+i');
  await expect(terminal).toContainText('cat deep/er/needle.txt');
  await page.keyboard.press('Enter');
  await expect(terminal).toContainText('found');

  await page.keyboard.type('for i in 1 2');
  await page.keyboard.press('Enter');
  await page.keyboard.type('do echo number $((i * 21)); done');
  await page.keyboard.press('Enter');
  await expect(terminal).toContainText('number 42');

  await page.keyboard.press('Control+r');
  await page.keyboard.type('needle');
  await expect(terminal).toContainText("(reverse-i-search)`needle': cat deep/er/needle.txt");
  await page.keyboard.press('Control+g');

  await terminal.getByRole('button', { name: 'Search in the terminal' }).click();
  const needle = terminal.getByRole('searchbox', { name: 'Search in the terminal' });
  await needle.fill('number 21');
  await expect(terminal.getByRole('status')).toHaveText('');
  await shot(page, 'terminal-search');
  await needle.fill('number 43');
  await expect(terminal.getByRole('status')).toHaveText('not found');
  await page.keyboard.press('Escape');
  await expect(field).toBeFocused();
});

test('Tab leaves the terminal unless it was told to complete, and then Escape and Tab leave it', async ({
  page,
}) => {
  await openApp(page);
  await newSession(page);
  const terminal = page.getByRole('region', { name: 'Terminal' });
  const field = terminal.getByRole('textbox', { name: 'Terminal input' });
  await field.focus();
  await page.keyboard.press('Tab');
  await expect(field).not.toBeFocused();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Tab completes').check();
  await page.keyboard.press('Escape');
  await expect(terminal).toContainText('Esc, Tab leaves');
  await field.focus();
  await page.keyboard.type('ech');
  await page.keyboard.press('Tab');
  await page.keyboard.type('completed-$((40 + 2))');
  await page.keyboard.press('Enter');
  await expect(terminal).toContainText('completed-42');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(field).not.toBeFocused();
});
