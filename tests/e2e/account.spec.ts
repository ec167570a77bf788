import { expect, type Locator, type Page, test } from '@playwright/test';
import { anthropicEvents, startProviderHost } from '../hosts/providers/index.ts';
import { card, inspector, newSession, openApp, runCommand, runDemo, say, showView } from './support/app.ts';
import { expectCleanInBothWidths, wide } from './support/axe.ts';
import { connect } from './support/providers.ts';
import { shot } from './support/shot.ts';

/** What a session costs, per step and summed, as sent and under another profile. */

const account = (page: Page): Locator => page.getByRole('region', { name: 'Account of the session' });
const table = (page: Page, caption: string | RegExp): Locator =>
  account(page).getByRole('table', { name: caption });
const requests = (page: Page): Locator => table(page, /^What each request sent/);

async function counted(page: Page): Promise<void> {
  await expect(account(page).getByRole('status')).toHaveText(/^Tokens are counted with o200k/);
}

/** The account of the shown session, all of it counted. */
async function openAccount(page: Page): Promise<void> {
  await runCommand(page, 'tokens of the whole');
  await counted(page);
}

/** A table as numbers by column, row by row, the sums last; what is no number is not there. */
async function numbersOf(shown: Locator): Promise<readonly Readonly<Record<string, number>>[]> {
  const rows = await shown.evaluate((element) => {
    const heads = [...element.querySelectorAll('thead th')].map((cell) => cell.textContent ?? '');
    return [...element.querySelectorAll('tbody tr, tfoot tr')].map((row) =>
      [...row.children].map((cell, at): [string, string] => [
        heads[at] ?? '',
        (cell.textContent ?? '').trim(),
      ]),
    );
  });
  return rows.map((cells) =>
    Object.fromEntries(
      cells
        .slice(1)
        .filter(([, text]) => /^[+−\d]/.test(text))
        .map(([head, text]) => [head, Number(text.replaceAll(',', '').replace('−', '-').replace('+', ''))]),
    ),
  );
}

/** Every row sums to its total over its kinds, and every column to its foot. */
function expectExact(rows: readonly Readonly<Record<string, number>>[], columns: readonly string[]): void {
  const sums = rows.at(-1) ?? {};
  for (const row of rows) {
    expect(columns.reduce((sum, name) => sum + (row[name] ?? 0), 0)).toBe(row.Total);
  }
  for (const name of [...columns, 'Total']) {
    expect(rows.slice(0, -1).reduce((sum, row) => sum + (row[name] ?? 0), 0)).toBe(sums[name]);
  }
}

/** The columns of kinds: those whose heading says what it holds. */
const kindColumns = (shown: Locator): Promise<readonly string[]> =>
  shown.locator('thead th[title]').filter({ hasNotText: 'Repeated' }).allTextContents();

test('the demo’s account sums exactly, per step and over the session, as sent and under any profile; a row selects its step everywhere', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openApp(page);
  await runDemo(page);
  await page.keyboard.press('t');
  await counted(page);
  await shot(page, 'account-demo');
  const sent = await numbersOf(requests(page));
  expect(sent.length).toBeGreaterThan(3);
  expectExact(sent, await kindColumns(requests(page)));

  await account(page).page().getByRole('combobox', { name: 'What is added up' }).selectOption('own');
  const own = table(page, 'What each step added');
  expectExact(await numbersOf(own), await kindColumns(own));

  const profile = page.getByRole('combobox', { name: 'Account as sent, or what if' });
  await profile.selectOption('pi');
  await counted(page);
  await expect(inspector(page).getByText(/^What if: results are worded anew/)).toBeVisible();
  const under = await numbersOf(own);
  expectExact(under, await kindColumns(own));
  for (const row of under) expect((row.Total ?? 0) - (row['As sent'] ?? 0)).toBe(row.Difference);
  expect(under.at(-1)?.['As sent']).toBe(
    (await numbersOf(table(page, /^The next request by kind/))).at(-1)?.['As sent'],
  );
  await shot(page, 'account-demo-pi');

  // Under the profile that the demo ran under nothing differs: the log's own words are used.
  await profile.selectOption('claude-code');
  await counted(page);
  expect((await numbersOf(own)).map(({ Difference }) => Difference)).toEqual(under.map(() => 0));

  await profile.selectOption('spillway');
  await counted(page);
  await expectCleanInBothWidths(page, 'account');
  await requests(page).scrollIntoViewIfNeeded();
  await shot(page, 'account-narrow-steps');
  await page.setViewportSize(wide);

  // By mouse and by keys, and the account stays.
  const row = requests(page).getByRole('button', { name: /^1\.2/ });
  await row.click();
  await expect(row).toHaveAttribute('aria-current', 'true');
  await expect(card(page, '1.2.0').locator('button.line')).toHaveAttribute('aria-pressed', 'true');
  await expect(account(page)).toBeVisible();
  await requests(page).getByRole('button', { name: /^1\.1/ }).focus();
  await page.keyboard.press('Enter');
  await expect(card(page, '1.1.0').locator('button.line')).toHaveAttribute('aria-pressed', 'true');
  // The step's own tokens, and back.
  await page.keyboard.press('t');
  await expect(
    inspector(page).getByRole('table', { name: "This result in the model's context" }),
  ).toBeVisible();
  await page.keyboard.press('t');
  await expect(account(page)).toBeVisible();
  await showView(page, 'Model');
  await expect(account(page)).toHaveCount(0);
});

test('row 30: a cut shows its preview, its notice and what reading the file again has cost', async ({
  page,
}) => {
  await openApp(page);
  await newSession(page);
  await say(page, 'seq 1 20000');
  const saved = card(page, '1.1.0')
    .getByText(/tool-results\/\S+/)
    .first();
  await say(page, `tail -n 3 ${(await saved.textContent())?.match(/\/\S+\.txt/)?.[0] ?? ''}`);
  await openAccount(page);
  // The parrot reads what was cut by itself; the second read is the user's.
  const kinds = table(page, /^All requests by kind/);
  await expect(kinds.getByRole('rowheader', { name: /^Re-reads/ })).toBeVisible();
  await expect(kinds.getByRole('rowheader', { name: /^Previews/ })).toBeVisible();
  const files = table(page, /^Saved outputs/);
  await expect(files.getByRole('row')).toHaveCount(2);
  await expect(files.getByRole('row').last()).toContainText('in 2 calls');
  await shot(page, 'account-saved');
});

test('what a provider reported stands beside what is counted, and whose tokenizer it is not', async ({
  page,
}) => {
  const usage = { input: 1234, output: 56, cached: 1000, reasoning: 0 };
  const host = await startProviderHost([{ events: anthropicEvents({ text: 'Hello.', usage }) }]);
  try {
    await openApp(page);
    await newSession(page);
    await connect(
      page,
      { provider: 'Anthropic', baseUrl: host.url, key: 'sk-test-not-a-key' },
      'claude-test',
    );
    await say(page, 'Hello');
    await openAccount(page);
    await expect(account(page).getByRole('status')).toHaveText(
      "Tokens are counted with o200k, not the model's own tokenizer.",
    );
    expect(await numbersOf(requests(page))).toEqual(
      [0, 1].map(() =>
        expect.objectContaining({ 'Reported input': 1234, 'of it cached': 1000, 'Reported output': 56 }),
      ),
    );
    await page.getByRole('combobox', { name: 'Unit' }).selectOption('bytes');
    await expect(requests(page).getByRole('columnheader', { name: 'Reported input' })).toHaveCount(0);
  } finally {
    await host.close();
  }
});
