import { expect, type Page } from '@playwright/test';
import { closeDialog, openSettings } from './providers.ts';

/** Sessions that a script of one's own answers, and what its jobs look like. */

/** The panel of jobs, and one of its rows. */
export const jobs = (page: Page) => page.getByRole('region', { name: 'Jobs' });
export const jobRow = (page: Page, id: string) => page.locator(`li[data-job="${id}"]`);

/** One answer of a script. */
export interface Step {
  readonly text?: string;
  readonly calls?: readonly { readonly tool: string; readonly input: object }[];
}

/** Lets a script of one's own answer in this session, as a person would set it. */
export async function useScript(
  page: Page,
  steps: readonly Step[],
  endText = 'The end of the script.',
): Promise<void> {
  await openSettings(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Script of your own').click();
  await dialog.getByRole('textbox', { name: 'Script as JSON' }).fill(JSON.stringify({ steps, endText }));
  await dialog.getByRole('button', { name: 'Use this script' }).click();
  await expect(dialog.getByText('This session is answered by your script')).toBeVisible();
  await closeDialog(page);
}

/** A step that runs a command. */
export const bash = (command: string, more: object = {}): Step => ({
  calls: [{ tool: 'Bash', input: { command, ...more } }],
});
