import { expect, test } from '@playwright/test';
import { expectCleanInBothWidths, wide } from './support/axe.ts';

/** The protocols as pages: one table of all, and a page for each, from the profiles' own data. */

test('the table names every protocol, and each has a page with limits, an example and its sources', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./#/protocols');
  const table = page.getByRole('region', { name: 'Comparison of all protocols' });
  const links = table.getByRole('rowheader').getByRole('link');
  await expect(links.first()).toBeVisible();
  const titles = await links.allTextContents();
  expect(titles.length).toBeGreaterThan(10);
  await expectCleanInBothWidths(page, 'protocols');
  await page.setViewportSize(wide);
  for (const title of titles) {
    await table.getByRole('link', { name: title, exact: true }).click();
    await expect(page.getByRole('heading', { level: 2, name: title, exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Limits' })).toBeVisible();
    await expect(
      page.getByRole('region', { name: `Model view of the example under ${title}` }),
    ).toContainText('module');
    expect(
      await page.getByRole('region', { name: 'Facts with their sources' }).getByRole('row').count(),
    ).toBeGreaterThan(1);
    await page.getByRole('link', { name: 'All protocols' }).click();
  }
});

test('a page leads to the Lab with its profile alone; a name that nobody knows shows them all', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./#/protocols/claude-code');
  await expect(page.getByRole('heading', { level: 2 })).toBeVisible();
  await expect(page.getByText('counting tokens…')).toHaveCount(0);
  await expectCleanInBothWidths(page, 'protocols-claude-code');
  await page.setViewportSize(wide);
  await page.getByRole('link', { name: /in the Lab$/ }).click();
  await expect(page.getByRole('tablist', { name: 'Views of the Lab' })).toBeVisible();
  expect(new URL(page.url()).hash).toBe('#/lab?profile=claude-code');
  await page.goto('./#/protocols/nobody');
  await expect(page.getByText('There is no profile “nobody”')).toBeVisible();
});
