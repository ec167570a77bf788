import { afterEach, expect, test, vi } from 'vitest';
import { startApp } from '../../../../src/ui/index.ts';
import { FixtureSession, fixtureWorkbench, longSession } from '../../../hosts/fakes/uiFixture.ts';

const target = document.createElement('div');
document.body.append(target);
let stop = () => {};
afterEach(() => {
  stop();
  history.replaceState(null, '', '#/');
});

async function shownWith(session: FixtureSession): Promise<HTMLFormElement> {
  stop = startApp(target, async () => fixtureWorkbench(session));
  await expect
    .poll(() => target.querySelector('form.composer[data-ready]'), { timeout: 10_000 })
    .not.toBe(null);
  const form = target.querySelector<HTMLFormElement>('form.composer');
  if (!form) throw new Error('There is no composer.');
  return form;
}

test('a request that waits to be sent again says why, when, and that it can be stopped', async () => {
  const session = new FixtureSession(longSession(1, 1));
  const retry = { tries: 1, waitMs: 5_000, message: 'The provider asks to wait (429).' };
  session.runStatus = { kind: 'model', step: 2, text: '', reasoning: '', retry };
  const form = await shownWith(session);
  expect(form.textContent).toContain('The provider asks to wait (429). Asked again in 5.0 s (try 2).');
  const button = [...form.querySelectorAll('button')].find((one) => one.textContent?.trim() === 'Stop');
  expect(button?.disabled).toBe(false);
});

test('what stands behind a ! runs in the session’s shell and is no message; a ! alone is one', async () => {
  const session = new FixtureSession(longSession(1, 1));
  const send = vi.spyOn(session, 'send');
  const run = vi.spyOn(session.beside, 'runCommand');
  const form = await shownWith(session);
  const field = form.querySelector('textarea');
  if (!field) throw new Error('There is no field.');
  field.value = '!ls -l';
  form.requestSubmit();
  await expect.poll(() => run.mock.calls).toEqual([['ls -l']]);
  expect(field.value).toBe('');
  expect(send).not.toHaveBeenCalled();
  field.value = '!';
  form.requestSubmit();
  await expect.poll(() => send.mock.calls).toEqual([['!', 'auto']]);
});

test('in a mirror it says where things are done, and what was refused there is given back to be sent again', async () => {
  const session = new FixtureSession(longSession(1, 1));
  session.runsHere = false;
  const form = await shownWith(session);
  expect(form.textContent).toContain('Runs in another tab, where what you do here is done.');
  const field = form.querySelector('textarea');
  if (!field) throw new Error('There is no field.');
  const refused = () => Promise.reject(new Error('It was closed before it began this.'));
  vi.spyOn(session, 'send').mockImplementation(refused);
  vi.spyOn(session.beside, 'runCommand').mockImplementation(refused);
  for (const text of ['go on', '!ls -l']) {
    field.value = text;
    form.requestSubmit();
    expect(field.value).toBe('');
    await expect.poll(() => field.value).toBe(text);
    expect(form.querySelector('[role=alert]')?.textContent).toBe('It was closed before it began this.');
  }
});

test('a session that a newer version of the page has written asks to reload it', async () => {
  const session = new FixtureSession(longSession(1, 1));
  Object.assign(session, { runsHere: false, isOutdated: true, writable: false, problem: 'It is newer.' });
  const form = await shownWith(session);
  expect(form.textContent).toContain('It is newer.');
  expect(form.querySelector('textarea')?.disabled).toBe(true);
  const names = [...form.querySelectorAll('button')].flatMap((one) =>
    one.disabled ? [] : [one.textContent?.trim()],
  );
  expect(names).toEqual(['Reload the page']);
});
