import { expect, type Page, test } from '@playwright/test';
import {
  card,
  conversation,
  inspector,
  messageField,
  newSession,
  onePage,
  openApp,
  runCommand,
  say,
} from './support/app.ts';
import { shot } from './support/shot.ts';

/** Everything by keyboard: from the first load to the last view, in and out of the terminal. */

interface Stop {
  /** Role or tag with a name, enough to be told in a failure. */
  readonly what: string;
  readonly isVisible: boolean;
  readonly hasRing: boolean;
}

/** Where the focus is and whether a person can see it. */
function focused(page: Page): Promise<Stop> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return { what: 'the page', isVisible: true, hasRing: true };
    const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 30) ?? '';
    const box = element.getBoundingClientRect();
    const ring = (candidate: Element | null): boolean => {
      if (!candidate) return false;
      const style = getComputedStyle(candidate);
      return style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0;
    };
    // A terminal shows its focus by its cursor.
    const isTerminal = element.classList.contains('xterm-helper-textarea');
    return {
      what: `${element.getAttribute('role') ?? element.tagName.toLowerCase()} ${name}`,
      isVisible: isTerminal || (box.width > 0 && box.height > 0),
      hasRing: isTerminal || ring(element) || ring(element.parentElement),
    };
  });
}

/** Presses Tab until the focus is back where it was. */
async function tabAround(page: Page, most: number): Promise<readonly Stop[]> {
  const stops: Stop[] = [];
  for (let pressed = 0; pressed < most; pressed++) {
    await page.keyboard.press('Tab');
    const stop = await focused(page);
    if (stops.length > 0 && stop.what === stops[0]?.what) return stops;
    stops.push(stop);
  }
  throw new Error(`Tab never came back: ${stops.map((stop) => stop.what).join(', ')}`);
}

const shared = onePage();

test('from the load to a finished run, its views, search, keys and palette, without a pointer', async ({
  page,
}) => {
  await openApp(page);
  await page.keyboard.press('m');
  await expect(messageField(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(conversation(page).getByText('The tests pass.')).toBeVisible({ timeout: 40_000 });
  await page.keyboard.press('Escape');
  await expect(messageField(page)).not.toBeFocused();

  const pressed = (key: string) => card(page, key).locator('button.line');
  for (let step = 0; step < 8; step++) await page.keyboard.press('k');
  await expect(pressed('1.1.0')).toHaveAttribute('aria-pressed', 'true');
  await expect(inspector(page).getByRole('heading', { level: 2 })).toContainText('step 1.1');
  await page.keyboard.press('j');
  await expect(pressed('1.2.0')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('k');

  const tab = (name: string) => inspector(page).getByRole('tab', { name });
  for (const [at, name] of ['Model', 'User', 'Disk', 'Tokens', 'Request'].entries()) {
    await page.keyboard.press(String(at + 1));
    await expect(tab(name)).toHaveAttribute('aria-selected', 'true');
  }
  await tab('Request').focus();
  await page.keyboard.press('Home');
  await expect(tab('Model')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(tab('User')).toHaveAttribute('aria-selected', 'true');
  await expect(inspector(page)).toContainText('seen by the model');

  await page.keyboard.press('f');
  const search = inspector(page).getByRole('searchbox');
  await expect(search).toBeFocused();
  await page.keyboard.type('adds up to 4');
  await expect(inspector(page).getByRole('search')).toContainText('1 of 1 lines');
  await expect(inspector(page).getByText('3:2:1 of 3 cents adds up to 4')).toBeVisible();
  await shot(page, 'keyboard-search');
  await page.keyboard.press('Escape');
  await expect(search).toHaveCount(0);

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await runCommand(page, 'theme dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await shot(page, 'keyboard-dark');
});

test('the terminal is entered, used and left by keyboard', async () => {
  const page = shared();
  await newSession(page);
  const terminal = page.getByRole('region', { name: 'Terminal' });
  const field = terminal.getByRole('textbox');
  await expect(field).toBeAttached();
  await runCommand(page, 'go to the terminal');
  await expect(field).toBeFocused();
  await page.keyboard.type('echo "by $((40 + 2))" > made.txt; cat made.txt');
  await page.keyboard.press('Enter');
  await expect(terminal).toContainText('by 42');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(field).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(field).not.toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(field).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(field).not.toBeFocused();
  // The model works in the same computer.
  await say(page, 'cat made.txt');
  await expect(card(page, '1.1.0')).toContainText('by 42');
});

test('Tab goes around the whole page, through the terminal, and each stop can be seen', async () => {
  const page = shared();
  await newSession(page);
  await say(page, 'seq 1 20000');
  await expect(page.getByRole('region', { name: 'Terminal' }).getByRole('textbox')).toBeAttached();
  await page.locator('body').click({ position: { x: 620, y: 10 } });
  const stops = await tabAround(page, 120);
  const names = stops.map((stop) => stop.what).join('\n');
  for (const expected of ['Message to the model', 'Run', 'Terminal input', 'Model', 'bash', 'Settings']) {
    expect(names).toContain(expected);
  }
  expect(stops.filter((stop) => !stop.isVisible || !stop.hasRing)).toEqual([]);
});

test('dialogs take the focus, hold it, close on Escape and give it back', async ({ page }) => {
  await openApp(page);
  const settings = page.getByRole('button', { name: 'Settings', exact: true });
  await settings.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Forget all keys' })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(settings).toBeFocused();
});
