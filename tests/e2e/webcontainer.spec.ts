import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import {
  type HostFaults,
  startWebContainerHost,
  type WebContainerHost,
} from '../hosts/webcontainer/server.mjs';
import { card, openApp, say, send, turnEnds } from './support/app.ts';
import { shot } from './support/shot.ts';

/** The guest in a WebContainer: the unmodified client in a real browser, against the local host. */

const root = process.env.DIST ?? fileURLToPath(new URL('../../dist', import.meta.url));
let host: WebContainerHost;

/** The form of an address that StackBlitz's runtime gives a server. */
const previewUrl = (port: number) => `https://local--${port}--test.local-corp.webcontainer-api.io/`;

async function openHost(page: Page, faults: HostFaults = {}): Promise<void> {
  host = await startWebContainerHost({ root, faults, previewUrl });
  await page.context().addInitScript((origin) => {
    Object.assign(globalThis, { WEBCONTAINER_API_IFRAME_URL: origin });
  }, host.origin);
}

test.afterEach(() => host.close());

async function newSessionAt(page: Page, query = ''): Promise<void> {
  await page.goto(`${host.origin}/${query}`);
  const before = new URL(page.url()).hash;
  await page.getByTitle('New session', { exact: true }).click();
  await expect.poll(() => new URL(page.url()).hash).not.toBe(before);
  await expect(page.getByRole('heading', { name: 'An empty session' })).toBeVisible();
}

const guestLine = (page: Page) => page.locator('details.guest summary');
/** Opens what the line has to say; it may be open still. */
async function openGuestLine(page: Page): Promise<void> {
  const line = page.locator('details.guest');
  if ((await line.getAttribute('open')) === null) await guestLine(page).click();
}
const guestWords = (page: Page) => page.locator('details.guest .why');

test('a session of one’s own boots a WebContainer at its first command; files, folder and choice survive a reload', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await openHost(page);
  await newSessionAt(page);
  await expect(guestLine(page)).toContainText('off');
  expect(asked.filter((path) => path === '/headless')).toEqual([]);
  await say(
    page,
    "npm init -y >list && mkdir mine && (cd mine && npm init -y >list) && npm pkg set dependencies.mine=file:./mine && printf 'audit=false\nfund=false\n' >.npmrc && npm install && mkdir -p sub && cd sub && echo kept > file && node -p \"process.versions.node + require('fs').readFileSync('file')\"",
  );
  await expect(guestLine(page)).toContainText('webcontainer');
  await expect(card(page, '1.1.0')).toContainText(`${process.versions.node}kept`);
  await shot(page, 'webcontainer-light');
  await page.reload();
  await expect(guestLine(page)).toContainText('off');
  await say(page, 'seq 20000; cat file; pwd');
  await expect(card(page, '2.1.0')).toContainText('kept');
  await expect(card(page, '2.1.0')).toContainText('/project/sub');
  const inContainer = await toldPath(page, '2.2.0');
  await guestLine(page).click();
  await expect(guestWords(page)).toContainText('It runs real Node and npm.');
  // Installed packages are not kept, and come back by a command of the user's own, which leaves the shell where it is.
  await expect(guestWords(page)).toContainText('Installed packages are not kept over a reload');
  await shot(page, 'webcontainer-reinstall');
  await page.getByRole('button', { name: 'Reinstall node_modules' }).click();
  await expect(card(page, '0.2.1')).toContainText('added 1 package');
  await expect(page.getByRole('button', { name: 'Reinstall node_modules' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Move to the embedded guest' }).click();
  await expect(guestLine(page)).toContainText('embedded');
  await page.keyboard.press('Escape');
  await say(page, 'seq 30000; cat file; pwd');
  await expect(card(page, '3.1.0')).toContainText('kept');
  await expect(card(page, '3.1.0')).toContainText('/home/user/project/sub');
  const inEmbedded = await toldPath(page, '3.2.0');
  expect(inEmbedded).not.toBe(inContainer);
  // What the model was told in one guest is read in the other, by its tool and by its commands.
  await expectBothRead(page, 4, inContainer, '19999');
  await page.keyboard.press('Escape');
  // From another tab, as well: it is moved where the session lives, and the other sees it move.
  const mirror = await page.context().newPage();
  await mirror.goto(page.url());
  await expect(guestLine(mirror)).toContainText('embedded');
  await openGuestLine(mirror);
  await mirror.getByRole('button', { name: 'Move to a WebContainer' }).click();
  for (const tab of [page, mirror]) await expect(guestLine(tab)).toContainText('webcontainer');
  await expect(mirror.getByRole('alert')).toHaveCount(0);
  await mirror.close();
  await expectBothRead(page, 5, inEmbedded, '29999');
  await say(
    page,
    `grep -x 19999 ${inContainer}; cd ${inEmbedded.replace(/[.]claude.*/, 'project/sub')} && node -p "'here: ' + process.cwd()"`,
  );
  await expect(card(page, '6.1.0')).toContainText('19999');
  await expect(card(page, '6.1.0')).toContainText(/here: .*\/home\/project\/sub/);
});

/** The path that a call of the read tool was given, which is the one that the result before it named. */
async function toldPath(page: Page, key: string): Promise<string> {
  const line = (await card(page, key).textContent()) ?? '';
  const path = /\/[^ ]*tool-results\/[\w.-]+\.txt/.exec(line)?.[0];
  expect(path, line).toBeDefined();
  return path ?? '';
}

/** The parrot calls its read tool for a path that a result says an output was saved to. */
async function expectBothRead(page: Page, turn: number, path: string, line: string): Promise<void> {
  await say(page, `cat ${path} | grep -x ${line}; echo "Full output saved to: ${path}"`);
  await expect(card(page, `${turn}.1.0`)).toContainText(`1${line}`);
  const read = card(page, `${turn}.2.0`);
  await expect(read).toContainText(path);
  await expect(read).not.toContainText(/not exist|ENOENT|error/i);
}

test('the demo asks nobody for a WebContainer', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await openHost(page);
  await openApp(page, `${host.origin}/`);
  expect(asked.filter((path) => path === '/headless')).toEqual([]);
});

test('while a WebContainer is waited for the page says so, and the embedded guest can be taken at once', async ({
  page,
}) => {
  // What it says cannot be understood, which is as good as silence.
  await openHost(page, { garbage: true });
  await newSessionAt(page);
  await send(page, 'echo from-embedded');
  await expect(guestLine(page)).toContainText('starting');
  await expect(guestWords(page)).toContainText('Waiting for the WebContainer to start.');
  await shot(page, 'webcontainer-waiting');
  await page.getByRole('button', { name: 'Use the embedded guest now' }).click();
  await expect(card(page, '1.1.0')).toContainText('from-embedded');
  await guestLine(page).click();
  await expect(guestWords(page)).toContainText('You did not wait for a WebContainer.');
});

test('a page that StackBlitz refuses runs on the embedded guest and says why', async ({ page }) => {
  await openHost(page, { notFound: true });
  await newSessionAt(page);
  await say(page, 'echo still-works');
  await expect(card(page, '1.1.0')).toContainText('still-works');
  await guestLine(page).click();
  await expect(guestWords(page)).toContainText('refused this page (404)');
  // One that says it is there and cannot be spoken to fails at once and is not waited for.
  host.setFaults({ initWithoutPort: true });
  await page.reload();
  await openGuestLine(page);
  await page.getByRole('button', { name: 'Start the guest' }).click();
  await expect(guestLine(page)).toContainText('embedded');
  await openGuestLine(page);
  await expect(guestWords(page)).toContainText('The WebContainer did not start:');
});

test('a container that does not come within 45 s is given up, and taken once it comes where nothing has run', async ({
  page,
}) => {
  await page.clock.install();
  await openHost(page, { slowBootMs: 60_000 });
  await newSessionAt(page);
  await guestLine(page).click();
  await page.getByRole('button', { name: 'Start the guest' }).click();
  await expect(guestWords(page)).toContainText('Waiting for the WebContainer to start.');
  await page.clock.fastForward(44_000);
  await expect(guestWords(page)).toContainText('Waiting for the WebContainer to start.');
  await page.clock.fastForward(1_000);
  await expect(guestLine(page)).toContainText('embedded');
  await openGuestLine(page);
  await expect(guestWords(page)).toContainText('loaded and did not start within 45 s.');
  await page.clock.fastForward(15_000);
  await expect(guestLine(page)).toContainText('webcontainer');
  await say(page, 'node -p "process.version"');
  await expect(card(page, '1.1.0')).toContainText(process.version);
});

test('where the supervisor cannot start, jsh takes its place and the streams are said to be merged', async ({
  page,
}) => {
  await openHost(page, { withoutCommands: ['node'] });
  await newSessionAt(page, '?guest=webcontainer');
  await say(page, 'echo out; echo err >&2');
  await expect(guestLine(page)).toContainText('webcontainer');
  await expect(card(page, '1.1.0')).toContainText('Streams: merged.');
  await guestLine(page).click();
  await expect(guestWords(page)).toContainText('stdout and stderr as one stream');
  await page.keyboard.press('Escape');
  const terminal = page.getByRole('region', { name: 'Terminal' });
  await terminal.getByRole('textbox', { name: 'Terminal input' }).focus();
  await page.keyboard.type('echo $((6 * 7)); sleep 600\n');
  await expect(terminal).toContainText('42');
  await page.keyboard.press('Control+c');
  await page.keyboard.type('echo after $?\n');
  await expect(terminal).toContainText('after 130');
});

test('a server’s preview opens as it begins to listen; a stop ends the program and all that it has started', async ({
  page,
}) => {
  await openHost(page);
  // What the runtime's own host does: the server's answers, with what the page's embedder policy asks for.
  await page.route(/[.]webcontainer-api[.]io\//, async (route) => {
    const { hostname, pathname } = new URL(route.request().url());
    const answer = await fetch(`http://localhost:${hostname.split('--')[1]}${pathname}`);
    const headers = {
      'content-type': 'text/html',
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'cross-origin',
    };
    await route.fulfill({ status: answer.status, headers, body: await answer.text() });
  });
  await newSessionAt(page);
  await send(
    page,
    'node -e \'require("child_process").spawn("sleep", ["987"]); require("http").createServer((q, r) => r.end("<h1>" + q.url + "</h1><input autofocus><script>document.querySelector(`input`).focus(); document.querySelector(`h1`).prepend(`ran at `)</script>")).listen(0, () => console.log("up"))\'',
  );
  await expect(card(page, '1.1.0')).toContainText('up', { timeout: 30_000 });
  const pane = page.getByRole('region', { name: /^Preview of localhost:\d+$/ });
  const frame = pane.frameLocator('iframe');
  await expect(frame.locator('h1')).toHaveText('ran at /');
  // The page asks for the focus, and a page that nobody has asked for gets none.
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused();
  await pane.getByRole('button', { name: 'Show this page' }).click();
  await frame.getByRole('textbox').click();
  await page.keyboard.type('for the page');
  await expect(frame.getByRole('textbox')).toHaveValue('for the page');
  await shot(page, 'webcontainer-preview');
  await pane.getByLabel('Path').fill('//other/page');
  await pane.getByRole('button', { name: 'Load' }).click();
  await expect(frame.locator('h1')).toHaveText('ran at /other/page');
  await expect(pane.getByRole('button', { name: 'This page takes the keyboard' })).toBeVisible();
  await expect(pane.getByRole('button', { name: 'Load' })).toBeFocused();
  await pane.getByRole('button', { name: 'Close the preview' }).click();
  await expect(pane).toHaveCount(0);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await turnEnds(page);
  await say(
    page,
    "node -p \"require('fs').readdirSync('/proc').filter((p) => { try { return require('fs').readFileSync('/proc/' + p + '/cmdline', 'latin1') === 'sleep\\0987\\0' } catch { return false } }).length + ' left'\"",
  );
  await expect(card(page, '2.1.0')).toContainText('0 left');
});
