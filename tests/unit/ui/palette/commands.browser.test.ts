import { afterEach, expect, test } from 'vitest';
import { keyCommands } from '../../../../src/ui/app/keyCommands.ts';
import { startApp } from '../../../../src/ui/index.ts';
import { FixtureSession, fixtureWorkbench, longSession } from '../../../hosts/fakes/uiFixture.ts';

const target = document.createElement('div');
document.body.append(target);
let stop = () => {};
afterEach(() => {
  stop();
  localStorage.removeItem('spillway.letters');
  history.replaceState(null, '', '#/');
});

const press = (key: string, more: KeyboardEventInit = {}) =>
  document.body.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
  );
const cards = () => [...target.querySelectorAll('article[data-key]')];
const dialog = () => target.querySelector('dialog');

async function start() {
  stop = startApp(target, async () => fixtureWorkbench(new FixtureSession(longSession(2, 3))));
  await expect.poll(() => cards().length, { timeout: 10_000 }).toBeGreaterThan(2);
}

test('no two commands share a key or an id', () => {
  const keys = keyCommands.map(({ key }) => key).filter((key) => key !== '');
  expect(new Set(keys).size).toBe(keys.length);
  expect(new Set(keyCommands.map(({ id }) => id)).size).toBe(keyCommands.length);
});

test('the list of keys names every command that has one, and the palette shows it beside its title', async () => {
  await start();
  press('?');
  await expect.poll(() => dialog()?.textContent ?? '', { timeout: 10_000 }).toContain('Next step');
  const listed = [...(dialog()?.querySelectorAll('dt') ?? [])].map(({ textContent }) => textContent?.trim());
  for (const { keys, id } of keyCommands) if (keys !== '' && id !== 'leave') expect(listed).toContain(keys);
  const titles = [...(dialog()?.querySelectorAll('h3') ?? [])].map(({ textContent }) => textContent);
  expect(titles.slice(-4)).toEqual([
    'In a place',
    'In a film of a recording',
    'In a comparison',
    'In a lesson',
  ]);
  dialog()?.querySelector('button')?.click();
  await expect.poll(dialog).toBe(null);
  press('k', { metaKey: true });
  await expect.poll(() => dialog()?.querySelectorAll('[role="option"]').length ?? 0).toBeGreaterThan(20);
  const options = [...(dialog()?.querySelectorAll('[role="option"]') ?? [])];
  const next = options.find(({ textContent }) => textContent?.startsWith('Next step'));
  expect(next?.querySelector('kbd')?.textContent).toBe('j');
});

test('folding everything leaves one line of each card, and unfolding shows their outputs again', async () => {
  await start();
  const unfolded = () => target.querySelectorAll('.conversation .fold[aria-expanded="true"]').length;
  await expect.poll(unfolded).toBeGreaterThan(2);
  press('E', { shiftKey: true });
  await expect.poll(unfolded).toBe(0);
  expect(target.querySelectorAll('.conversation .rows').length).toBe(0);
  press('e');
  await expect.poll(unfolded).toBe(cards().length);
});

test('letters are no commands once they are switched off; Ctrl K still is', async () => {
  localStorage.setItem('spillway.letters', 'off');
  await start();
  press('?');
  press('/');
  await new Promise((done) => requestAnimationFrame(done));
  expect(dialog()).toBe(null);
  expect(target.querySelector('[role="search"]')).toBe(null);
  press('k', { ctrlKey: true });
  await expect.poll(dialog, { timeout: 10_000 }).not.toBe(null);
});
