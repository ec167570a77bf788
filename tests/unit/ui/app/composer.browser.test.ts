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
