import { afterEach, beforeEach, expect, test } from 'vitest';
import { page as browser } from 'vitest/browser';
import { startApp } from '../../../../src/ui/index.ts';
import { FixtureSession, fixtureWorkbench, longSession } from '../../../hosts/fakes/uiFixture.ts';

const steps = 5_000;
const timeout = 10_000;
const soon = <T>(what: () => T) => expect.poll(what, { timeout, interval: 5 });
let stop = () => {};
beforeEach(() => browser.viewport(1440, 900));
afterEach(() => {
  stop();
  history.replaceState(null, '', '#/');
});

function show(session: FixtureSession): HTMLElement {
  const target = document.createElement('div');
  target.style.height = '800px';
  document.body.append(target);
  stop = startApp(target, async () => fixtureWorkbench(session));
  return target;
}

const cards = (page: HTMLElement) => [...page.querySelectorAll<HTMLElement>('article[data-key]')];
const list = (page: HTMLElement) =>
  page.querySelector<HTMLElement>('[aria-label="Steps of the conversation"]');

test('5,000 steps are shown by the few that are in sight, and the end is reached at once', async () => {
  const page = show(new FixtureSession(longSession(100, steps / 100)));
  await soon(() => cards(page).some((card) => card.dataset.key === '100.50.0')).toBe(true);
  expect(cards(page).length).toBeLessThan(40);
  expect(list(page)?.scrollHeight).toBeGreaterThan(100_000);
});

test('a step named in the address is selected and brought into sight', async () => {
  history.replaceState(null, '', '#/s/long/50.25.0');
  const page = show(new FixtureSession(longSession(100, steps / 100)));
  await soon(() => cards(page).find((card) => card.dataset.key === '50.25.0')?.className ?? '').toContain(
    'selected',
  );
  await soon(() => page.querySelector('#inspector-title')?.textContent ?? '').toContain('echo 50.25.0');
});

test('a new step in a long session costs less than a frame or two', async () => {
  const state = longSession(100, steps / 100);
  const longer = longSession(101, steps / 100);
  // Turns that did not change keep their identity, as the fold of a growing log gives them.
  const grown = { ...longer, turns: [...state.turns, ...longer.turns.slice(100)] };
  const session = new FixtureSession(state);
  const page = show(session);
  await soon(() => cards(page).length).toBeGreaterThan(0);
  const before = performance.now();
  session.change(grown);
  await soon(() => cards(page).some((card) => card.dataset.key === '101.50.0')).toBe(true);
  // Generous, for machines that are shared: a walk over all rows with layout takes seconds.
  expect(performance.now() - before).toBeLessThan(1_000);
});
