import { expect, type Page, test } from '@playwright/test';
import { card, openApp, runDemo, say, showCard } from './support/app.ts';
import { shot } from './support/shot.ts';

/** 390 px wide: everything is there, one pane at a time. */

test.use({ viewport: { width: 390, height: 844 } });

const bar = (page: Page) => page.getByRole('navigation', { name: 'Panes' });
const pane = (page: Page, title: string) => bar(page).getByRole('button', { name: title }).click();

/** Nothing makes the page itself scroll sideways, and the bar with the panes stays in sight. */
async function expectFits(page: Page): Promise<void> {
  const size = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(size[0]).toBeLessThanOrEqual(size[1] ?? 0);
  await expect(bar(page)).toBeInViewport({ ratio: 1 });
}

test('the demo runs, and the bar at the bottom shows each of its sides', async ({ page }) => {
  await openApp(page);
  await expectFits(page);
  await runDemo(page);
  await expectFits(page);
  const first = await showCard(page, '1.1.0');
  await expectFits(page);
  await shot(page, 'narrow-demo');
  await first.getByRole('button', { name: /^\[truncated\]/ }).click();
  await expect(page.getByRole('region', { name: 'Model view, exact text' })).toContainText(
    '<persisted-output>',
  );
  await expectFits(page);
  await shot(page, 'narrow-model');
  await pane(page, 'Chat');
  await (await showCard(page, '1.1.0')).getByRole('button', { name: /^\[saved/ }).click();
  await expect(page.getByRole('tabpanel', { name: 'Disk view' })).toContainText('file in the guest');
  await expect(bar(page).getByRole('button', { name: 'Disk' })).toHaveAttribute('aria-current', 'page');
  await expectFits(page);
  await shot(page, 'narrow-disk');
  await pane(page, 'Terminal');
  const terminal = page.getByRole('region', { name: 'Terminal' });
  await terminal.getByRole('textbox').focus();
  await page.keyboard.type('echo "narrow $((6 * 7))"\n');
  await expect(terminal).toContainText('narrow 42');
  await expectFits(page);
  await shot(page, 'narrow-terminal');
  await pane(page, 'Chat');
  // The conversation has kept its place.
  await expect(card(page, '1.1.0')).toBeInViewport();
});

test('sessions and files are a press away', async ({ page }) => {
  await openApp(page);
  await page.getByRole('button', { name: 'Sessions and files' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('treeitem', { name: 'package.json' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('tabpanel', { name: 'Disk view' })).toContainText(
    '/home/user/project/package.json',
  );
  await expectFits(page);
  await page.getByRole('button', { name: 'Sessions and files' }).click();
  await dialog.getByRole('button', { name: 'New session' }).click();
  await expect(page.getByRole('heading', { name: 'An empty session' })).toBeVisible();
  await say(page, 'echo "a long line without any place to break: $(printf %0500d 7)"');
  await expect(card(page, '1.1.0')).toContainText('ok');
  await expectFits(page);
});
