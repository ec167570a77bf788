import { expect, type Page, test } from '@playwright/test';
import { card, newSession, openApp, runDemo, send, showView, stopButton, turnEnds } from './support/app.ts';
import { expectClean, phone, wide } from './support/axe.ts';
import { closeDialog, openSettings } from './support/providers.ts';

/** axe finds nothing on the main states, wide and narrow, in light and dark. */

// Colours that are on their way to others have no contrast of their own.
test.use({ viewport: phone, reducedMotion: 'reduce' });

const panes = (page: Page) => page.getByRole('navigation', { name: 'Panes' });
const pane = (page: Page, title: string) => panes(page).getByRole('button', { name: title }).click();

async function toWidth(page: Page, size: typeof phone): Promise<void> {
  await page.setViewportSize(size);
  await expect(panes(page)).toBeVisible({ visible: size === phone });
}

/** On a phone, then on a wide screen, where it stays. */
async function expectCleanInBoth(page: Page, state: string): Promise<void> {
  await toWidth(page, phone);
  await expectClean(page, `axe-narrow-${state}`);
  await toWidth(page, wide);
  await expectClean(page, `axe-wide-${state}`);
}

test('first open, a finished demo and each of its views', async ({ page }) => {
  await openApp(page);
  await expectCleanInBoth(page, 'first');
  await runDemo(page);
  await expectCleanInBoth(page, 'demo');
  for (const width of ['wide', 'narrow'] as const) {
    if (width === 'narrow') {
      await toWidth(page, phone);
      await pane(page, 'Model view');
    }
    for (const view of ['Model', 'User', 'Tokens', 'Request', 'Disk'] as const) {
      await showView(page, view);
      await expect(page.getByText(/^(Reading|counting)/)).toHaveCount(0);
      await expectClean(page, `axe-${width}-${view.toLowerCase()}`);
    }
  }
  await pane(page, 'Terminal');
  await expect(page.getByRole('region', { name: 'Terminal' }).getByRole('textbox')).toBeAttached();
  await expectClean(page, 'axe-narrow-terminal');
});

test('dialogs, a running command, a stopped one and a job', async ({ page }) => {
  await openApp(page);
  await page.getByRole('button', { name: 'Sessions and files' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectClean(page, 'axe-narrow-sessions');
  await closeDialog(page);
  await openSettings(page);
  await expect(page.getByRole('button', { name: 'Forget all keys' })).toBeVisible();
  await expectCleanInBoth(page, 'settings');
  await closeDialog(page);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Command' })).toBeVisible();
  await expectCleanInBoth(page, 'palette');
  await closeDialog(page);
  await newSession(page);
  await expectCleanInBoth(page, 'empty');
  await send(page, 'printf "\\033[31mred \\033[1;32mgreen\\033[0m\\n"; echo problem >&2; sleep 60');
  await expect(card(page, '1.1.0').locator('.row .text').last()).toHaveText('problem');
  await expectCleanInBoth(page, 'running');
  await stopButton(page).click();
  await turnEnds(page);
  await expectCleanInBoth(page, 'stopped');
  await send(page, 'echo begun; sleep 60');
  await card(page, '2.1.0')
    .getByRole('button', { name: /background/i })
    .click();
  await turnEnds(page);
  const job = page.getByRole('region', { name: 'Jobs' }).locator('li[data-job="job_1"]');
  await expect(job).toContainText('runs');
  const jobs = page.getByRole('region', { name: 'Jobs', exact: true });
  const times = jobs.getByRole('img', { name: /^When each job ran/ });
  await toWidth(page, wide);
  // What is opened once stays open in another width.
  await jobs.getByRole('button', { name: 'When each ran' }).click();
  for (const size of [wide, phone]) {
    await toWidth(page, size);
    await expect(times).toContainText('runs');
    await times.scrollIntoViewIfNeeded();
    await expectClean(page, `axe-${size === phone ? 'narrow' : 'wide'}-jobs`);
  }
  await job.getByRole('button', { name: 'Stop job_1' }).click();
  await expect(job).toContainText('stopped');
  await expect(times).toContainText('stopped');
});
