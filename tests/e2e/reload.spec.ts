import { expect, type Page, test } from '@playwright/test';
import {
  card,
  chooseModel,
  conversation,
  guestRuns,
  inspector,
  newSession,
  openApp,
  runDemo,
  say,
  selectCall,
  send,
  showCard,
  showView,
} from './support/app.ts';
import { copied, copiedModelView, copiedRequest } from './support/clipboard.ts';
import { shot } from './support/shot.ts';
import { outputStored } from './support/stored.ts';

/** A reload brings a session back: what was said, what was sent, what lay on the disk (case 57). */

async function reload(page: Page): Promise<void> {
  await page.reload();
  await guestRuns(page);
}

test('a reload in the middle of a command keeps its output, says so, and gives the workspace back', async ({
  page,
}) => {
  await openApp(page);
  await newSession(page);
  await say(
    page,
    'mkdir -p notes && cd notes && echo "kept on disk" > a.txt && COLOUR=green && greet() { echo "hello $1"; }',
  );
  await expect(card(page, '1.1.0')).toContainText('ok');
  await send(page, 'echo "before the $((6 * 7))"; echo half > half.txt; sleep 60; echo never');
  await expect(card(page, '2.1.0')).toContainText('before the 42');
  await outputStored(page, '2.1.0', 'before the 42\n');
  await reload(page);

  await expect(
    conversation(page).getByText('The page was closed or reloaded while this turn ran.'),
  ).toBeVisible();
  const running = await showCard(page, '2.1.0');
  await expect(running.getByText('error', { exact: true })).toBeVisible();
  await expect(running).toContainText('The page was closed or reloaded while this call ran.');
  await expect(running.locator('.row .text')).toHaveText(['before the 42']);
  await expect(page.getByRole('button', { name: 'To the end' })).toHaveCount(0);
  await shot(page, 'reload-interrupted');

  await say(page, 'pwd; cat a.txt; echo "colour $COLOUR"; greet again');
  const next = card(page, '3.1.0');
  await expect(next).toContainText('/home/user/project/notes');
  await expect(next).toContainText('kept on disk');
  await expect(next).toContainText('colour green');
  await expect(next).toContainText('hello again');
  await expect(next).toContainText('ok');
});

test('after a reload each model view and request is the same text, and each path that was told can be read', async ({
  page,
}) => {
  await openApp(page);
  await runDemo(page);
  const calls = ['1.1.0', '1.2.0', '1.3.0', '1.4.0', '1.5.0', '1.6.0'];
  const sent = async () => {
    const texts: string[] = [];
    for (const key of calls) {
      await selectCall(page, key);
      await showView(page, 'Model');
      texts.push(await copiedModelView(page));
    }
    await showView(page, 'Request');
    texts.push(await copiedRequest(page));
    return texts;
  };
  const before = await sent();
  const path = /saved to: (\S+)/.exec(before[0] ?? '')?.[1] ?? '';
  expect(path).not.toBe('');
  await reload(page);
  expect(await sent()).toEqual(before);

  // The last request holds every result before it, in the words that were sent: live = after the reload.
  const body = JSON.parse(before.at(-1) ?? '') as unknown;
  const texts = JSON.stringify(body);
  for (const view of before.slice(0, 5)) expect(texts).toContain(JSON.stringify(view).slice(1, -1));

  await chooseModel(page, 'parrot');
  await say(page, `cat ${path} | tail -n 1; grep floor src/allocate.js`);
  await expect(card(page, '2.1.0')).toContainText('# duration_ms');
  await expect(card(page, '2.1.0')).toContainText('Math.floor((cents * weight) / total)');
  await selectCall(page, '2.1.0');
  await showView(page, 'Request');
  const after = await copiedRequest(page);
  for (const view of before.slice(0, 6)) expect(after).toContain(JSON.stringify(view).slice(1, -1));
});

test('a reload keeps the selected step in the address, and the address opens it', async ({ page }) => {
  await openApp(page);
  await newSession(page);
  await say(page, 'echo one');
  await say(page, 'echo two');
  await selectCall(page, '1.1.0');
  await expect.poll(() => new URL(page.url()).hash).toMatch(/^#\/s\/[\w-]+\/1\.1\.0$/);
  await reload(page);
  await expect(inspector(page).getByRole('heading', { level: 2 })).toContainText('echo one');
  await showView(page, 'Disk');
  expect(await copied(page, page.getByRole('button', { name: 'Copy the exact contents' }))).toBe('one\n');
});
