import { afterEach, expect, test } from 'vitest';
import type { SessionSummary } from '../../../../src/store/index.ts';
import { startApp } from '../../../../src/ui/index.ts';
import { FixtureSession, fixtureWorkbench, longSession } from '../../../hosts/fakes/uiFixture.ts';

const target = document.createElement('div');
document.body.append(target);
let stop = () => {};
afterEach(() => {
  stop();
  history.replaceState(null, '', '#/');
});

test('the palette opens with sessions of one name, and offers each of them', async () => {
  const session = new FixtureSession(longSession(1, 1));
  const summary = (id: string): SessionSummary => ({
    id,
    title: 'New session',
    createdAtMs: 0,
    changedAtMs: 0,
    guest: 'embedded',
    model: { provider: 'parrot', model: 'parrot' },
    turns: 0,
    outputBytes: 0,
  });
  stop = startApp(target, async () => ({
    ...fixtureWorkbench(session),
    sessions: [summary('a'), summary('b')],
  }));
  await expect.poll(() => target.querySelector('article'), { timeout: 10_000 }).not.toBe(null);
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }));
  await expect
    .poll(() => (target.textContent?.match(/Open “New session”/g) ?? []).length, { timeout: 10_000 })
    .toBe(2);
});
