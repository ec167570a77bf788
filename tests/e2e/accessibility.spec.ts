import { expect, type Page, test } from '@playwright/test';
import { card, newSession, openApp, runDemo, send, showView, stopButton, turnEnds } from './support/app.ts';
import { axeFindings } from './support/axe.ts';
import { closeDialog, openSettings } from './support/providers.ts';
import { shot } from './support/shot.ts';

/** axe finds nothing on the main states, wide and narrow, in light and dark. */

const sizes = [
  { name: 'wide', width: 1440, height: 900 },
  { name: 'narrow', width: 390, height: 844 },
] as const;

async function expectClean(page: Page, state: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    await shot(page, `axe-${state}-${colorScheme}`);
    const findings = await axeFindings(page, colorScheme === 'light' ? 'every rule' : 'colours');
    expect(findings, `${state}, ${colorScheme}`).toEqual([]);
  }
}

for (const { name, width, height } of sizes) {
  test.describe(() => {
    // Colours that are on their way to others have no contrast of their own.
    test.use({ viewport: { width, height }, reducedMotion: 'reduce' });

    test(`${name}: first open, a finished demo and each of its views`, async ({ page }) => {
      const pane = (title: string) =>
        page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name: title }).click();
      await openApp(page);
      await expectClean(page, `${name}-first`);
      await runDemo(page);
      await expectClean(page, `${name}-demo`);
      if (name === 'narrow') await pane('Model view');
      for (const view of ['Model', 'User', 'Tokens', 'Request', 'Disk'] as const) {
        await showView(page, view);
        await expect(page.getByText(/^(Reading|counting)/)).toHaveCount(0);
        await expectClean(page, `${name}-${view.toLowerCase()}`);
      }
      if (name === 'narrow') {
        await pane('Terminal');
        await expect(page.getByRole('region', { name: 'Terminal' }).getByRole('textbox')).toBeAttached();
        await expectClean(page, `${name}-terminal`);
      }
    });

    test(`${name}: dialogs, a running command, a stopped one and a job`, async ({ page }) => {
      await openApp(page);
      await openSettings(page);
      await expect(page.getByRole('button', { name: 'Forget all keys' })).toBeVisible();
      await expectClean(page, `${name}-settings`);
      await closeDialog(page);
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('combobox', { name: 'Command' })).toBeVisible();
      await expectClean(page, `${name}-palette`);
      await closeDialog(page);
      if (name === 'narrow') {
        await page.getByRole('button', { name: 'Sessions and files' }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await expectClean(page, `${name}-sessions`);
      }
      await newSession(page);
      await expectClean(page, `${name}-empty`);
      await send(page, 'printf "\\033[31mred \\033[1;32mgreen\\033[0m\\n"; echo problem >&2; sleep 30');
      await expect(card(page, '1.1.0').locator('.row .text').last()).toHaveText('problem');
      await expectClean(page, `${name}-running`);
      await stopButton(page).click();
      await turnEnds(page);
      await expectClean(page, `${name}-stopped`);
      await send(page, 'echo begun; sleep 30');
      await card(page, '2.1.0')
        .getByRole('button', { name: /background/i })
        .click();
      await turnEnds(page);
      const job = page.getByRole('region', { name: 'Jobs' }).locator('li[data-job="job_1"]');
      await expect(job).toContainText('runs');
      const jobs = page.getByRole('region', { name: 'Jobs', exact: true });
      await jobs.getByRole('button', { name: 'When each ran' }).click();
      const times = jobs.getByRole('img', { name: /^When each job ran/ });
      await expect(times).toContainText('runs');
      await times.scrollIntoViewIfNeeded();
      await expectClean(page, `${name}-jobs`);
      await job.getByRole('button', { name: 'Stop job_1' }).click();
      await expect(job).toContainText('stopped');
      await expect(times).toContainText('stopped');
    });
  });
}
