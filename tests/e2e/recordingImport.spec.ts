import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { openApp, runCommand } from './support/app.ts';
import { expectCleanInBothWidths, wide } from './support/axe.ts';
import { shot } from './support/shot.ts';
import { expectQuiet, watch } from './support/watch.ts';

/** Conversations of other programs, in the three views as far as their files hold them. */

const fixture = (name: string) => `tests/fixtures/imports/${name}`;

test('a Claude Code session is opened without and with the file of its large output', async ({
  page,
  baseURL,
}) => {
  const watched = await watch(page, baseURL!, []);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openApp(page);
  await runCommand(page, 'Open what another program');
  await expect(page.getByRole('heading', { name: 'Open what another program has kept' })).toBeVisible();
  await expectCleanInBothWidths(page, 'import-open');
  await page.setViewportSize(wide);
  const files = page.getByLabel('Files of another program');
  await files.setInputFiles(fixture('claude-code.jsonl'));
  await expect(page.getByRole('heading', { name: 'Why the build fails' })).toBeVisible();
  await expect(page.getByText('2 parts not understood, kept as they came')).toBeVisible();
  const build = page.locator('article[data-key="1.1.0"]');
  await build.getByRole('button', { name: /^Model view/ }).click();
  await expect(build.locator('pre.text')).toContainText('<persisted-output>');
  await expectCleanInBothWidths(page, 'import');
  await page.setViewportSize(wide);
  await build.getByRole('button', { name: /^Disk view · not here/ }).click();
  await expect(build).toContainText('Full output not in this file: it was saved as /home/ada/');
  await shot(page, 'import-session');

  await page.getByRole('button', { name: 'Open another' }).click();
  await files.setInputFiles([
    {
      name: 'b5x1.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('step 1\n<img src=x onerror=alert(1)>\n'),
    },
    { name: 's-1.jsonl', mimeType: 'text/plain', buffer: await readFile(fixture('claude-code.jsonl')) },
  ]);
  await build.getByRole('button', { name: /^Disk view · 36/ }).click();
  await expect(build.locator('pre.text')).toContainText('<img src=x onerror=alert(1)>');
  expectQuiet(watched);
});

test('a pasted request is opened; what is none is refused in one sentence', async ({ page }) => {
  await page.goto('./#/import');
  const field = page.getByRole('textbox', { name: 'Or paste it' });
  await field.fill('{"hello": 1}');
  await page.getByRole('button', { name: 'Open what is pasted' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'There is no list of messages in it: paste a request with "messages", or the list alone.',
  );
  const request = await readFile(fixture('anthropic-request.json'), 'utf8');
  // A long one is not laid out in the field first, which for megabytes takes half a minute.
  await field.evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }));
  }, request.trimEnd() + ' '.repeat(100_000));
  await expect(page.getByRole('heading', { name: 'Run the tests.' })).toBeVisible();
  await page.getByRole('button', { name: 'Open another' }).click();
  await field.fill(request);
  await page.getByRole('button', { name: 'Open what is pasted' }).click();
  await expect(page.getByRole('heading', { name: 'Run the tests.' })).toBeVisible();
  await page.getByRole('button', { name: 'Play as a film' }).click();
  await expect(page.getByRole('status').filter({ hasText: /^\d+ of 6$/ })).toBeVisible();
});
