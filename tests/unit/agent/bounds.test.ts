import { describe, expect, test } from 'vitest';
import { call, calls, say } from '../../hosts/fakes/fakeModel.ts';
import { openTestBench, ownMs, recordOf, sentTexts, textOf, until } from '../../hosts/fakes/testBench.ts';

const never = () => new Promise<never>(() => {});

describe('a call ends whatever it waits for', () => {
  test('Stop ends a search in a guest that does not answer, in under 200 ms', async () => {
    const { workbench, guest } = await openTestBench([calls(call('Grep', { pattern: 'x' })), say('never')]);
    const session = await workbench.createSession();
    await session.ensureGuest();
    guest().fs.walk = never;
    const turn = session.send('go');
    await until(() => session.runStatus.kind === 'tools' && session.runStatus.running.length === 1);
    expect(await ownMs(() => session.stop())).toBeLessThan(200);
    await turn;
    expect(recordOf(session, '1.1.0').outcome).toMatchObject({
      error: { code: 'ABORTED' },
      stoppedBy: 'user',
    });
    await workbench.dispose();
  });

  test('Stop does not wait for a guest that is starting', async () => {
    const { workbench } = await openTestBench([calls(call('Bash', { command: 'ls' })), say('never')], {
      onBoot: () => never(),
    });
    const session = await workbench.createSession();
    const turn = session.send('go');
    await until(() => session.guestStatus.kind === 'booting');
    expect(await ownMs(() => session.stop())).toBeLessThan(200);
    await turn;
    expect(recordOf(session, '1.1.0').outcome).toMatchObject({
      error: { code: 'NOT_RUN' },
      stoppedBy: 'user',
    });
    expect(session.state.turns[0]?.end?.reason).toBe('stopped');
  });

  test('the death of the guest ends a file operation that never answers', async () => {
    const { workbench, guest } = await openTestBench([calls(call('Read', { file_path: 'x' })), say('done')]);
    const session = await workbench.createSession();
    await session.ensureGuest();
    guest().fs.stat = never;
    const turn = session.send('go');
    await until(() => session.runStatus.kind === 'tools' && session.runStatus.running.length === 1);
    await new Promise((resolve) => setImmediate(resolve));
    guest().die('crash');
    await turn;
    expect(recordOf(session, '1.1.0').outcome).toMatchObject({ error: { code: 'GUEST_CRASHED' } });
    expect(session.state.turns[0]?.end?.reason).toBe('done');
    await workbench.dispose();
  });

  test('a store that refuses the log ends the turn and leaves the session usable', async () => {
    const { workbench, store } = await openTestBench([
      calls(call('Bash', { command: 'echo 1' })),
      say('a'),
      say('b'),
    ]);
    const session = await workbench.createSession();
    let appends = 0;
    store.faults.beforeAppend = async () => {
      appends += 1;
      if (appends === 4) throw new Error('disk error');
    };
    await session.send('go');
    expect(session.state.turns[0]?.end).toMatchObject({ reason: 'failed', error: { code: 'INTERNAL' } });
    await session.send('again');
    expect(session.state.turns[1]?.end?.reason).toBe('done');
    await workbench.dispose();
  });

  test('a listener that throws does not stop the session', async () => {
    const { workbench } = await openTestBench([say('hi')]);
    const session = await workbench.createSession();
    const uncaught: unknown[] = [];
    const onUncaught = (error: unknown) => uncaught.push(error);
    const others = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    process.on('uncaughtException', onUncaught);
    try {
      const unsubscribe = session.subscribe(() => {
        throw new Error('a fault of the screen');
      });
      await session.send('go');
      unsubscribe();
      await new Promise((resolve) => setImmediate(resolve));
    } finally {
      process.off('uncaughtException', onUncaught);
      for (const other of others) process.on('uncaughtException', other);
    }
    expect(session.state.turns[0]?.end?.reason).toBe('done');
    expect(uncaught.length).toBeGreaterThan(0);
    await workbench.dispose();
  });

  test('an id that looks like the name of a repeat takes no file from another call', async () => {
    const { workbench, guest } = await openTestBench(
      [
        calls(call('Bash', { command: 'one' }, 'x')),
        calls(
          call('Bash', { command: 'two' }, 'x'),
          call('Bash', { command: 'three' }, 'x-2'),
          call('Bash', { command: 'four' }, 'X-2'),
        ),
        say('done'),
      ],
      {
        commands: async (command, io) => {
          await io.write('stdout', `${command}\n`.repeat(20_000));
          return 0;
        },
      },
    );
    const session = await workbench.createSession();
    await session.send('go');
    for (const [key, word] of [
      ['1.1.0', 'one'],
      ['1.2.0', 'two'],
      ['1.2.1', 'three'],
      ['1.2.2', 'four'],
    ] as const) {
      const path = recordOf(session, key).savedAs?.path ?? '';
      expect(textOf(await guest().fs.read(path)).split('\n')[0]).toBe(word);
    }
    expect(sentTexts(session).length).toBe(4);
    await workbench.dispose();
  });

  test('files that a terminal changes between steps outlive the page', async () => {
    const first = await openTestBench([calls(call('Bash', { command: 'true' })), say('done')]);
    const session = await first.workbench.createSession();
    await session.send('go');
    await first.guest().fs.write('/home/user/project/typed.txt', new TextEncoder().encode('by hand'));
    const commits = () => first.store.order.filter((entry) => entry === 'commit').length;
    const before = commits();
    await until(() => commits() > before);
    first.store.dropLocks();
    const second = await openTestBench([], { store: first.store });
    const again = await second.workbench.open(session.id);
    await again.ensureGuest();
    expect((await again.stat('/home/user/project/typed.txt')).size).toBe(7);
    await second.workbench.dispose();
  });
});
