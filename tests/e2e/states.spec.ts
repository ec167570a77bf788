import { expect, type Page, test } from '@playwright/test';
import { anthropicEvents, startProviderHost } from '../hosts/providers/index.ts';
import {
  card,
  conversation,
  inspector,
  messageField,
  newSession,
  openApp,
  runCommand,
  say,
  selectCall,
  send,
  showView,
  stopButton,
  turnEnds,
} from './support/app.ts';
import { axeFindings } from './support/axe.ts';
import { connect } from './support/providers.ts';
import { shot } from './support/shot.ts';

/**
 * Every state in which a place has nothing, waits, or has failed, walked on purpose. What is said in each must be
 * a sentence that names what, where and what now; each is looked at by axe, and photographed where SHOTS is set.
 *
 * Empty:   first open · a new session · no step selected · a step without a tool call · a tool without output ·
 *          a file without a byte · a folder without a file · nothing found · no command with these words · the Lab
 *          without an output · a recording that is still to be opened · no search yet
 * Waiting: the page before its scripts · a page that is being loaded · a call that runs · a call that waits · the
 *          model before its first word
 * Failed:  a session that is not there · a page or view whose code does not come · a command that fails · a turn that
 *          fails · a link that is none · a file that is gone · a message that is not written · storage that is refused
 *          or full (storage.spec) · a guest that dies (guestDeath.spec) · a provider's ten faults (providers.spec) ·
 *          a drift (recording.spec)
 */

const sizes = [
  { name: 'wide', width: 1440, height: 900 },
  { name: 'narrow', width: 390, height: 844 },
] as const;

for (const { name, width, height } of sizes) {
  test.describe(() => {
    // A service worker would answer from its store what is held back or refused here.
    test.use({ viewport: { width, height }, reducedMotion: 'reduce', serviceWorkers: 'block' });
    const isNarrow = name === 'narrow';
    // What runs and what fails looks the same on a phone in every way that axe knows; it is for people to look at.
    const forPictures = isNarrow && process.env.SHOTS === undefined;

    /** Photographed in both themes; axe looks at all of it in light, and at the colours in dark. */
    async function look(page: Page, state: string): Promise<void> {
      for (const colorScheme of ['light', 'dark'] as const) {
        if (colorScheme === 'dark' && isNarrow && process.env.SHOTS === undefined) continue;
        await page.emulateMedia({ colorScheme });
        await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
        await shot(page, `state-${name}-${state}-${colorScheme}`);
        expect(
          await axeFindings(page, colorScheme === 'light' ? 'every rule' : 'colours'),
          `${state}, ${colorScheme}`,
        ).toEqual([]);
      }
      const [scrolled = 0, inner = 0] = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        innerWidth,
      ]);
      expect(scrolled, `${state}: nothing is lost to the side`).toBeLessThanOrEqual(inner);
    }
    const pane = async (page: Page, title: string) => {
      if (isNarrow) {
        await page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name: title }).click();
      }
    };
    const create = async (page: Page) => {
      if (!isNarrow) return newSession(page);
      await runCommand(page, 'new session');
      await expect(page.getByRole('heading', { name: 'An empty session' })).toBeVisible();
    };

    test(`${name}: nothing there yet`, async ({ page }) => {
      await openApp(page);
      await create(page);
      await pane(page, 'Model view');
      await expect(inspector(page)).toContainText('Select a step in the conversation');
      await look(page, 'no-step');
      await pane(page, 'Chat');
      await page.getByRole('button', { name: 'Step', exact: true }).click();
      await expect(page.getByRole('alert')).toHaveText('Write a message first.');
      await look(page, 'no-message');
      await say(page, 'true; : > empty.txt; mkdir -p folder');
      await selectCall(page, '1.1.0');
      await showView(page, 'User');
      await expect(inspector(page)).toContainText('The tool wrote no output.');
      await showView(page, 'Disk');
      await expect(inspector(page)).toContainText('Empty: 0 bytes.');
      await look(page, 'no-output');
      await page.keyboard.press('/');
      const search = page.getByRole('search', { name: 'Search the session' });
      await search.getByRole('searchbox').fill('no such words');
      await expect(search.locator('.status')).toContainText('not found');
      await look(page, 'nothing-found');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Command' }).fill('no such command');
      await expect(page.getByText('No command has these words.')).toBeVisible();
      await look(page, 'no-command');
      await page.keyboard.press('Escape');
      await page.goto('./#/lab');
      await expect(page.getByRole('heading', { name: /^The Lab/ })).toBeAttached();
      await look(page, 'lab-empty');
      await page.goto('./#/r');
      await expect(page.getByRole('button', { name: 'Choose a file…' })).toBeVisible();
      await look(page, 'recording-empty');
    });

    if (forPictures) return;
    test(`${name}: something is waited for`, async ({ page }) => {
      // The Lab's code does not come until it is let through.
      let letThrough = () => {};
      const held = new Promise<void>((done) => (letThrough = done));
      await page.route(/\/assets\/LabPage-/, async (route) => {
        await held;
        await route.continue();
      });
      await openApp(page);
      await create(page);
      await send(page, 'echo begun; sleep 30');
      await expect(card(page, '1.1.0')).toContainText('runs for');
      await pane(page, 'Model view');
      await expect(inspector(page)).toContainText('No result has come yet.');
      await look(page, 'running');
      await pane(page, 'Chat');
      await stopButton(page).click();
      await turnEnds(page);
      await page.goto('./#/lab');
      await expect(page.getByText('Opening the Lab…')).toBeVisible();
      await look(page, 'lab-loading');
      letThrough();
      await expect(page.locator('main.aside-page[aria-busy]')).toHaveCount(0);
      await expect(page.getByRole('heading', { name: /^The Lab/ })).toBeAttached();
    });

    test(`${name}: something has failed`, async ({ page }) => {
      const host = await startProviderHost(() => ({ events: anthropicEvents({ text: '' }) }));
      await page.route(/\/assets\/(ProtocolsPage|RequestView)-.*\.js/, (route) => route.abort());
      await page.goto('./#/s/no-such-session');
      await expect(page.getByText(/^The session could not be opened/)).toBeVisible();
      await look(page, 'no-session');
      await page.getByRole('button', { name: 'Open the demo' }).click();
      await expect(messageField(page)).toBeVisible();
      await create(page);
      await say(page, 'echo gone > gone.txt; ls /nowhere; false');
      await expect(card(page, '1.1.0')).toContainText('exit 1');
      await look(page, 'command-failed');
      await selectCall(page, '1.1.0');
      await pane(page, 'Model view');
      await inspector(page).getByRole('tab', { name: 'Request' }).click();
      await expect(inspector(page)).toContainText('This view could not be loaded');
      await look(page, 'view-not-loaded');
      await pane(page, 'Chat');
      await connect(page, { provider: 'Anthropic', baseUrl: host.url, key: 'sk-ant-states' }, 'claude-test');
      await send(page, 'Say nothing.');
      await turnEnds(page);
      await look(page, 'turn-without-answer');
      await page.goto('./#/protocols');
      await expect(page.getByRole('alert')).toContainText('The protocols could not be loaded');
      await look(page, 'page-not-loaded');
      await page.goto('./#/r/this-is-no-recording');
      await expect(page.getByRole('alert').first()).toBeVisible();
      await look(page, 'no-recording');
      await host.close();
    });
  });
}

test('before its scripts have come the page says that it is loading, and what to do where they do not', async ({
  page,
}) => {
  await page.route(/\/assets\/.*\.js/, () => new Promise(() => undefined));
  await page.goto('./', { waitUntil: 'commit' });
  await expect(page.locator('body')).toContainText(/loading|JavaScript|Spillway/i);
  await shot(page, 'state-before-scripts');
  await expect(conversation(page)).toHaveCount(0);
});
