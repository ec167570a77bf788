import { expect, test } from 'vitest';
import { limitSettings } from '../../../../src/agent/index.ts';
import { call, calls, say } from '../../../hosts/fakes/fakeModel.ts';
import { MemoryStore } from '../../../hosts/fakes/memoryStore.ts';
import { openTestBench, outputBytes, sentTexts, textOf, until } from '../../../hosts/fakes/testBench.ts';

const background = (command: string, id: string) => call('Bash', { command, run_in_background: true }, id);

test('row 26: a job over the cap of a command is stopped, and its log, its record and its notice say so', async () => {
  const store = new MemoryStore();
  await store.setSetting(limitSettings.commandBytes.name, 1_000_000);
  const { workbench, model } = await openTestBench(
    [calls(background('yes', 'a')), say('done'), say('heard')],
    {
      store,
      commands: async (_command, io) => {
        while (!io.signal.aborted) await io.write('stdout', 'y\n'.repeat(50_000));
        return 0;
      },
    },
  );
  const session = await workbench.createSession();
  await session.send('go');
  await until(() => session.state.turns.length === 2 && session.state.turns[1]?.end !== null);
  const [job] = session.state.jobs;
  expect(job?.end?.outcome).toMatchObject({ status: 'error', stoppedBy: 'cap' });
  expect(job?.end?.output.loss?.code).toBe('output-cap');
  const stored = await outputBytes(session, '0.1.1');
  const ending = textOf(stored.slice(-200)).split('\n').at(-2);
  expect(ending).toBe(
    '[saving stopped at byte 1000000: the most that one command may save was reached and the command was stopped]',
  );
  const log = (await session.fs?.read(job?.logPath ?? '')) ?? new Uint8Array();
  expect(Buffer.compare(log, stored)).toBe(0);
  expect(JSON.stringify(model.prompts.at(-1)?.messages.at(-1))).toContain('was stopped');
  await workbench.dispose();
});

test('as many jobs run as may, and one more is refused in words', async () => {
  const { workbench } = await openTestBench(
    [calls(...Array.from({ length: 17 }, (_, at) => background(`job ${at}`, `c${at}`))), say('done')],
    {
      commands: (_command, io) =>
        new Promise((resolve) => io.signal.addEventListener('abort', () => resolve(0))),
    },
  );
  const session = await workbench.createSession();
  await session.send('go');
  expect(session.state.jobs.length).toBe(16);
  expect(sentTexts(session).at(-1)).toContain('TOO_MANY_JOBS');
  await workbench.dispose();
});
