import { expect, type Page, test } from '@playwright/test';
import { inspector, newSession, openApp, runCommand, say, selectCall } from './support/app.ts';
import { expectClean, expectCleanInBothWidths, wide } from './support/axe.ts';
import { copied } from './support/clipboard.ts';
import { columns, openLab, workedOut } from './support/lab.ts';
import { shot } from './support/shot.ts';

/** One output under every profile: the Lab, without a session and with one. */

const output = (page: Page) => page.getByRole('textbox', { name: 'Output', exact: true });
const column = (page: Page, title: string | RegExp) => page.getByRole('article', { name: title });
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();

async function generateAtLimit(page: Page, name: 'One under' | 'At it' | 'One over'): Promise<void> {
  await page.getByRole('group', { name: 'Exact size' }).getByRole('button', { name }).click();
}

test('an output that is pasted stands under every profile and is copied to the character, with no session opened', async ({
  page,
}) => {
  await openLab(page);
  await expect(page.getByText('Put an output in')).toBeVisible();
  await shot(page, 'lab-empty');
  await output(page).fill('hello\nworld\n');
  await workedOut(page);
  await expect(columns(page).first().getByRole('region')).toContainText('hello');
  await expect(columns(page).first().getByText('nothing', { exact: true })).toBeVisible();
  const copy = columns(page)
    .first()
    .getByRole('button', { name: /^Copy the exact model view/ });
  expect(await copied(page, copy)).toBe('hello\nworld\n');
  expect(await columns(page).count()).toBeGreaterThan(10);
  expect(new URL(page.url()).hash).toBe('#/lab');
  await page.getByRole('link', { name: 'Session' }).click();
  await expect(page.locator('details.guest summary')).toBeVisible();
  await page.goBack();
  await expect(columns(page).first().getByRole('region')).toContainText('hello');
});

test('at a limit nothing is cut, one over it is: what each profile keeps and loses is said', async ({
  page,
}) => {
  await openLab(page, '?profile=claude-code');
  await page.locator('summary', { hasText: 'Generate' }).click();
  await expect(page.getByLabel('At a limit').locator('option').first()).toContainText('30,000 characters');
  const only = columns(page).first();
  for (const size of ['One under', 'At it'] as const) {
    await generateAtLimit(page, size);
    await expect(only.getByText('none needed')).toBeVisible();
    await expect(only.getByRole('region')).not.toContainText('<persisted-output>');
  }
  await generateAtLimit(page, 'One over');
  await expect(only.getByRole('region')).toContainText('<persisted-output>');
  await expect(only).toContainText('.claude/projects/');
  await expect(only).toContainText(/next read\s*[\d,]+ tokens/);
  await workedOut(page);
  await shot(page, 'lab-limit');
});

test('views that differ are marked, and profiles that give the same text can stand together', async ({
  page,
}) => {
  await openLab(page);
  await output(page).fill('one\ntwo\nthree\n');
  await workedOut(page);
  const all = await columns(page).count();
  await page.getByRole('checkbox', { name: 'Only profiles that differ' }).check();
  await expect(page.getByText(/different views of \d+ profiles/)).toBeVisible();
  expect(await columns(page).count()).toBeLessThan(all);
  await expect(
    columns(page)
      .getByText(/^the same: /)
      .first(),
  ).toBeVisible();
  const differs = columns(page)
    .getByRole('button', { name: /differs from line/ })
    .first();
  await differs.click();
  await expect(page.locator('main.lab .row-differs').first()).toBeVisible();
  await shot(page, 'lab-differ');
});

test('columns scroll together where that is wanted, and can show only their end', async ({ page }) => {
  await openLab(page, '?profile=none&profile=claude-code&profile=pi');
  await page.getByRole('button', { name: 'Lines', exact: true }).click();
  await workedOut(page);
  const rows = page.locator('main.lab article .rows');
  const tops = () => rows.evaluateAll((all) => all.map((element) => Math.round(element.scrollTop)));
  await page.getByRole('checkbox', { name: 'Scroll together' }).check();
  await rows.nth(2).hover();
  await page.mouse.wheel(0, 300);
  await expect.poll(async () => (await tops())[0]).toBeGreaterThan(0);
  await expect
    .poll(async () => {
      const [first, , third] = await tops();
      return first === third;
    })
    .toBe(true);
  await page.getByRole('checkbox', { name: 'Only the end' }).check();
  await expect(rows.nth(0)).toContainText('002999');
});

test('the numbers, the chart and its table hold for every profile; axe finds nothing on any view', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openLab(page);
  await page.getByRole('button', { name: 'Lines', exact: true }).click();
  await workedOut(page);
  await expectCleanInBothWidths(page, 'lab-side-by-side');
  for (const view of ['Input', 'Profiles'] as const) {
    await tab(page, view);
    await expectClean(page, `lab-narrow-${view.toLowerCase()}`);
  }
  await page.setViewportSize(wide);
  await tab(page, 'Numbers');
  const table = page.getByRole('region', { name: 'Numbers of every profile' });
  await table.getByRole('button', { name: 'Tokens' }).click();
  await expect(table.getByRole('columnheader', { name: 'Tokens ↑' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await expect(table.getByText('…', { exact: true })).toHaveCount(0);
  const tokens = await table.locator('tbody tr td:nth-child(2)').allTextContents();
  const values = tokens.map((text) => Number(text.replaceAll(',', '')));
  expect(values).toEqual(values.toSorted((a, b) => a - b));
  await expectCleanInBothWidths(page, 'lab-numbers');
  await page.setViewportSize(wide);
  await tab(page, 'Chart');
  expect(new URL(page.url()).hash).toBe('#/lab?view=chart');
  await expect(page.getByText(/tokens counted\./)).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('main.lab svg path.line').first()).toBeVisible();
  await page.getByRole('region', { name: 'Tokens against output size' }).getByRole('button').first().click();
  await expectCleanInBothWidths(page, 'lab-chart');
});

test('what one’s own harness gave is compared to the character, from a probe', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openLab(page, '?profile=claude-code&view=compare');
  await page.getByRole('button', { name: /^Put in the output of echo out/ }).click();
  const field = page.getByLabel('What your harness gave its model');
  await field.fill('Exit code 3\nout\nerr');
  await expect(page.getByText(/^= The same, to the last of 19 characters/)).toBeVisible();
  await field.fill('Exit code 4\nout\nerr');
  await expect(page.getByText(/They part at character 10 \(line 1, column 11\)/)).toBeVisible();
  await expect(page.locator('main.lab mark').first()).toContainText('3');
  await expect(page.getByRole('region', { name: 'Difference, line by line' })).toContainText('Exit code 4');
  await expectCleanInBothWidths(page, 'lab-compare');
});

test('a mixture of one’s own stands in the address and comes back from it', async ({ page }) => {
  await openLab(page);
  await output(page).fill('x'.repeat(600));
  await workedOut(page);
  await page.getByRole('button', { name: /^Own mixture from Claude Code/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name of this mixture').fill('Tight <b>');
  await dialog.getByLabel(/^Longest result of a command/).fill('500');
  await dialog.getByLabel(/^Preview of a saved result/).fill('100');
  await dialog.getByLabel(/^Preview of a saved result/).press('Tab');
  await shot(page, 'lab-custom');
  await dialog.getByRole('button', { name: 'Use it' }).click();
  const own = column(page, 'Tight <b>');
  await expect(own.getByRole('region')).toContainText('<persisted-output>');
  const address = new URL(page.url()).hash;
  expect(address).toContain('in.bash%3D500');
  await page.goto('about:blank');
  await page.goto(`./${address}`);
  await output(page).fill('y'.repeat(600));
  await expect(column(page, 'Tight <b>').getByRole('region')).toContainText('<persisted-output>');
  // Named, it is in the list of this device; from the list it comes back to an address that has nothing of it.
  await page.goto('about:blank');
  await openLab(page);
  const listed = page.getByRole('checkbox', { name: 'Tight <b>' });
  await expect(listed).not.toBeChecked();
  await listed.check();
  await output(page).fill('z'.repeat(600));
  await expect(column(page, 'Tight <b>').getByRole('region')).toContainText('<persisted-output>');
  await page.getByRole('button', { name: 'Remove Tight <b>' }).click();
  await expect(listed).toHaveCount(0);
  await page.goto('about:blank');
  await openLab(page, '?profile=nobody&profile=claude-code;previewUnits=-5;name=%00&view=<script>');
  await output(page).fill('z');
  await expect(columns(page)).toHaveCount(1);
});

test('a step can be looked at under another profile, and nothing says that it was sent; it opens in the Lab with its call, and a command’s output comes from the guest', async ({
  page,
}) => {
  await openApp(page);
  await newSession(page);
  await say(page, 'seq 1 9000; exit 3');
  await selectCall(page, '1.1.0');
  const choice = inspector(page).getByRole('combobox', { name: /what if/ });
  await choice.selectOption({ label: 'No cut' });
  await expect(inspector(page).getByText('This was not sent.')).toBeVisible();
  await expect(
    inspector(page).getByRole('region', { name: 'What another profile would have sent' }),
  ).not.toContainText('<persisted-output>');
  await shot(page, 'what-if');
  await choice.selectOption({ index: 0 });
  await expect(inspector(page).getByRole('region', { name: 'Model view, exact text' })).toContainText(
    '<persisted-output>',
  );

  await inspector(page).getByRole('button', { name: 'Open in the Lab' }).click();
  await expect(page.getByText(/^Step 1\.1\.0 of/)).toBeVisible();
  await workedOut(page);
  await expect(columns(page).first().getByRole('region')).toContainText('Exit code 3');
  await page.locator('summary', { hasText: 'Run a command' }).click();
  await page.getByLabel('Command', { exact: true }).fill('echo from the guest; exit 7');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByText('$ echo from the guest; exit 7')).toBeVisible();
  await expect(columns(page).first().getByRole('region')).toContainText('from the guest');
  await expect(columns(page).first().getByRole('region')).toContainText('Exit code 7');
  await page.getByRole('button', { name: 'Open as session' }).click();
  await expect(page.locator('article[data-key="1.1.0"]')).toContainText('cat lab-output.txt');
  await expect(inspector(page).getByRole('region', { name: 'Model view, exact text' })).toContainText(
    'from the guest',
  );
});

test('the Lab is reached and used with the keyboard alone', async ({ page }) => {
  await openApp(page);
  await runCommand(page, 'open the lab');
  await expect(page.getByRole('tablist', { name: 'Views of the Lab' })).toBeVisible();
  await output(page).focus();
  await page.keyboard.type('typed by hand');
  await workedOut(page);
  await page.getByRole('tab', { name: 'Side by side' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Numbers' })).toBeFocused();
  await expect(page.getByRole('region', { name: 'Numbers of every profile' })).toBeVisible();
  await page.keyboard.press('End');
  await expect(page.getByRole('tab', { name: 'Your harness' })).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox').first()).toBeFocused();
});
