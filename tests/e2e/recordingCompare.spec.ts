import { expect, test } from '@playwright/test';
import { openaiChatEvents, type ProviderHost, startProviderHost } from '../hosts/providers/index.ts';
import { card, newSession, openApp, runCommand, say } from './support/app.ts';
import { expectClean, expectCleanInBothWidths } from './support/axe.ts';
import { connect } from './support/providers.ts';
import { shot } from './support/shot.ts';

/** One session under two profiles, step by step; and its messages sent again, N times. */

const hosts: ProviderHost[] = [];
test.afterEach(async () => {
  await Promise.all(hosts.splice(0).map((host) => host.close()));
});

test('a session under two profiles: the first difference, only what differs, by keyboard', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openApp(page);
  await newSession(page);
  await say(page, 'echo short');
  await say(page, 'seq 30000');
  await say(page, 'seq 20000 50000');
  await page.goto('./#/compare');
  await page.getByRole('button', { name: 'Begin with “echo short”' }).click();
  await expect(
    page.getByRole('group', { name: 'Left' }).getByRole('combobox', { name: 'Session' }),
  ).toHaveValue(/^[\w-]+$/);
  // A file that is still being read is given up for what is opened after it, and what was there comes back.
  const left = page.getByRole('group', { name: 'Left' });
  await left.getByText('A recording instead').click();
  await left.getByLabel('Recording file for Left').setInputFiles({
    name: 'large.json',
    mimeType: 'application/json',
    buffer: Buffer.from(
      `{"events": [${'{"type": "user-message", "turn": 1, "text": "x"},'.repeat(200_000)} 1]}`,
    ),
  });
  await left.getByLabel('Link', { exact: true }).fill('#/r/none');
  await left.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(left.getByRole('alert')).toBeVisible();
  await expect(left.getByRole('status')).toHaveCount(0);
  await runCommand(page, 'Compare this session');
  const status = page.getByRole('main').getByRole('status');
  await expect(status.filter({ hasText: 'The same in all' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Under' }).nth(1).selectOption('none');
  await expect(status.filter({ hasText: /^2 steps of \d+ differ; the first is step \d+\.$/ })).toBeVisible();
  expect(new URL(page.url()).hash).toMatch(/^#\/compare\?left=[\w-]+&right=[\w-]+&right-profile=none$/);
  await expect(page.getByText(/^Model views: [\d,]+ and [\d,]+ tokens/)).toBeVisible();
  await page.getByRole('heading', { name: 'Compare' }).click();
  await page.keyboard.press('n');
  const current = page.locator('section.step.current');
  await expect(current).toContainText('first difference');
  await expect(current).toContainText('model view');
  await page.keyboard.press('o');
  await expect(current.getByRole('button', { name: 'Fold' })).toBeVisible();
  const first = await current.getAttribute('data-step');
  await page.keyboard.press('n');
  await expect(current).not.toHaveAttribute('data-step', first ?? '');
  await page.keyboard.press('p');
  await expect(current).toHaveAttribute('data-step', first ?? '');
  await page.keyboard.press('d');
  await expect(page.locator('section.step')).toHaveCount(2);
  await expectCleanInBothWidths(page, 'compare');
  // The keys do the same in that width.
  await page.keyboard.press('p');
  await expect(current).toHaveAttribute('data-step', first ?? '');
});

test('the messages of a session are sent again twice, within a budget that is asked for first', async ({
  page,
}) => {
  test.setTimeout(90_000);
  const call = { id: 'a', name: 'Bash', args: JSON.stringify({ command: 'seq 30000' }) };
  const host = await startProviderHost((_request, index) => ({
    // Each run: the command, then an answer from its preview alone.
    events: openaiChatEvents(index % 2 === 0 ? { calls: [call] } : { text: 'It counts to 30,000.' }),
  }));
  hosts.push(host);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openApp(page);
  await newSession(page);
  const provider = { provider: 'OpenAI-compatible', baseUrl: `${host.url}/v1`, key: 'sk-test' } as const;
  await connect(page, provider, 'local-test');
  await say(page, 'How far does it count?');
  expect(host.requests).toHaveLength(2);
  await runCommand(page, 'Send its messages again');
  await page.getByLabel('Runs', { exact: true }).fill('3');
  await page.getByLabel('At most, model requests').fill('5');
  await page.getByRole('button', { name: 'Run 3 times…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Spend up to 5 model requests?' });
  await expect(dialog).toContainText('paid with your key');
  expect(host.requests).toHaveLength(2);
  await shot(page, 'runs-ask');
  await dialog.getByRole('button', { name: 'Run 3 times' }).click();
  const table = page.getByRole('region', { name: 'Outcomes of the runs' });
  await expect(
    page.getByRole('status').filter({ hasText: /^Ended: run 3 of 3, 5 of 5 requests/ }),
  ).toBeVisible({
    timeout: 30_000,
  });
  expect(host.requests).toHaveLength(7);
  await expect(table.locator('tbody tr')).toHaveCount(4);
  await expect(table.getByRole('row', { name: /run 1/ })).toContainText('answered');
  await expect(table.getByRole('row', { name: /run 3/ })).toContainText('budget spent');
  await expect(table.getByRole('row', { name: /^yes, of 3 runs/ }).getByRole('cell')).toHaveText([
    '0',
    '2',
    '0',
    '0',
  ]);
  await expectClean(page, 'runs');
  await table.getByRole('link', { name: /run 1/ }).click();
  await expect(card(page, '1.1.0')).toContainText('seq 30000');
  await expect(page.getByRole('navigation', { name: 'Sessions' }).getByText('run again')).toHaveCount(3);
  await shot(page, 'runs-tree');
});

test('a recording and the session that it was made of are the same by their hashes, and by their texts when it has run again', async ({
  page,
}) => {
  test.setTimeout(90_000);
  await openApp(page);
  await newSession(page);
  await say(page, 'seq 30000');
  await page.getByRole('button', { name: 'Share this session' }).click();
  const link = page.getByRole('textbox', { name: 'Link to this session' });
  await expect(link).toBeVisible({ timeout: 60_000 });
  const address = await link.inputValue();
  await page.keyboard.press('Escape');
  await page.goto(address);
  await page.getByRole('button', { name: 'Compare…' }).click();
  const right = page.getByRole('group', { name: 'Right' });
  await right.getByRole('combobox', { name: 'Session' }).selectOption({ label: 'seq 30000' });
  const status = page.getByRole('main').getByRole('status');
  await expect(status.filter({ hasText: /^The same in all \d+ steps\.$/ })).toBeVisible();
  await expect(page.getByText('model view by its hash').first()).toBeVisible();
  const left = page.getByRole('group', { name: 'Left' });
  await left.getByRole('button', { name: 'Run it again' }).click();
  await expect(left.getByRole('button', { name: 'Run it again' })).toBeHidden({ timeout: 60_000 });
  await expect(status.filter({ hasText: /^The same in all \d+ steps\.$/ })).toBeVisible();
  await expect(page.getByText('model view by its hash')).toHaveCount(0);
  await left.getByRole('combobox', { name: 'Under' }).selectOption('codex');
  await expect(status.filter({ hasText: /the first is step \d+\.$/ })).toBeVisible();

  // The same recording on both sides, the other as a link, is a pair as well.
  await right
    .getByRole('combobox', { name: 'Session' })
    .selectOption({ label: 'The same recording: seq 30000' });
  await expect(right.getByRole('combobox', { name: 'Session' })).toHaveValue('');
  await expect(status.filter({ hasText: /the first is step \d+\.$/ })).toBeVisible();
  await left.getByText('A recording instead').click();
  await left.getByLabel('Link').fill(address);
  await left.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(status.filter({ hasText: /^The same in all \d+ steps\.$/ })).toBeVisible();

  await page.goto(address);
  await page.getByRole('button', { name: 'Repeat…' }).click();
  await expect(page.getByText('Its 1 user message is sent again')).toBeVisible();
});
