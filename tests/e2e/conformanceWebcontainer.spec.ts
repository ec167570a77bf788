import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import {
  type HostFaults,
  startWebContainerHost,
  type WebContainerHost,
} from '../hosts/webcontainer/server.mjs';
import { copied } from './support/clipboard.ts';

/** The guest check on a WebContainer: the unmodified client in a real browser, against the local host. */

const root = process.env.DIST ?? fileURLToPath(new URL('../../dist', import.meta.url));
let host: WebContainerHost;
test.afterEach(() => host.close());

async function openCheck(page: Page, faults: HostFaults = {}): Promise<void> {
  host = await startWebContainerHost({ root, faults });
  await page.addInitScript((origin) => {
    Object.assign(globalThis, { WEBCONTAINER_API_IFRAME_URL: origin });
  }, host.origin);
  await page.goto(`${host.origin}/#/guest`);
  await page.getByRole('radio', { name: 'WebContainer' }).check();
}

/** Runs one check; it is kept. */
async function keeps(page: Page, name: string): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: name });
  await row.getByRole('button').click();
  await expect(page.getByRole('button', { name: 'Run all', exact: true })).toBeEnabled({ timeout: 60_000 });
  await expect(row.getByText('kept', { exact: true }), name).toBeVisible();
}

test('a container keeps all that a guest promises, every fact about it is found, and the report says so', async ({
  page,
}) => {
  // Alone it takes half a minute; a machine that others keep busy must not decide.
  test.setTimeout(300_000);
  await openCheck(page);
  await page.getByRole('button', { name: 'Run all', exact: true }).click();
  await expect(page.getByText(/^\d+ checks · \d+ kept · \d+ differ/)).toBeVisible({ timeout: 280_000 });
  const report = await copied(page, page.getByRole('button', { name: 'Copy as Markdown' }));
  expect(report).not.toContain('### What differs');
  expect(report).toMatch(/: \d{3} kept, 0 differ, /);
  expect(report).toContain('- Guest: webcontainer; page ');
  // Facts of any guest, and those that only the container's own client can be asked.
  const facts = report.slice(report.indexOf('### Facts'), report.indexOf('<details>'));
  expect(facts).toContain(`\`${process.version} · linux`);
  for (const fact of [
    // The terminal's own hangup takes it along.
    'it ended with 143; its child is gone',
    'given adds',
    'spawn rejects',
    'heredoc: yes',
    'for 50000000 bytes',
  ])
    expect(facts).toContain(fact);
});

/** Runs one check whose promise this container cannot keep; it is told what came instead. */
async function differs(page: Page, name: string, got: string): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: name });
  await row.getByRole('button').click();
  await expect(page.getByRole('button', { name: 'Run all', exact: true })).toBeEnabled({ timeout: 60_000 });
  await expect(row.getByText('differs', { exact: true }), name).toBeVisible();
  await expect(row, name).toContainText(got);
}

test('under every fault of a container that lets the supervisor speak, all is kept', async ({ page }) => {
  await openCheck(page, {
    slowBootMs: 300,
    neverCloses: true,
    lateChunkMs: 100,
    kill: 'never',
    unknownCommand: '127',
    splitsUtf8: true,
    crlf: true,
    errorsWithoutCode: true,
    abortsAtTeardown: false,
    watchBurst: 5,
  });
  for (const name of [
    'file errors carry POSIX codes',
    'changes are net',
    'stdout and stderr are told apart',
    'both streams together keep the order',
    'a command that is not there ends with 127',
    'all 256 bytes pass unchanged',
    'a character written in pieces arrives whole',
    'node in a hot loop, killed',
  ]) {
    await keeps(page, name);
  }
});

test('without the supervisor jsh keeps texts, ends and files under faults; its one stream is the difference', async ({
  page,
}) => {
  const inJsh: HostFaults = { withoutCommands: ['node'] };
  await openCheck(page, {
    ...inJsh,
    splitsUtf8: true,
    crlf: true,
    neverCloses: true,
    errorsWithoutCode: true,
    watchBurst: 5,
    kill: '137',
  });
  for (const name of [
    'exit 3 ends with 3',
    'names with blanks, quotes',
    'file errors carry POSIX codes',
    'changes are net',
    'a run stopped by SIGTERM says so',
  ]) {
    await keeps(page, name);
  }
  await differs(page, 'stdout and stderr are told apart', String.raw`"stdout": "out\nerr\n", "stderr": ""`);
  // The client has made text of each piece before anybody else sees it.
  await differs(page, 'a character written in pieces arrives whole', '\u{fffd}');

  host.setFaults({ ...inJsh, exitBeforeOutput: true, lateChunkMs: 30, kill: 'never' });
  await page.reload();
  await page.getByRole('radio', { name: 'WebContainer' }).check();
  await keeps(page, 'file errors carry POSIX codes');
  // What comes after the exit is taken as well.
  await differs(page, 'both streams together keep the order', String.raw`"a\nb\nc\nd\nlate\n"`);
  await differs(page, 'a run stopped by SIGKILL says so', '"confirmed": false');
});

/** What a page says of the browser around it, for a test to change. */
async function fakeSurroundings(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const around = { isIsolated: true, isOnline: true };
    Object.defineProperty(globalThis, 'crossOriginIsolated', { get: () => around.isIsolated });
    Object.defineProperty(Navigator.prototype, 'onLine', { get: () => around.isOnline });
    Object.assign(globalThis, { around });
  });
}

/** Changes them, and where the container's frame comes from. */
function setSurroundings(page: Page, change: Record<string, boolean>, frameOrigin: string | null) {
  return page.evaluate(
    ([changed, origin]) => {
      Object.assign(Reflect.get(globalThis, 'around'), changed);
      Object.assign(globalThis, { WEBCONTAINER_API_IFRAME_URL: origin ?? undefined });
    },
    [change, frameOrigin] as const,
  );
}

test('what is in the way of a container is said with its place and its remedy, and asked anew the next time', async ({
  page,
}) => {
  await fakeSurroundings(page);
  await openCheck(page);
  const reasonIs = async (sentence: string) => {
    await page.getByRole('row').filter({ hasText: 'exit 3 ends with 3' }).getByRole('button').click();
    await expect(page.getByRole('alert')).toContainText(sentence);
  };
  await page.route(`${host.origin}/`, async (route) => {
    if (route.request().method() !== 'HEAD') return route.fallback();
    const { 'cross-origin-embedder-policy': _, ...headers } = (await route.fetch()).headers();
    return route.fulfill({ headers });
  });
  await setSurroundings(page, { isIsolated: false }, host.origin);
  await reasonIs(
    'This page is not cross-origin isolated, which a WebContainer needs. Its server has to send Cross-Origin-Embedder-Policy: require-corp.',
  );
  await page.unroute(`${host.origin}/`);
  await reasonIs('which a WebContainer needs. Its headers are right now: reload the page.');
  await setSurroundings(page, { isIsolated: true, isOnline: false }, null);
  await reasonIs(
    'This browser is offline, and a WebContainer comes from stackblitz.com: try again once it is online.',
  );
  await setSurroundings(page, { isOnline: true }, host.origin);
  host.setFaults({ outOfMemory: true });
  await reasonIs(
    'This browser had no memory for a WebContainer: close other tabs that run one, and try again.',
  );
  host.setFaults({});
  await keeps(page, 'exit 3 ends with 3');

  // To the page's policy this is another host, as any other than StackBlitz's is.
  await page.reload();
  const other = host.origin.replace('localhost', '127.0.0.1');
  await setSurroundings(page, {}, other);
  await page.getByRole('radio', { name: 'WebContainer' }).check();
  await reasonIs(
    `The page's security policy keeps the frame of ${other} out: whoever serves the page has to allow it in frame-src.`,
  );
});
