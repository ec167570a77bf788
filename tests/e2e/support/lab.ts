import { expect, type Locator, type Page } from '@playwright/test';

/** The Lab as a person uses it. */

export const columns = (page: Page): Locator => page.locator('main.lab article');

export async function openLab(page: Page, query = ''): Promise<void> {
  await page.goto(`./#/lab${query}`);
  await expect(page.getByRole('tablist', { name: 'Views of the Lab' })).toBeVisible();
}

/** Every column has its text and its tokens. */
export async function workedOut(page: Page): Promise<void> {
  await expect(columns(page).first()).toBeVisible();
  await expect(page.getByText(/^(reading|counting)…/)).toHaveCount(0);
}
