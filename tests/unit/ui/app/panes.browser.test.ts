import { afterEach, beforeEach, expect, test } from 'vitest';
import { page as browser } from 'vitest/browser';
import { startApp } from '../../../../src/ui/index.ts';
import { FixtureSession, fixtureWorkbench, longSession } from '../../../hosts/fakes/uiFixture.ts';

const target = document.createElement('div');
target.style.height = '800px';
document.body.append(target);
let stop = () => {};
beforeEach(() => browser.viewport(1440, 900));
afterEach(() => {
  stop();
  localStorage.clear();
  history.replaceState(null, '', '#/');
});

const soon = <T>(what: () => T) => expect.poll(what, { timeout: 10_000 });
const inspectorWidth = () => target.querySelector('.inspector')?.getBoundingClientRect().width ?? 0;
const press = (label: string) =>
  target.querySelector<HTMLElement>(`button[aria-label="${label}"], button[title="${label}"]`)?.click();

test('what opens a view unfolds the inspector, which can be folded again', async () => {
  stop = startApp(target, async () => fixtureWorkbench(new FixtureSession(longSession(1, 3))));
  await soon(inspectorWidth).toBeGreaterThan(200);
  press('Fold or unfold the inspector');
  await soon(inspectorWidth).toBe(0);
  target.querySelector<HTMLElement>('article[data-key="1.1.0"] .line')?.click();
  await soon(inspectorWidth).toBeGreaterThan(200);
  press('Fold or unfold the inspector');
  await soon(inspectorWidth).toBe(0);
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '2', bubbles: true }));
  await soon(inspectorWidth).toBeGreaterThan(200);
});
