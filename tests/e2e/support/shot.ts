import type { Page } from '@playwright/test';

/** Keeps a picture of the page where SHOTS names a folder: for people to look at, never compared. */
export async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}
