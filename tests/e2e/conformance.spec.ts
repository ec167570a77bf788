import { expect, type Page, test } from '@playwright/test';
import { openApp } from './support/app.ts';
import { axeFindings } from './support/axe.ts';
import { copied } from './support/clipboard.ts';
import { shot } from './support/shot.ts';

/** The page that checks a guest: `#/guest`. The suite itself is run by the unit tests in a browser. */

async function expectClean(page: Page, state: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    await shot(page, `guest-${state}-${colorScheme}`);
    expect(await axeFindings(page, colorScheme === 'light' ? 'every rule' : 'colours')).toEqual([]);
  }
}

test.use({ reducedMotion: 'reduce' });

test('the guest check runs one check, runs all until it is stopped, and reports', async ({ page }) => {
  await openApp(page);
  await page.goto('./#/guest');
  await expect(page.getByRole('heading', { name: 'Guest check' })).toBeVisible();
  await expect(page.getByText(/^\d+ checks, none of them run yet\.$/)).toBeVisible();
  await expectClean(page, 'check-before');

  const row = page.getByRole('row').filter({ hasText: 'exit 3 ends with 3' });
  // By keyboard, as every button can be.
  await row.getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect(row).toContainText('kept');
  await expect(row).toContainText(/\d m?s/);
  await expect(page.getByText(/^1 check · 1 kept · 0 differ/)).toBeVisible();

  await page.getByRole('button', { name: 'Run all', exact: true }).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expect(page.getByText(/^[1-9]\d* of \d+ checks/)).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  const sum = page.getByText(/^\d+ checks? · \d+ kept · 0 differ/);
  await expect(sum).toBeVisible();
  await expectClean(page, 'check-stopped');

  const report = await copied(page, page.getByRole('button', { name: 'Copy as Markdown' }));
  await expect(page.getByText('Copied.')).toBeVisible();
  expect(report).toContain('- Guest: embedded; page ');
  expect(report).toContain(' differ');
  expect(report).toContain('| files: ');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectClean(page, 'check-narrow');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
