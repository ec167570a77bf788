import { expect, type Page, test } from '@playwright/test';
import { type RunningServer, startEverything } from '../hosts/mcp/everything.ts';
import {
  card,
  guestRuns,
  newSession,
  openApp,
  runCommand,
  say,
  send,
  showCard,
  turnEnds,
} from './support/app.ts';
import { axeFindings } from './support/axe.ts';
import { useScript } from './support/script.ts';
import { shot } from './support/shot.ts';

/** Tools beside the shell: what asks first, what a server or the workspace brings, and agents of agents. */

const settings = (page: Page) => page.getByRole('dialog', { name: 'Settings' });
const question = (page: Page) => page.getByRole('region', { name: 'Question' });

async function openSettings(page: Page): Promise<void> {
  await runCommand(page, 'settings');
  await expect(settings(page)).toBeVisible();
}

const call = (tool: string, input: object) => ({ calls: [{ tool, input }] });

test('a pending permission survives a reload, is answered by keyboard, and then the command runs once', async ({
  page,
}) => {
  await openApp(page);
  await newSession(page);
  await openSettings(page);
  await settings(page).getByRole('combobox', { name: 'bash' }).selectOption('ask');
  await shot(page, 'tools-settings');
  expect(await axeFindings(page, 'every rule')).toEqual([]);
  await page.keyboard.press('Escape');
  await send(page, 'echo run >> marks; cat marks');
  await expect(question(page)).toContainText('wants to run');
  await expect(card(page, '1.1.0')).toContainText('asks you');
  await shot(page, 'tools-permission');
  expect(await axeFindings(page, 'every rule')).toEqual([]);
  await page.reload();
  await guestRuns(page);
  await expect(question(page)).toContainText('echo run >> marks');
  await question(page).getByRole('button', { name: 'Run once' }).focus();
  await page.keyboard.press('Enter');
  await turnEnds(page);
  await expect(question(page)).toHaveCount(0);
  // Once: a second run would have left a second line.
  await expect((await showCard(page, '1.1.0')).locator('.rows, [role=list], pre').first()).toContainText(
    'run',
  );
  await openSettings(page);
  await settings(page).getByRole('combobox', { name: 'bash' }).selectOption('run');
  await page.keyboard.press('Escape');
  await say(page, 'wc -l < marks');
  await expect(card(page, '2.1.0')).toContainText('1');
});

test('a sub-agent works in the same workspace; its output is saved, and its steps fold out under the call', async ({
  page,
}) => {
  await openApp(page);
  await newSession(page);
  // Sub-agent and session play the same script; a sub-agent has no task tool, so its first call is refused.
  await useScript(page, [
    {
      calls: [
        { tool: 'task', input: { prompt: 'Count to 20000 and say what came last.' } },
        { tool: 'Bash', input: { command: 'seq 1 20000' } },
      ],
    },
    { text: 'The last number is 20000.' },
  ]);
  await say(page, 'go');
  const inner = await showCard(page, '900000001.1.1');
  await expect(inner).toContainText('saved');
  await expect(card(page, '900000001.1.0')).toContainText('error');
  await expect(card(page, '1.1.0')).toContainText('The last number is 20000.');
  await inner.locator('button.line').click();
  await expect(page.locator('.inspector')).toContainText('Output too large');
  await shot(page, 'tools-sub-agent');
  expect(await axeFindings(page, 'every rule')).toEqual([]);
  await page.reload();
  await guestRuns(page);
  await expect(await showCard(page, '900000001.1.1')).toContainText('saved');
});

test('the model asks its user, keeps a list, and a plugin of the workspace is a tool that asks first', async ({
  page,
}) => {
  await openApp(page);
  await newSession(page);
  const about = JSON.stringify({ description: 'Counts words.', inputSchema: { type: 'object' } });
  const install = `mkdir -p .spillway/tools; printf '#!/bin/sh\\nwc -w\\n' > .spillway/tools/words; chmod +x .spillway/tools/words; echo '${about}' > .spillway/tools/words.json`;
  await useScript(page, [
    call('ask_user', {
      question: 'Which colour?',
      choices: [{ label: 'Red', description: 'like a brick' }, { label: 'Blue' }],
    }),
    call('todo', {
      items: [
        { text: 'Ask for the colour', status: 'done' },
        { text: 'Install the tool', status: 'in-progress' },
        { text: 'Count words', status: 'pending' },
      ],
    }),
    call('Bash', { command: install }),
    call('plugin_words', { text: 'four words are here' }),
    { text: 'Done.' },
  ]);
  await send(page, 'go');
  await expect(question(page)).toContainText('Which colour?');
  await question(page).getByRole('radio', { name: /Red/ }).check();
  await question(page).getByRole('textbox').fill('but not too bright');
  await shot(page, 'tools-ask-user');
  expect(await axeFindings(page, 'every rule')).toEqual([]);
  await question(page).getByRole('button', { name: 'Answer' }).click();
  await expect(question(page)).toContainText('plugin_words');
  await shot(page, 'tools-plugin-permission');
  expect(await axeFindings(page, 'every rule')).toEqual([]);
  await question(page).getByRole('button', { name: 'Always run this version' }).click();
  await turnEnds(page);
  await expect(await showCard(page, '1.1.0')).toContainText('but not too bright');
  await expect(await showCard(page, '1.2.0')).toContainText('Install the tool');
  await shot(page, 'tools-todo');
  expect(await axeFindings(page, 'colours')).toEqual([]);
  // {"text":"four words are here"} is four words to wc.
  await expect(await showCard(page, '1.4.0')).toContainText('4');
});

test.describe('MCP', () => {
  let server: RunningServer;
  test.beforeAll(async () => {
    server = await startEverything();
  });
  test.afterAll(() => server.stop());

  test('the reference server and the one in the page: text, a picture, a result that is saved', async ({
    page,
  }) => {
    await openApp(page);
    await newSession(page);
    await openSettings(page);
    await settings(page).getByRole('checkbox', { name: 'demo' }).check();
    await settings(page).getByLabel('Name of the server').fill('everything');
    await settings(page).getByLabel('URL of the server').fill(server.url);
    await settings(page).getByRole('button', { name: 'Add server' }).click();
    await expect(settings(page).getByText(/connected, 1\d tools/)).toBeVisible({ timeout: 20_000 });
    await settings(page).getByLabel('Name of the server').fill('nobody');
    await settings(page).getByLabel('URL of the server').fill('http://127.0.0.1:9/mcp');
    await settings(page).getByRole('button', { name: 'Add server' }).click();
    await expect(
      settings(page).getByRole('listitem').filter({ hasText: 'nobody' }).getByRole('status'),
    ).toContainText('The server could not');
    await settings(page).getByText('MCP servers', { exact: true }).scrollIntoViewIfNeeded();
    await shot(page, 'tools-mcp-settings');
    expect(await axeFindings(page, 'every rule')).toEqual([]);
    await page.keyboard.press('Escape');
    await useScript(page, [
      call('mcp_everything_echo', { message: 'over the wire' }),
      call('mcp_everything_get-tiny-image', {}),
      call('mcp_demo_picture', {}),
      call('mcp_demo_sales', { rows: 2000 }),
      call('mcp_everything_echo', { words: 'not what it takes' }),
      { text: 'Done.' },
    ]);
    await send(page, 'go');
    for (const name of [
      'mcp_everything_echo',
      'mcp_everything_get-tiny-image',
      'mcp_demo_picture',
      'mcp_demo_sales',
      'mcp_everything_echo',
    ]) {
      await expect(question(page)).toContainText(name);
      await question(page).getByRole('button', { name: 'Run once' }).click();
    }
    await turnEnds(page);
    await expect(await showCard(page, '1.1.0')).toContainText('Echo: over the wire');
    await expect((await showCard(page, '1.2.0')).getByRole('img', { name: /Picture/ })).toBeVisible();
    await expect((await showCard(page, '1.3.0')).getByRole('img', { name: /Picture/ })).toBeVisible();
    await shot(page, 'tools-mcp-picture');
    expect(await axeFindings(page, 'every rule')).toEqual([]);
    await expect(await showCard(page, '1.4.0')).toContainText('saved');
    await expect(await showCard(page, '1.5.0')).toContainText('error');
    await shot(page, 'tools-mcp-error');
    expect(await axeFindings(page, 'every rule')).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await shot(page, 'tools-mcp-dark');
    expect(await axeFindings(page, 'colours')).toEqual([]);
  });
});

test('on a phone a question fits, and its answer is in reach', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 780 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await openApp(page);
  await useScript(page, [
    call('ask_user', {
      question: 'Which of these ways should be taken, given that each of them has a price of its own?',
      choices: [
        { label: 'The short one', description: 'over the mountain, in the snow, with a guide' },
        { label: 'The long one', description: 'along the river' },
      ],
      multiple: true,
    }),
    { text: 'Done.' },
  ]);
  await send(page, 'go');
  await expect(question(page)).toContainText('Which of these ways');
  await shot(page, 'tools-phone');
  expect(await axeFindings(page, 'every rule')).toEqual([]);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await question(page)
    .getByRole('checkbox', { name: /The long one/ })
    .check();
  await question(page).getByRole('button', { name: 'Answer' }).click();
  await turnEnds(page);
});
