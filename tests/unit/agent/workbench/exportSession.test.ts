import { expect, test } from 'vitest';
import { parseEvents } from '../../../../src/core/index.ts';
import { call, calls, say } from '../../../hosts/fakes/fakeModel.ts';
import { openTestBench, until } from '../../../hosts/fakes/testBench.ts';

test('an export has every event as it is stored and the output of calls, jobs, own commands and sub-agents', async () => {
  const { workbench, store } = await openTestBench([
    calls(call('Bash', { command: 'echo call' }, 'a')),
    calls(call('Bash', { command: 'echo job', run_in_background: true }, 'b')),
    calls(call('task', { prompt: 'look' }, 'c')),
    calls(call('Bash', { command: 'echo inner' }, 'd')),
    say('looked'),
    say('done'),
  ]);
  const session = await workbench.createSession();
  await session.send('go');
  await until(() => session.state.jobs[0]?.end != null && session.runStatus.kind === 'idle');
  await session.beside.runCommand('echo own');
  // What a newer page has put there goes along.
  const { log } = store.session(session.id);
  const raw: Readonly<Record<string, unknown>> = { v: 2, seq: 0, atMs: 1, type: 'of tomorrow', more: [1] };
  await session.dispose();
  const { length: seq } = await log.readAll();
  await log.append(parseEvents([...(await log.readAll()), { ...raw, seq }]).events.slice(-1));
  let text = '';
  for await (const part of workbench.exportSession(session.id)) text += part;
  const exported = JSON.parse(text) as { events: unknown[]; outputs: Record<string, string[]> };
  expect(exported.events).toEqual(await log.readAll());
  expect(exported.events.at(-1)).toMatchObject({ type: 'unknown', raw: { more: [1] } });
  const outputs = Object.entries(exported.outputs).map(([key, chunks]) => [
    key,
    chunks.map((chunk) => atob(chunk)).join(''),
  ]);
  expect(new Map(outputs as [string, string][])).toEqual(
    new Map([
      ['1.1.0', 'call\n'],
      ['0.1.1', 'job\n'],
      ['1.3.0', 'looked'],
      ['900000001.1.0', 'inner\n'],
      ['0.2.1', 'own\n'],
    ]),
  );
  await workbench.dispose();
});
