import { expect, type Page } from '@playwright/test';

/** Settings as a person fills them in. */

export type ProviderTitle = 'Anthropic' | 'OpenAI' | 'Google' | 'OpenAI-compatible';

export interface ProviderSettings {
  readonly provider: ProviderTitle;
  readonly baseUrl: string;
  readonly key: string;
  readonly remember?: boolean;
}

export async function openSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Settings' })).toBeVisible();
}

export async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Types address and key of a provider, and saves them; leaves the settings open. */
export async function setProvider(page: Page, settings: ProviderSettings): Promise<void> {
  const form = page.getByRole('dialog').locator('details', {
    has: page.getByLabel(`Key of ${settings.provider}`, { exact: true }),
  });
  if (!(await form.evaluate((element) => (element as HTMLDetailsElement).open))) {
    await form.locator('summary').click();
  }
  await form.getByLabel(`Base URL of ${settings.provider}`, { exact: true }).fill(settings.baseUrl);
  await form.getByLabel(`Key of ${settings.provider}`, { exact: true }).fill(settings.key);
  await form.getByRole('checkbox', { name: 'keep on this device' }).setChecked(settings.remember ?? false);
  await form.getByRole('button', { name: 'Save' }).click();
  const kept = settings.remember ? 'is kept on this device' : 'is kept until the page is closed';
  await expect(form.getByRole('status')).toContainText(kept);
  await expect(form.getByLabel(`Key of ${settings.provider}`, { exact: true })).toHaveValue('');
}

/** Chooses a provider's model by its id in the settings. */
export async function useModel(page: Page, provider: ProviderTitle, model: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Provider' }).selectOption({ label: provider });
  await dialog.getByRole('combobox', { name: 'Model id' }).fill(model);
  await dialog.getByRole('button', { name: 'Use', exact: true }).click();
  await expect(dialog.getByText(/^In use:/)).toContainText(model);
}

/** All of it: settings opened, provider and model set, settings closed. */
export async function connect(page: Page, settings: ProviderSettings, model: string): Promise<void> {
  await openSettings(page);
  await setProvider(page, settings);
  await useModel(page, settings.provider, model);
  await closeDialog(page);
}
