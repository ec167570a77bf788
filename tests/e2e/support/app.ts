import { expect, type Locator, type Page, test } from '@playwright/test';

/** The page as a person uses it, for every end-to-end test. */

/** Opens the page and waits until a session is shown and its guest runs. */
export async function openApp(page: Page, address = './'): Promise<void> {
  await page.goto(address);
  await guestRuns(page);
}

/**
 * One open page for the tests of a file that each begin in a session of their own: a page takes longer than most of
 * them. They run in their order; where one fails, all of them run again, in a new page.
 */
export function onePage(): () => Page {
  let page: Page;
  test.describe.configure({ mode: 'serial' });
  test.beforeAll(async ({ browser }) => {
    page = await browser.newPage();
    await openApp(page);
  });
  test.afterAll(() => page.close());
  return () => page;
}

export async function guestRuns(page: Page): Promise<void> {
  await expect(page.locator('details.guest summary')).toContainText('embedded', { timeout: 20_000 });
}

export const messageField = (page: Page): Locator =>
  page.getByRole('textbox', { name: 'Message to the model' });
export const runButton = (page: Page): Locator => page.getByRole('button', { name: 'Run', exact: true });
export const stepButton = (page: Page): Locator => page.getByRole('button', { name: 'Step', exact: true });
export const stopButton = (page: Page): Locator => page.getByRole('button', { name: 'Stop', exact: true });
export const conversation = (page: Page): Locator =>
  page.getByRole('region', { name: 'Conversation', exact: true });
export const inspector = (page: Page): Locator => page.locator('.inspector');

/** The card of a call by its key, `turn.step.index`. */
export const card = (page: Page, key: string): Locator => page.locator(`article[data-key="${key}"]`);

/** A new, empty session, whose model is the parrot. */
export async function newSession(page: Page): Promise<void> {
  const before = new URL(page.url()).hash;
  await page.getByTitle('New session', { exact: true }).click();
  await expect.poll(() => new URL(page.url()).hash).not.toBe(before);
  await expect(page.getByRole('heading', { name: 'An empty session' })).toBeVisible();
  await guestRuns(page);
}

/** Chooses a model in the top bar by what the list calls it. */
export async function chooseModel(page: Page, title: string): Promise<void> {
  const picker = page.getByRole('combobox', { name: 'model' });
  await picker.selectOption({ label: title });
  await expect(picker.locator('option:checked')).toHaveText(title);
}

/** Types a message and runs it; does not wait for the turn's end. */
export async function send(page: Page, text: string): Promise<void> {
  await messageField(page).fill(text);
  await messageField(page).press('Enter');
  // Until the message is on the page nothing runs, which looks as if the turn had ended.
  const sent = page.locator('article[aria-label^="Your message"]').filter({ hasText: text.slice(0, 60) });
  await expect(sent.last()).toBeAttached();
}

/** Sends a message and waits until the turn has ended. */
export async function say(page: Page, text: string): Promise<void> {
  await send(page, text);
  await turnEnds(page);
}

/** Waits until nothing runs: Run can be pressed again. */
export async function turnEnds(page: Page, timeout = 30_000): Promise<void> {
  await expect(stopButton(page)).toBeDisabled({ timeout });
  await expect(runButton(page)).toBeEnabled();
}

/** Opens the palette and runs the first command that has these words. */
export async function runCommand(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  // The palette is loaded when it is first asked for.
  await expect(page.getByRole('combobox', { name: 'Command' })).toBeFocused();
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
}

/** Runs the demo to its end. */
export async function runDemo(page: Page): Promise<void> {
  await runButton(page).click();
  await expect(conversation(page).getByText('The tests pass.')).toBeVisible({ timeout: 40_000 });
  await turnEnds(page);
}

/** Brings the card of a call into sight, also where the list has unmounted it, and gives it. */
export async function showCard(page: Page, key: string): Promise<Locator> {
  const list = page.getByRole('region', { name: 'Steps of the conversation' });
  const wanted = card(page, key);
  let down = false;
  await expect
    .poll(
      async () => {
        if ((await wanted.count()) > 0) {
          // A list that still moves to where it was opened may take the card away again: then it is looked for anew.
          const isShown = wanted.scrollIntoViewIfNeeded({ timeout: 2_000 }).then(
            () => true,
            () => false,
          );
          if (await isShown) return true;
        }
        down = await list.evaluate((element, goDown) => {
          const before = element.scrollTop;
          element.scrollTop += (goDown ? 0.7 : -0.7) * element.clientHeight;
          return element.scrollTop === before ? !goDown : goDown;
        }, down);
        return false;
      },
      { intervals: [50] },
    )
    .toBe(true);
  return wanted;
}

/** Selects a call, so that the inspector shows it. */
export async function selectCall(page: Page, key: string): Promise<void> {
  const shown = await showCard(page, key);
  const line = shown.locator('button.line');
  // The list may still be moving to its end when a session has just been opened.
  await expect(async () => {
    await line.click();
    await expect(line).toHaveAttribute('aria-pressed', 'true', { timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
}

export type ViewTitle = 'Model' | 'User' | 'Disk' | 'Tokens' | 'Request';

export async function showView(page: Page, title: ViewTitle): Promise<Locator> {
  await inspector(page).getByRole('tab', { name: title }).click();
  const panel = inspector(page).getByRole('tabpanel', { name: `${title} view` });
  await expect(panel).toBeVisible();
  return panel;
}

/** For hosts that the configuration does not know: sessions run on the embedded guest. Call it before the page is opened. */
export async function embeddedOnly(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // Sandboxed frames have no storage.
    if (self.origin !== 'null') localStorage.setItem('spillway.guest', '{"choice":"embedded"}');
  });
}
