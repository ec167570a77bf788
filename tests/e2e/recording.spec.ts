import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { openLink, recordingFile } from '../../src/core/recording/index.ts';
import { newSession, openApp, runCommand, runDemo, say } from './support/app.ts';
import { expectCleanInBothWidths, wide } from './support/axe.ts';

/** A session is shared as a link, and whoever opens it reads it, runs it again, and forks it. */

async function share(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Share this session' }).click();
  const link = page.getByRole('textbox', { name: 'Link to this session' });
  await expect(link).toBeVisible({ timeout: 60_000 });
  const address = await link.inputValue();
  await page.keyboard.press('Escape');
  return address;
}

/** `npm run -s spillway -- replay …`, as a person or a pipeline runs it. */
function replayed(
  ...recordings: readonly string[]
): Promise<{ readonly code: number; readonly out: string }> {
  return new Promise((resolve) => {
    execFile('node', ['.ci/spillway.mjs', 'replay', ...recordings], (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), out: stdout + stderr });
    });
  });
}

/** The recording of a link with another hash for its first result, as a file. */
async function tampered(address: string, folder: string): Promise<string> {
  const opened = openLink(address.slice(address.indexOf('#') + 1));
  if (!opened.ok) throw new Error(opened.message);
  const { recording } = opened;
  const first = recording.events.findIndex((event) => event.type === 'record');
  const events = recording.events.map((event, at) =>
    event.type === 'record' && at === first
      ? { ...event, output: { stdout: { bytes: 1, sha256: '0'.repeat(64) } } }
      : event,
  );
  const file = join(folder, 'tampered.spillway.json.gz');
  await writeFile(file, recordingFile({ ...recording, events }));
  return file;
}

test('the demo as a link is opened in another browser and on the command line, run again there byte for byte, and forked', async ({
  page,
  browser,
}, { outputDir }) => {
  test.setTimeout(150_000);
  await openApp(page);
  await runDemo(page);
  const address = await share(page);
  console.log(`the demo as a link: ${address.length} characters`);
  expect(address.length).toBeLessThan(8_000);
  await mkdir(outputDir, { recursive: true });
  const onCommandLine = replayed(address, await tampered(address, outputDir));

  const other = await browser.newContext({ reducedMotion: 'reduce' });
  const reader = await other.newPage();
  const requests: string[] = [];
  reader.on('request', (request) => requests.push(request.url()));
  await reader.goto(address);
  await expect(reader.getByRole('heading', { name: 'Demo: tests that fail' })).toBeVisible();
  await expect(reader.getByText('Not run. It is shown as it was recorded.')).toBeVisible();
  await expect(reader.getByText('The tests fail. Find out why, and fix it.')).toBeVisible();
  await reader.getByRole('button', { name: 'Run it again' }).click();
  await expect(reader.getByRole('status').getByText(/(\d+) of \1 results came out the same\./)).toBeVisible({
    timeout: 60_000,
  });
  // Workers of the guest are blobs of its own; nothing else but the page's own origin is asked.
  const own = [new URL(address).origin, 'blob:null/'];
  expect(requests.filter((url) => !own.some((start) => url.startsWith(start)))).toEqual([]);
  await reader
    .getByRole('button', { name: /^Model view · [\d,]+ characters/ })
    .first()
    .click();
  await expectCleanInBothWidths(reader, 'recording');
  await reader.setViewportSize(wide);

  await reader.getByRole('button', { name: 'Fork behind this step…' }).first().click();
  await expect(reader.getByText('It asks for nothing')).toBeVisible();
  await reader.getByRole('dialog').getByRole('button', { name: 'Fork', exact: true }).click();
  await expect(reader.locator('article[data-key="1.1.0"]')).toContainText('npm test', { timeout: 60_000 });
  await expect(reader.locator('details.guest summary')).toContainText('embedded');
  await other.close();

  const { code, out } = await onCommandLine;
  const [good = '', bad = ''] = out.split('Demo: tests that fail').slice(1);
  expect(
    good
      .trim()
      .split('\n')
      .filter((line) => !/^\s*[\d.]+ same$/.test(line)),
  ).toEqual([]);
  expect(bad).toContain('1.1.0 drift in stdout');
  expect(bad).toContain('not run');
  expect(code).toBe(1);
});

test('a result that a second run does not give travels whole; a secret is taken out before it leaves', async ({
  page,
  browser,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openApp(page);
  await newSession(page);
  await say(page, 'date +%s%N; echo sk-ant-api03-AbCdEfGhIjKlMnOpQrStUvWx');
  await page.getByRole('button', { name: 'Share this session' }).click();
  await expect(page.getByText('1 sent whole because a second run gives something else')).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByRole('checkbox').first()).toBeChecked();
  await expectCleanInBothWidths(page, 'share');
  const address = await page.getByRole('textbox', { name: 'Link to this session' }).inputValue();
  await page.keyboard.press('Escape');
  const reader = await (await browser.newContext()).newPage();
  await reader.goto(address);
  await expect(reader.getByText(/\[redacted key\]/).first()).toBeVisible();
  await expect(reader.getByText('in the recording').first()).toBeVisible();
  expect(await reader.content()).not.toContain('AbCdEfGhIjKlMnOpQrStUvWx');
  await reader.context().close();
});

test('a link that was cut says so; the page for recordings takes a link or a file', async ({ page }) => {
  await openApp(page);
  await runCommand(page, 'Open a recording');
  await expect(page.getByText('A recording is a session that somebody sent')).toBeVisible();
  await page.getByRole('textbox', { name: 'Link' }).fill('https://example.test/#/r/1/demo/zz-00000000/abc');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText(
    'This link was cut: 1,292 characters are missing at its end.',
  );
  await page
    .getByLabel('Recording file')
    .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
  await expect(page.getByRole('alert')).toContainText('This file is no recording');
});
