import { expect, test } from '@playwright/test';
import { anthropicEvents, startProviderHost } from '../hosts/providers/index.ts';
import {
  card,
  chooseModel,
  conversation,
  inspector,
  messageField,
  newSession,
  onePage,
  openApp,
  say,
  selectCall,
  showCard,
  showView,
} from './support/app.ts';
import { connect } from './support/providers.ts';

/** What the views show of one output, and how they lead to each other. */

const shared = onePage();

test('a line of the model view leads to the same line of the whole output, and back', async () => {
  const page = shared();
  await newSession(page);
  await say(page, "seq -f 'line %06.0f' 20000");
  await selectCall(page, '1.1.0');
  const model = await showView(page, 'Model');
  const line = model.locator('.row:not(.row-harness) .text').nth(12);
  const text = await line.textContent();
  await line.click();
  await expect(inspector(page).getByRole('tab', { name: 'User' })).toHaveAttribute('aria-selected', 'true');
  const same = inspector(page).locator('.row .text', { hasText: text ?? 'no text' });
  await expect(same).toBeInViewport();
  await same.click();
  await showView(page, 'Model');
  await expect(inspector(page).locator('.row .text', { hasText: text ?? 'no text' })).toBeInViewport();
});

test('a press counts though the conversation moves under it', async () => {
  const page = shared();
  await newSession(page);
  await say(page, 'seq 1 20000');
  for (const last of [101, 102, 103]) await say(page, `seq 1 ${last}`);
  const first = await showCard(page, '1.1.0');
  await showView(page, 'Model');
  await first.getByRole('button', { name: /^\[saved/ }).hover();
  await page.mouse.down();
  // As it does by itself when a row above changes its height. The list hears of it with the next frame.
  await page.getByRole('region', { name: 'Steps of the conversation' }).evaluate(async (list) => {
    const before = list.scrollTop;
    list.scrollTop += 3;
    if (list.scrollTop === before) throw new Error('The conversation does not scroll.');
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  });
  await page.mouse.up();
  await expect(inspector(page).getByRole('tab', { name: 'Disk' })).toHaveAttribute('aria-selected', 'true');
});

test('the pages stand at one place in the bar, whichever is shown, wide and on a phone; the palette’s field keeps its height', async () => {
  const page = shared();
  const pages = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
  const places = async () =>
    Promise.all((await pages.all()).map(async (link) => (await link.boundingBox())?.x));
  await newSession(page);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const before = await places();
    for (const title of ['Lessons', 'Lab', 'Protocols', 'Session']) {
      await pages.filter({ hasText: title }).click();
      await expect(pages.filter({ hasText: title })).toHaveAttribute('aria-current', 'page');
      expect(await places(), `${title} at ${width}`).toEqual(before);
    }
  }
  await page.keyboard.press('Control+k');
  expect((await page.getByRole('combobox', { name: 'Command' }).boundingBox())?.height).toBe(44);
  await page.keyboard.press('Escape');
});

test('colours, streams and overwritten lines are shown as a terminal shows them, the exact bytes as they are', async () => {
  const page = shared();
  await newSession(page);
  await chooseModel(page, 'parrot');
  await say(
    page,
    String.raw`printf '\033[1;31mred\033[0m plain\n'; echo problem >&2; printf '10%%\r100%%\n'`,
  );
  const rows = card(page, '1.1.0').locator('.row');
  await expect(rows.locator('.text')).toHaveText(['red plain', 'problem', '100%']);
  await expect(rows.nth(0).locator('.text span').first()).toHaveClass(/^seen fg-1 bold/);
  await expect(rows.nth(1).locator('.margin')).toContainText('err');
  await selectCall(page, '1.1.0');
  await showView(page, 'Disk');
  const exact = inspector(page).getByRole('region', { name: 'Disk view, exact bytes' });
  await expect(exact.locator('.text')).toHaveText(['␛[1;31mred␛[0m plain', 'problem', '10%␍100%']);
  await inspector(page).getByRole('checkbox', { name: 'Hex' }).check();
  await expect(exact.locator('.row').first()).toContainText('1b 5b 31 3b 33 31 6d 72');
});

test('a paste of 10 MB is held beside the field and sent whole', async () => {
  const page = shared();
  await newSession(page);
  await chooseModel(page, 'parrot');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(() => navigator.clipboard.writeText(`: ${'x'.repeat(10_000_000 - 2)}`));
  await messageField(page).fill('echo first');
  await page.keyboard.press('Control+v');
  await expect(page.getByText('Pasted: 10,000,000 characters')).toBeVisible();
  await expect(messageField(page)).toHaveValue('echo first');
  await page.keyboard.type(' and more');
  await expect(messageField(page)).toHaveValue('echo first and more');
  await page.getByRole('button', { name: 'Remove the pasted text' }).click();
  await page.keyboard.press('m');
  await page.keyboard.press('Enter');
  await expect(card(page, '1.1.0').locator('.row .text')).toHaveText(['first and more']);
});

test('what a model writes stays text: no image is asked for, no markup made, only http links are links', async ({
  page,
}) => {
  const host = await startProviderHost([
    {
      events: anthropicEvents({
        text: [
          '**Bold** and `code` and [good](https://example.com/a).',
          '[bad](javascript:alert(1)) [data](data:text/html,x) ![picture](https://example.com/i.png)',
          '<img src="https://example.com/x.png" onerror="document.title=1"> <b>not bold</b>',
        ].join('\n\n'),
      }),
    },
  ]);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  try {
    await openApp(page);
    await newSession(page);
    await connect(
      page,
      { provider: 'Anthropic', baseUrl: host.url, key: 'sk-test-not-a-key' },
      'claude-test',
    );
    await say(page, 'Hello');
    const said = conversation(page).locator('.markdown');
    await expect(said.locator('strong')).toHaveText(['Bold']);
    await expect(said.locator('img, b')).toHaveCount(0);
    await expect(said.locator('a')).toHaveCount(1);
    const link = said.getByRole('link', { name: 'good' });
    await expect(link).toHaveAttribute('href', 'https://example.com/a');
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(said).toContainText('<b>not bold</b>');
    await expect(said).toContainText('[image not loaded: picture]');
    expect(asked.filter((url) => url.includes('example.com'))).toEqual([]);
  } finally {
    await host.close();
  }
});
