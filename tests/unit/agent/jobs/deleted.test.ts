import { expect, test } from 'vitest';
import { createMemoryStore } from '../../../../src/store/index.ts';
import { call, calls, say } from '../../../hosts/fakes/fakeModel.ts';
import type { CommandHandler } from '../../../hosts/fakes/memoryGuest.ts';
import { openTestBench, until } from '../../../hosts/fakes/testBench.ts';

/** Writes and then runs until it is stopped. */
const hangs: CommandHandler = (command, io) =>
  command.startsWith('hang')
    ? io
        .write('stdout', 'x'.repeat(100_000))
        .then(() => new Promise((resolve) => io.signal.addEventListener('abort', () => resolve(143))))
    : null;

test('row 34: deleting a session with jobs, one of which runs, and with own commands leaves nothing of it', async () => {
  const store = createMemoryStore();
  const silence = () => ({ post: () => {}, listen: () => () => {}, close: () => {} });
  const tab = {
    store,
    transport: { open: silence, openShared: silence },
    clock: () => 1_800_000_000_000,
    isClosed: () => false,
    close: () => {},
  };
  const job = (command: string, id: string) => call('Bash', { command, run_in_background: true }, id);
  const { workbench } = await openTestBench(
    [calls(job('echo ended; seq 1 5000', 'a'), job('hang', 'b')), say('done'), say('heard')],
    { tab, commands: hangs },
  );
  const neighbour = await workbench.createSession();
  await neighbour.beside.runCommand('echo next door');
  const session = await workbench.createSession();
  await session.send('go');
  await session.beside.runCommand('seq 1 50000');
  await until(() => session.state.jobs[0]?.end != null && session.live('0.1.2')?.totalBytes === 100_000);
  await neighbour.dispose();
  const kept = await store.measureSession(neighbour.id);
  expect((await store.measureSession(session.id)).keys).toBeGreaterThan(3);

  await workbench.deleteSession(session.id);
  expect(await store.measureSession(session.id)).toEqual({ keys: 0, bytes: 0 });
  // What its job still had to write comes to nothing.
  await new Promise((resolve) => setImmediate(resolve));
  expect(await store.measureSession(session.id)).toEqual({ keys: 0, bytes: 0 });
  expect(await store.measureSession(neighbour.id)).toEqual(kept);
  expect(workbench.sessions.map(({ id }) => id)).toEqual([neighbour.id]);
  await workbench.dispose();
});
