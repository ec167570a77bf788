import { expect, type Page, test } from '@playwright/test';
import { card, conversation, guestRuns, newSession, openApp, say, send, turnEnds } from './support/app.ts';
import { shot } from './support/shot.ts';

/** The guest may die at any moment, by a tab's memory or by a fault: the session outlives it. */

async function startWork(page: Page): Promise<void> {
  await openApp(page);
  await newSession(page);
  await say(page, 'mkdir deep && cd deep && echo "acknowledged" > a.txt && PLACE=here');
  await send(page, 'echo "running $((6 * 7))"; sleep 60; echo never');
  await expect(card(page, '2.1.0')).toContainText('running 42');
}

/** The command has ended with what it wrote; the next one runs in the workspace as it was acknowledged. */
async function goesOn(page: Page): Promise<void> {
  await turnEnds(page);
  const ended = card(page, '2.1.0');
  await expect(ended.getByText('error', { exact: true })).toBeVisible();
  await expect(ended.locator('.row .text').first()).toHaveText('running 42');
  await expect(ended).toContainText(/guest/i);
  await shot(page, 'guest-death');
  await say(page, 'pwd; cat a.txt; echo "place $PLACE"');
  const next = card(page, '3.1.0');
  await expect(next).toContainText('/home/user/project/deep');
  await expect(next).toContainText('acknowledged');
  await expect(next).toContainText('place here');
  await expect(next).toContainText('ok');
  await guestRuns(page);
}

test('a guest whose frame is taken away while a command runs is replaced, with the workspace', async ({
  page,
}) => {
  await startWork(page);
  await page.evaluate(() => document.querySelector('iframe[title="Guest computer"]')?.remove());
  await goesOn(page);
});

test('a guest whose process crashes while a command runs is replaced, with the workspace', async ({
  page,
}) => {
  await startWork(page);
  const context = page.context();
  const frame = page.frames().find((candidate) => candidate.url().endsWith('guest.html'))!;
  // The test's own page object counts the page as crashed with its frame, so the rest is asked past it.
  const direct = await context.newCDPSession(page);
  // Throws where the frame shares the page's process, which a sandboxed frame must not.
  const guest = await context.newCDPSession(frame);
  const evaluate = async (expression: string) =>
    (await direct.send('Runtime.evaluate', { expression, returnByValue: true })).result.value as unknown;
  void guest.send('Page.crash').catch(() => undefined);
  const shown = (key: string) =>
    evaluate(`document.querySelector('article[data-key="${key}"]')?.textContent ?? ''`);
  await expect.poll(() => shown('2.1.0'), { timeout: 20_000 }).toContain('GUEST_CRASHED');
  expect(await shown('2.1.0')).toContain('running 42');
  await expect
    .poll(() => evaluate(`document.querySelector('.composer button[type="submit"]').disabled`))
    .toBe(false);
  await evaluate(`{
    document.querySelector('.composer textarea').value = 'pwd; cat a.txt; echo "place $PLACE"';
    document.querySelector('.composer button[type="submit"]').click();
  }`);
  await expect
    .poll(() => shown('3.1.0'), { timeout: 20_000 })
    .toMatch(/project\/deep.*acknowledged.*place here/);
  await direct.detach();
});

test('the demo is not offered without a guest, which can be started where the demo stood', async ({
  page,
}) => {
  await openApp(page);
  const demo = page.getByRole('button', { name: 'Run the demo' });
  await expect(demo).toBeEnabled();
  await page.evaluate(() => document.querySelector('iframe[title="Guest computer"]')?.remove());
  await expect(demo).toHaveCount(0, { timeout: 20_000 });
  await expect(conversation(page).getByRole('alert')).toContainText('The demo needs a guest');
  await shot(page, 'demo-without-guest');
  await conversation(page).getByRole('button', { name: 'Start the guest' }).click();
  await guestRuns(page);
  await expect(demo).toBeEnabled();
});

test('between two commands a dead guest is named in the top bar and started again by the next command', async ({
  page,
}) => {
  await openApp(page);
  await newSession(page);
  await say(page, 'echo "acknowledged" > a.txt');
  await page.evaluate(() => document.querySelector('iframe[title="Guest computer"]')?.remove());
  await expect(page.locator('details.guest summary')).toContainText('ended', { timeout: 20_000 });
  await shot(page, 'guest-ended');
  await say(page, 'cat a.txt');
  await expect(card(page, '2.1.0')).toContainText('acknowledged');
  await guestRuns(page);
});
