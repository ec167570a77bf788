import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { expect, type Page, type TestInfo, test } from '@playwright/test';
import { inspector, openApp, runCommand, runDemo, selectCall, showCard, showView } from './support/app.ts';

/**
 * Ten pictures of the page, compared with those that were kept. Letters differ between machines, so a picture is
 * kept for one kind of machine (browser version, fonts) and compared only there. Elsewhere the pictures are written
 * beside the test's results and nothing is compared, which the run says. `-u` keeps what is there now.
 */

/** Pixels that may differ: edges of letters do between runs. Anything that moved differs by more. */
const tolerance = { maxDiffPixelRatio: 0.004, threshold: 0.2, animations: 'disabled' } as const;

/** What pictures hang on beside the page: the browser's version and how wide its fonts draw some letters. */
async function machineOf(page: Page): Promise<string> {
  const widths = await page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d');
    if (!pen) return 'none';
    const fonts = ['13px system-ui', '700 13px system-ui', '12px monospace', '13px serif'];
    return fonts.map((font) => {
      pen.font = font;
      return pen.measureText('Spillway 0123456789 › ● ✓ 漢字 שלום mmmiiilll').width.toFixed(3);
    });
  });
  const version = page.context().browser()?.version().split('.')[0] ?? '';
  const fonts = createHash('sha256').update(JSON.stringify(widths)).digest('hex').slice(0, 8);
  return `${process.platform}-chromium-${version}-${fonts}`;
}

async function compare(page: Page, info: TestInfo, name: string): Promise<void> {
  const path = [await machineOf(page), `${name}.png`];
  // What takes a different time in each run is covered; so is the terminal's blinking cursor.
  const mask = [page.locator('.facts'), page.locator('.xterm')];
  await page.mouse.move(0, 0);
  const keeps = info.config.updateSnapshots === 'all' || info.config.updateSnapshots === 'changed';
  if (existsSync(info.snapshotPath(...path)) || keeps) {
    await expect.soft(page).toHaveScreenshot(path, { ...tolerance, mask });
    return;
  }
  await page.screenshot({ path: info.outputPath(`${name}.png`), animations: 'disabled', mask });
  const note = `no picture of ${name} is kept for ${path[0]}: written to ${info.outputDir}, not compared`;
  info.annotations.push({ type: 'not compared', description: note });
  console.log(note);
}

test.use({ reducedMotion: 'reduce' });

test('wide: first open, a finished demo in both themes, its views, its tokens, the palette, the protocols', async ({
  page,
}, info) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await openApp(page);
  await expect(inspector(page)).toContainText('the whole request as it went to the model');
  await compare(page, info, 'first-open');
  await runDemo(page);
  await showCard(page, '1.1.0');
  await selectCall(page, '1.1.0');
  const list = page.getByRole('region', { name: 'Steps of the conversation' });
  await list.evaluate((element) => {
    element.scrollTop = 0;
  });
  await showView(page, 'Model');
  await expect(inspector(page)).toContainText('counted with');
  await compare(page, info, 'demo-model');
  await page.emulateMedia({ colorScheme: 'dark' });
  await compare(page, info, 'demo-model-dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await showView(page, 'User');
  await expect(inspector(page)).toContainText('bytes seen by the model');
  await compare(page, info, 'demo-user');
  await showView(page, 'Disk');
  await expect(inspector(page)).toContainText('file in the guest');
  await compare(page, info, 'demo-disk');
  await runCommand(page, 'tokens of the whole');
  await expect(page.getByRole('region', { name: 'Account of the session' }).getByRole('status')).toHaveText(
    /^Tokens are counted/,
  );
  await compare(page, info, 'session-tokens');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Command' })).toBeFocused();
  await compare(page, info, 'palette');
  await page.keyboard.press('Escape');
  await page.goto('./#/protocols');
  await expect(page.getByRole('table').first()).toBeVisible();
  await compare(page, info, 'protocols');
});

test('phone: a command with a saved output, and the model’s view of it', async ({ page }, info) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'light' });
  await openApp(page);
  await runCommand(page, 'new session');
  await expect(page.getByRole('heading', { name: 'An empty session' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Message to the model' }).fill('seq 1 20000');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^I ran it/)).toBeVisible();
  await page.keyboard.press('Escape');
  await compare(page, info, 'phone-chat');
  await page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name: 'Model view' }).click();
  await expect(inspector(page)).toContainText('counted with');
  await compare(page, info, 'phone-model');
});
