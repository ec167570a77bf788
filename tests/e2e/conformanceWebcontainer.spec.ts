import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import {
  type HostFaults,
  startWebContainerHost,
  type WebContainerHost,
} from '../hosts/webcontainer/server.mjs';

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

test('a container keeps what the embedded guest keeps: one check of each kind', async ({ page }) => {
  await openCheck(page);
  for (const name of [
    'file errors carry POSIX codes',
    'a redirection that cannot be opened',
    'changes are net',
    'both streams together keep the order',
    'node ends with the code that its program gives',
    'a shell carries cwd, variables and functions',
    'all 256 bytes pass unchanged',
    'a character written in pieces arrives whole',
    'two runs go on at the same time',
    'a stopped run takes along all that it has started: a child of node',
    'node in a hot loop, killed',
    'the page gets a server’s answer',
  ]) {
    await keeps(page, name);
  }
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
