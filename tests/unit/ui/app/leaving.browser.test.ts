import { afterEach, expect, test, vi } from 'vitest';
import type { RunStatus } from '../../../../src/agent/index.ts';
import { startApp } from '../../../../src/ui/index.ts';
import { FixtureSession, fixtureWorkbench, longSession } from '../../../hosts/fakes/uiFixture.ts';

const target = document.createElement('div');
document.body.append(target);
let stop = () => {};
afterEach(() => {
  stop();
  history.replaceState(null, '', '#/');
});
const shown = () => expect.poll(() => target.querySelector('h1')?.textContent, { timeout: 10_000 });

/** Shows one session with this status, then another; gives the first and what closes it. */
async function leave(runStatus: RunStatus, isBusy = false) {
  const first = new FixtureSession({ ...longSession(1, 1), id: 'first', title: 'First' });
  first.runStatus = runStatus;
  first.beside.isBusy = isBusy;
  const second = new FixtureSession({ ...longSession(1, 1), id: 'second', title: 'Second' });
  const dispose = vi.spyOn(first, 'dispose');
  stop = startApp(target, async () => ({ ...fixtureWorkbench(first), open: async () => second }));
  await shown().toContain('First');
  location.hash = '#/s/second';
  await shown().toContain('Second');
  return { first, dispose };
}

test('a session that is left is closed', async () => {
  const { dispose } = await leave({ kind: 'idle' });
  await expect.poll(() => dispose.mock.calls.length).toBe(1);
});

test('a turn goes on when another session is shown, and its session is closed when it has ended', async () => {
  for (const status of [{ kind: 'tools', step: 1, running: [] }, { kind: 'paused' }] as const) {
    const { first, dispose } = await leave(status);
    expect(dispose).not.toHaveBeenCalled();
    first.changeRun({ kind: 'idle' });
    expect(dispose.mock.calls.length).toBe(1);
    first.changeRun({ kind: 'idle' });
    expect(dispose.mock.calls.length).toBe(1);
    stop();
    stop = () => {};
    history.replaceState(null, '', '#/');
  }
});

test('a job goes on when another session is shown, and the turn that its end begins comes to its own', async () => {
  const { first, dispose } = await leave({ kind: 'idle' }, true);
  first.changeRun({ kind: 'tools', step: 1, running: [] });
  first.beside.isBusy = false;
  expect(dispose).not.toHaveBeenCalled();
  first.changeRun({ kind: 'idle' });
  expect(dispose.mock.calls.length).toBe(1);
});

test('a dialog about a session is closed when the address leads to another page', async () => {
  stop = startApp(target, async () => fixtureWorkbench(new FixtureSession(longSession(1, 1))));
  const dialog = () => target.querySelector('dialog')?.textContent ?? '';
  await expect.poll(() => target.querySelector('h1'), { timeout: 10_000 }).not.toBe(null);
  window.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true }));
  await expect.poll(dialog, { timeout: 10_000 }).toContain('Next step');
  location.hash = '#/protocols';
  await expect.poll(dialog).toBe('');
});
