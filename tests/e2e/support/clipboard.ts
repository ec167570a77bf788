import { expect, type Locator, type Page } from '@playwright/test';

/** Presses a copy button and gives what it put into the browser's clipboard. */
export async function copied(page: Page, button: Locator): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const nothing = `nothing was copied ${Math.random()}`;
  await page.evaluate((text) => navigator.clipboard.writeText(text), nothing);
  await button.click();
  const read = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(read, { intervals: [20] }).not.toBe(nothing);
  return read();
}

/** The exact text of the model view that the inspector shows. */
export function copiedModelView(page: Page): Promise<string> {
  return copied(page, page.getByRole('button', { name: 'Copy the exact model view' }));
}

/** The exact body of the request that the inspector shows. */
export function copiedRequest(page: Page): Promise<string> {
  return copied(page, page.getByRole('button', { name: 'Copy the exact request body' }));
}

/** The exact bytes that the Disk view shows, as text. */
export function copiedDisk(page: Page): Promise<string> {
  return copied(page, page.getByRole('button', { name: 'Copy the exact contents' }));
}
