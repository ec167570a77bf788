import { expect, test } from '@playwright/test';
import { gzippedBytes, openToComposer } from '../hosts/firstLoad.mjs';

/** What a first visit downloads. Sizes do not hang on how busy the machine is, so they may fail a test. */

test('the page is interactive with at most 150 KB of gzipped JavaScript', async ({ page, baseURL }) => {
  const { scripts } = await openToComposer(page, String(baseURL));
  const sizes = await gzippedBytes(scripts);
  expect(sizes.length).toBeGreaterThan(0);
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  const list = sizes.map(({ name, bytes }) => `${name}: ${bytes} B`).join('\n');
  expect(total, `fetched before a message could be typed:\n${list}\n`).toBeLessThanOrEqual(150_000);
});

test('a profile that was not part of the first load is there when it is chosen, and after a reload', async ({
  page,
}) => {
  await page.goto('./');
  const picker = page.getByRole('combobox', { name: 'profile' });
  await picker.selectOption({ label: 'Pi 0.58' });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const sentAs = page.getByLabel('As sent, or what if').locator('option').first();
  await expect(sentAs).toHaveText('sent · Pi 0.58');
  await page.reload();
  await expect(picker.locator('option:checked')).toHaveText('Pi 0.58');
  await expect(sentAs).toHaveText('sent · Pi 0.58');
});
