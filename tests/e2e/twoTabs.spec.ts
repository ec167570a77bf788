import { expect, test } from '@playwright/test';
import { card, guestRuns, messageField, newSession, openApp, runButton, say } from './support/app.ts';
import { shot } from './support/shot.ts';

/** One session in two tabs: one drives it, the other reads it and takes it when it is free. */

test('a second tab shows the session without driving it, and takes it over when the first is closed', async ({
  page,
  context,
}) => {
  await openApp(page);
  await newSession(page);
  await say(page, 'echo first; echo kept > a.txt');
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(card(second, '1.1.0').locator('.row .text')).toHaveText(['first']);
  await expect(messageField(second)).toBeDisabled();
  await expect(runButton(second)).toBeDisabled();
  await expect(second.getByText('Another tab works on this session.')).toBeVisible();
  await shot(second, 'second-tab');

  await say(page, 'echo second');
  await expect(card(page, '2.1.0')).toContainText('ok');
  await page.close();
  await expect(messageField(second)).toBeEnabled();
  await guestRuns(second);
  await expect(card(second, '2.1.0').locator('.row .text')).toHaveText(['second']);
  await say(second, 'cat a.txt');
  await expect(card(second, '3.1.0').locator('.row .text')).toHaveText(['kept']);
});

test('two tabs with two sessions do not disturb each other', async ({ page, context }) => {
  await openApp(page);
  await newSession(page);
  const second = await context.newPage();
  await openApp(second);
  await newSession(second);
  await Promise.all([say(page, 'echo one > same.txt'), say(second, 'echo two > same.txt')]);
  await say(page, 'cat same.txt');
  await say(second, 'cat same.txt');
  await expect(card(page, '2.1.0').locator('.row .text')).toHaveText(['one']);
  await expect(card(second, '2.1.0').locator('.row .text')).toHaveText(['two']);
});
