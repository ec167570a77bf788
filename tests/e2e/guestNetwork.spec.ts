import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { startCollector } from '../hosts/collector.ts';
import { realPackage, startRegistry } from '../hosts/registry/index.ts';
import { probes, probeText } from './isolation/probes.ts';
import { card, messageField, newSession, openApp, say, send, stopButton, turnEnds } from './support/app.ts';
import { axeFindings } from './support/axe.ts';
import { closeDialog, openSettings } from './support/providers.ts';
import { shot } from './support/shot.ts';

/** The guest has no network; its user may allow hosts, one by one, for a session. */

const prompt = (page: Page): Locator => page.getByRole('region', { name: 'Network', exact: true });

async function allowHost(page: Page, host: string): Promise<void> {
  await openSettings(page);
  const group = page.getByRole('group', { name: 'Network of the guest' });
  await group.getByLabel('Allow a host').fill(host);
  await group.getByRole('button', { name: 'Allow', exact: true }).click();
  await expect(group.getByRole('listitem')).toContainText([host]);
  await closeDialog(page);
}

async function serverFor(listener: RequestListener): Promise<{ host: string; close: () => void }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

test('a refused host is offered quietly, by keyboard, in both themes, and "not now" is an answer', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openApp(page);
  await newSession(page);
  await say(page, 'curl -sS https://registry.example/x');
  await expect(card(page, '1.1.0')).toContainText(
    "curl: (6) Could not resolve host: registry.example: network is off in this guest; allow registry.example in the session's settings",
  );
  await expect(prompt(page)).toContainText('The guest asked for registry.example.');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    await shot(page, `network-prompt-${colorScheme}`);
    expect(await axeFindings(page, 'every rule')).toEqual([]);
  }
  await messageField(page).focus();
  await page.keyboard.press('Shift+Tab');
  await expect(prompt(page).getByRole('button', { name: 'Not now' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(prompt(page)).toHaveCount(0);
  await say(page, 'curl -s https://registry.example/x; echo "code $?"');
  await expect(card(page, '2.1.0')).toContainText('code 6');
  await expect(prompt(page)).toHaveCount(0);
  await say(page, 'curl -s https://other.example/');
  await prompt(page).getByRole('button', { name: 'Allow other.example for this session' }).press('Enter');
  await expect(prompt(page)).toHaveCount(0);
  await openSettings(page);
  await expect(page.getByRole('group', { name: 'Network of the guest' }).getByRole('listitem')).toContainText(
    ['other.example'],
  );
  expect(await axeFindings(page, 'every rule')).toEqual([]);
});

test('npm installs from a registry that was allowed; requests carry nothing of the page; revoked it is off again', async ({
  page,
  context,
}) => {
  const registry = await startRegistry([realPackage('debug'), realPackage('ms'), realPackage('semver')]);
  try {
    await context.addCookies([{ name: 'secret', value: 'cookie', url: registry.url }]);
    await openApp(page);
    await newSession(page);
    await say(page, `npm config set registry ${registry.url}; npm init -y > /dev/null; npm install debug`);
    await expect(card(page, '1.1.0')).toContainText('network is off in this guest');
    // An address of the user's own machine is never offered.
    await expect(prompt(page)).toHaveCount(0);
    expect(registry.asked).toEqual([]);

    await allowHost(page, registry.host);
    await say(page, 'npm install debug semver && npm ls');
    await expect(card(page, '2.1.0')).toContainText('added 3 packages in');
    await expect(card(page, '2.1.0')).toContainText(`semver@${realPackage('semver').manifest.version}`);
    for (const headers of registry.headers) {
      expect([headers.cookie, headers.referer, headers.authorization]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    }

    const asked = registry.asked.length;
    const workers = page.workers().filter((worker) => worker.url().startsWith('blob:null'));
    for (const worker of workers) {
      const reached = await worker
        .evaluate(
          (url) =>
            fetch(url).then(
              () => 'reached',
              () => 'blocked',
            ),
          registry.url,
        )
        .catch(() => 'gone');
      expect(reached).not.toBe('reached');
    }
    expect(registry.asked.length).toBe(asked);

    await page.reload();
    await say(page, `curl -s ${registry.url}ms | head -c 12`);
    await expect(card(page, '3.1.0')).toContainText('{"name":"ms"');
    await openSettings(page);
    await page.getByRole('button', { name: `Revoke ${registry.host}` }).click();
    await expect(page.getByText('No host is allowed.')).toBeVisible();
    await closeDialog(page);
    const before = registry.asked.length;
    await say(page, 'npm view ms version');
    await expect(card(page, '4.1.0')).toContainText('network is off in this guest');
    expect(registry.asked.length).toBe(before);
  } finally {
    registry.close();
  }
});

test('a redirect is not followed to a host that was not allowed, and a stopped command leaves no request behind', async ({
  page,
}) => {
  const asked: string[] = [];
  let hungUp = false;
  const target = await serverFor((request, response) => {
    asked.push(request.url ?? '');
    response.end('reached');
  });
  const server = await serverFor((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    if (request.url === '/moved') response.writeHead(302, { location: `http://${target.host}/secret` }).end();
    else {
      response.write('begun\n');
      response.on('close', () => {
        hungUp = true;
      });
    }
  });
  try {
    await openApp(page);
    await newSession(page);
    await say(page, 'true');
    await allowHost(page, server.host);
    await say(page, `curl -sSL http://${server.host}/moved; echo "code $?"`);
    await expect(card(page, '2.1.0')).toContainText('a browser does not show a page where it leads');
    expect(asked).toEqual([]);
    await send(page, `curl -sN http://${server.host}/endless`);
    await expect(card(page, '3.1.0')).toContainText('begun');
    await stopButton(page).click();
    await turnEnds(page);
    await expect.poll(() => hungUp).toBe(true);
  } finally {
    server.close();
    target.close();
  }
});

test('with a host allowed guest code still reaches nothing by itself, not even that host', async ({
  page,
  baseURL,
}) => {
  const collector = await startCollector();
  try {
    await openApp(page);
    await newSession(page);
    await allowHost(page, new URL(collector.url).host);
    await say(page, `curl -s ${collector.url}/by-the-broker`);
    expect(collector.requests).toEqual(['GET /by-the-broker']);
    const context = { app: baseURL!, evil: collector.url, who: 'allowed' };
    const worker = page.workers().find((candidate) => candidate.url().startsWith('blob:null'))!;
    const asked = probes.filter((probe) => probe.expected.guestWorker !== undefined);
    for (const probe of asked) {
      expect(await worker.evaluate(probeText(probe, context)), probe.title).toBe(probe.expected.guestWorker);
    }
    expect(collector.requests).toEqual(['GET /by-the-broker']);
  } finally {
    await collector.close();
  }
});
