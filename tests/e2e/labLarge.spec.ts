import { writeFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { columns, openLab, workedOut } from './support/lab.ts';
import { shot } from './support/shot.ts';

test('ten megabytes that are dropped in leave the page alive', async ({ page }) => {
  await openLab(page);
  // From a path: the driver would hand bytes to the page in a way that blocks it for seconds.
  const file = test.info().outputPath('big.log');
  await writeFile(file, '0123456789 abcdefghij klmnopqrst uvwxyz\n'.repeat(262_144));
  await page.evaluate(() => {
    const state = globalThis as unknown as { worst: number };
    state.worst = 0;
    let last = performance.now();
    setInterval(() => {
      const now = performance.now();
      state.worst = Math.max(state.worst, now - last);
      last = now;
    }, 16);
  });
  await page.getByLabel('A file as the output').setInputFiles(file);
  await expect(page.getByText('big.log')).toBeVisible();
  await workedOut(page);
  const worst = await page.evaluate(() => (globalThis as unknown as { worst: number }).worst);
  expect(worst).toBeLessThan(1_000);
  await expect(columns(page).first()).toContainText('10 MB');
  await shot(page, 'lab-large');
});
