import { expect, type Page, test } from '@playwright/test';
import { sizeWords } from '../../src/core/index.ts';
import {
  card,
  chooseModel,
  conversation,
  inspector,
  openApp,
  runButton,
  runDemo,
  say,
  send,
  showCard,
  showView,
  stepButton,
  stopButton,
  turnEnds,
} from './support/app.ts';
import { copiedDisk, copiedModelView } from './support/clipboard.ts';
import { shot } from './support/shot.ts';
import { storedOutput } from './support/stored.ts';
import { expectQuiet, watch } from './support/watch.ts';

/** The first minute: no key, no network, one press on Run. */

/** The first 2,000 characters, cut back to their last line end where that lies past the middle. */
function previewOf(result: string): string {
  const start = result.slice(0, 2000);
  const lineEnd = start.lastIndexOf('\n');
  return lineEnd > 1000 ? start.slice(0, lineEnd) : start;
}

test('Run plays the demo to passing tests; each number shown is that of the file, the store and the model view', async ({
  page,
  baseURL,
}) => {
  const watched = await watch(page, baseURL!);
  await openApp(page);
  await shot(page, 'first-open');
  await runDemo(page);
  await shot(page, 'demo-end');
  await expect(card(page, '1.6.0')).toContainText('# fail 0');
  await expect(card(page, '1.6.0')).toContainText('exit 0');

  const first = await showCard(page, '1.1.0');
  await expect(first).toContainText('exit 1');
  const mark = first.getByRole('button', { name: /^\[saved/ });
  const truncated = first.getByRole('button', { name: /^\[truncated\]/ });
  await expect(truncated).toBeVisible();
  await first.getByRole('button', { name: 'Fold bash 1.1.0' }).click();
  await expect(truncated).toBeVisible();
  await shot(page, 'demo-first-card-folded');

  await mark.click();
  await expect(inspector(page).getByRole('tab', { name: 'Disk' })).toHaveAttribute('aria-selected', 'true');
  const disk = inspector(page).getByRole('tabpanel', { name: 'Disk view' });
  const place = disk.locator('code');
  await expect(place).toHaveText(
    /^\/home\/user\/\.claude\/projects\/-home-user-project\/demo\/tool-results\/[\w-]+\.txt$/,
  );
  const path = await place.textContent();
  await expect(disk).toContainText('file in the guest');
  await shot(page, 'demo-disk');
  const file = await copiedDisk(page);
  expect(file).toBe(await storedOutput(page, 'demo', '1.1.0'));
  const bytes = Buffer.byteLength(file);
  expect(bytes).toBeGreaterThan(150_000);
  await expect(disk).toContainText(`${bytes.toLocaleString('en-US')} bytes`);
  await expect(mark).toContainText(`[saved · ${Math.round(bytes / 1024)} KB]`);

  await truncated.click();
  await expect(inspector(page).getByRole('tab', { name: 'Model' })).toHaveAttribute('aria-selected', 'true');
  const result = `Exit code 1\n${file}`;
  const preview = previewOf(result);
  expect(await copiedModelView(page)).toBe(
    `<persisted-output>\nOutput too large (${sizeWords(result.length)}). Full output saved to: ${path}\n\n` +
      `Preview (first 2KB):\n${preview}\n...\n</persisted-output>`,
  );
  const model = await showView(page, 'Model');
  const seen = (preview.length - 'Exit code 1\n'.length).toLocaleString('en-US');
  await expect(model).toContainText(`${seen} of ${file.length.toLocaleString('en-US')} characters of output`);
  await expect(model).toContainText(/[\d,]+ tokens \(counted with o200k/);
  await shot(page, 'demo-model');
  await expect(await showView(page, 'User')).toContainText(`${seen} bytes seen by the model`);
  await shot(page, 'demo-user');

  // What a first visit is told at the end counts the same, and leads to the three views.
  await page.getByRole('button', { name: 'To the end' }).click();
  const told = conversation(page).getByRole('region', { name: 'What happened' });
  await expect(told).toContainText(
    `npm test printed ${file.length.toLocaleString('en-US')} characters. The model got ${seen} of them`,
  );
  for (const [title, view] of [
    ['what the model got', 'Model'],
    ['all of it', 'User'],
    ['the file', 'Disk'],
  ] as const) {
    await told.getByRole('button', { name: title }).click();
    await expect(inspector(page).getByRole('tabpanel', { name: `${view} view` })).toBeVisible();
  }
  expectQuiet(watched);
});

test('Step sends one request at a time, and Run goes on from there', async ({ page }) => {
  await openApp(page);
  const paused = page.getByText('Paused between two requests.');
  await stepButton(page).click();
  await expect(card(page, '1.1.0')).toContainText('exit 1', { timeout: 20_000 });
  await expect(paused).toBeVisible();
  await expect(card(page, '1.2.0')).toHaveCount(0);
  await stepButton(page).click();
  await expect(card(page, '1.2.0')).toContainText('ok');
  await expect(paused).toBeVisible();
  await expect(card(page, '1.3.0')).toHaveCount(0);
  await runDemo(page);
  await expect(card(page, '1.6.0')).toContainText('# fail 0');
});

test('Stop ends the running tests with its output kept, and the session goes on', async ({ page }) => {
  await openApp(page);
  // The tests take two seconds; with a pause in front of them nobody needs to be quick.
  await typeInTerminal(
    page,
    "sed -i 's/node --test/echo allocate-$((40 + 2)); sleep 60; node --test/' package.json",
  );
  await runButton(page).click();
  await expect(card(page, '1.1.0')).toContainText('running');
  await expect(card(page, '1.1.0')).toContainText('allocate-42');
  await stopButton(page).click();
  await expect(conversation(page).getByText('Stopped by you. Write a message to go on.')).toBeVisible();
  await expect(card(page, '1.1.0')).toContainText('aborted');
  await expect(card(page, '1.1.0')).toContainText('allocate-42');
  await turnEnds(page);
  await typeInTerminal(page, "sed -i 's/sleep 60; //' package.json");
  // The script plays the stopped step again and comes to its end.
  await send(page, 'Go on.');
  await expect(conversation(page).getByText('The tests pass.')).toBeVisible({ timeout: 40_000 });
  await turnEnds(page);
  await expect(conversation(page)).toContainText('# fail 0');
});

/** Types a command into the terminal and waits until it has run. */
async function typeInTerminal(page: Page, command: string): Promise<void> {
  const terminal = page.getByRole('region', { name: 'Terminal' });
  await terminal.getByRole('textbox', { name: 'Terminal input' }).focus();
  await expect(terminal).toContainText('~/project $');
  await page.keyboard.type(`${command}; echo typed-$((${typed} + 1))`);
  typed += 1;
  await page.keyboard.press('Enter');
  await expect(terminal).toContainText(`typed-${typed}`);
}
let typed = 0;

test('Stop between two requests ends the turn, and another model goes on in the same session', async ({
  page,
}) => {
  await openApp(page);
  await stepButton(page).click();
  await expect(page.getByText('Paused between two requests.')).toBeVisible({ timeout: 20_000 });
  await stopButton(page).click();
  await expect(conversation(page).getByText('Stopped by you. Write a message to go on.')).toBeVisible();
  await chooseModel(page, 'parrot');
  await say(page, 'echo "still here"; ls src/bill.js');
  await expect(card(page, '2.1.0').locator('.row .text')).toHaveText(['still here', 'src/bill.js']);
  await expect(card(page, '2.1.0')).toContainText('ok');
});
