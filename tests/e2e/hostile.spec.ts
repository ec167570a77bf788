import { expect, type Page, test } from '@playwright/test';
import { type Collector, startCollector } from '../hosts/collector.ts';
import { anthropicEvents, type ProviderHost, startProviderHost } from '../hosts/providers/index.ts';
import {
  card,
  conversation,
  newSession,
  openApp,
  say,
  selectCall,
  showCard,
  showView,
} from './support/app.ts';
import { connect } from './support/providers.ts';
import { shot } from './support/shot.ts';
import { expectQuiet, watch } from './support/watch.ts';

/** Text of others (case 55): shown as text, wherever it comes from; nothing in it runs, loads or links to code. */

let collector: Collector;
let host: ProviderHost;
test.beforeEach(async () => {
  collector = await startCollector();
});
test.afterEach(async () => {
  await Promise.all([collector.close(), host.close()]);
});

const image = (name: string) => `<img src=x onerror="window.pwned='${name}'">`;
const pwned = (page: Page) => page.evaluate(() => (globalThis as unknown as { pwned?: string }).pwned);

function answerText(): string {
  return [
    `Text ${image('text')} and <script>window.pwned='script'</script>`,
    `[a link](javascript:window.pwned='link') and [another](data:text/html,<script>alert(1)</script>)`,
    `![a picture](${collector.url}/picture.png) and ![]( ${collector.url}/bare.png )`,
    `<iframe src="${collector.url}/frame"></iframe><svg onload="window.pwned='svg'"></svg>`,
    `| a | b |\n|---|---|\n| ${image('table')} | \`${image('code')}\` |`,
    `<a href="java&#115;cript:window.pwned='entity'">entity</a> [x](JaVaScRiPt:window.pwned='case')`,
    `[outside](${collector.url}/page)`,
  ].join('\n\n');
}

const command = [
  `mkdir -p 'dir ${image('folder')}'`,
  `echo content > '${image('file').replaceAll('/', '')}'`,
  `echo '${image('output').replaceAll("'", '"')}'`,
  `printf '\\033]8;;javascript:window.pwned=1\\033\\\\link\\033]8;;\\033\\\\ \\033]0;title\\007 \\033[31mred\\033[0m\\n'`,
  `echo '</span></div><script>window.pwned=2</script>' >&2`,
].join('; ');

async function start(): Promise<void> {
  host = await startProviderHost([
    {
      events: anthropicEvents({
        reasoning: { text: image('reasoning'), signature: 's' },
        text: answerText(),
        calls: [
          { id: `../../${image('id')}`, name: 'Bash', args: JSON.stringify({ command }) },
          { id: 'b', name: image('tool'), args: JSON.stringify({ [image('property')]: image('value') }) },
          { id: 'c', name: 'Read', args: JSON.stringify({ file_path: `/home/user/${image('path')}` }) },
          { id: 'd', name: 'Bash', args: `{"command": "${image('broken')}` },
        ],
      }),
    },
    { events: anthropicEvents({ text: answerText() }) },
  ]);
}

test('an answer, a tool name, a call id, an output and a file name full of code run nothing and load nothing', async ({
  page,
  baseURL,
}) => {
  await start();
  const watched = await watch(page, baseURL!, [host.url]);
  await openApp(page);
  await newSession(page);
  await connect(page, { provider: 'Anthropic', baseUrl: host.url, key: 'sk-test' }, 'claude-test');
  await say(page, `Mine ${image('message')}`);
  await expect(conversation(page).getByRole('alert')).toHaveCount(0);
  await shot(page, 'hostile');
  // The page's own ways to the Lab and the protocols are no links of the session.
  const links = await page
    .locator('a:not(nav a)')
    .evaluateAll((all) => all.map((link) => [link.getAttribute('href'), link.getAttribute('rel')]));
  for (const [href] of links) expect(href).toMatch(/^https?:/);

  for (const key of ['1.1.0', '1.1.1', '1.1.2', '1.1.3']) {
    await showCard(page, key);
    await selectCall(page, key);
    for (const view of ['Model', 'User', 'Disk', 'Tokens', 'Request'] as const) {
      await expect(await showView(page, view)).not.toBeEmpty();
    }
  }
  await selectCall(page, '1.1.0');
  await showView(page, 'User');
  await shot(page, 'hostile-user');
  await expect(card(page, '1.1.0')).toContainText('<script>window.pwned=2</script>');
  const files = page.getByRole('region', { name: 'Files' });
  const file = files.getByRole('treeitem').filter({ hasText: 'onerror' }).last();
  await expect(file).toBeVisible();
  await file.click();
  await shot(page, 'hostile-file');
  expect(await page.locator('img').count()).toBe(0);
  expect(await pwned(page)).toBeUndefined();
  expect(collector.requests).toEqual([]);
  expectQuiet(watched);
});

test('a session title full of code is text in the list, the bar, the window title and the palette', async ({
  page,
  baseURL,
}) => {
  await start();
  const watched = await watch(page, baseURL!);
  await openApp(page);
  await newSession(page);
  const row = page.getByRole('navigation', { name: 'Sessions' }).getByRole('listitem').first();
  await row.hover();
  await row.getByRole('button', { name: /^Rename/ }).click();
  await page.getByRole('textbox', { name: /^New title/ }).fill(image('title'));
  await page.keyboard.press('Enter');
  await expect(row).toContainText(image('title'));
  await expect(page).toHaveTitle(`${image('title')} · Spillway`);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await page.locator('img').count()).toBe(0);
  expect(await pwned(page)).toBeUndefined();
  expectQuiet(watched);
});
