import { afterEach, expect, test, vi } from 'vitest';
import { startApp } from '../../../../src/ui/index.ts';
import { FixtureSession, fixtureWorkbench, longSession } from '../../../hosts/fakes/uiFixture.ts';

const target = document.createElement('div');
document.body.append(target);
let stop = () => {};
afterEach(() => {
  stop();
  vi.restoreAllMocks();
  history.replaceState(null, '', '#/');
});

const shown = () => expect.poll(() => target.textContent ?? '', { timeout: 10_000 });

test('a page that cannot even be built says so in a sentence', async () => {
  vi.spyOn(globalThis, 'matchMedia').mockImplementation(() => {
    throw new Error('No media queries.');
  });
  stop = startApp(target, () => new Promise(() => {}));
  await shown().toContain('Spillway could not start in this browser: No media queries. Reload the page');
});

test('a workbench that cannot be opened is named, with what to do and the details folded', async () => {
  stop = startApp(target, () => Promise.reject(new Error('The store is locked.')));
  await shown().toContain('The store is locked.');
  expect(target.querySelector('button')?.textContent).toBe('Reload the page');
  expect(target.querySelector('details')?.open).toBe(false);
});

test('a session that cannot be opened leaves the page usable and offers the demo', async () => {
  history.replaceState(null, '', '#/s/gone');
  const workbench = fixtureWorkbench(new FixtureSession(longSession(1, 1)));
  stop = startApp(target, async () => ({
    ...workbench,
    open: () => Promise.reject(new Error('There is no such session.')),
  }));
  await shown().toContain('The session could not be opened: There is no such session.');
  const button = [...target.querySelectorAll('button')].find((one) =>
    one.textContent?.includes('Open the demo'),
  );
  button?.click();
  await shown().toContain('echo 1.1.0');
});

test('a store that keeps nothing is said for as long as that is so, with an export', async () => {
  const workbench = fixtureWorkbench(new FixtureSession(longSession(1, 1)));
  stop = startApp(target, async () => ({
    ...workbench,
    storeStatus: { kind: 'memory', reason: 'quota', message: 'The quota is used up.' },
  }));
  await shown().toContain('The browser has no more room for this page.');
  expect([...target.querySelectorAll('button')].map((one) => one.textContent?.trim())).toContain(
    'Export the session',
  );
});
