import { describe, expect, test } from 'vitest';
import type { LiveSession } from '../../../src/agent/index.ts';
import {
  createProjector,
  profileContext,
  profileOf,
  profileRef,
  promptHead,
  verifySent,
} from '../../../src/core/index.ts';
import { call, calls, say } from '../../hosts/fakes/fakeModel.ts';
import type { CommandHandler } from '../../hosts/fakes/memoryGuest.ts';
import {
  openTestBench,
  outputBytes,
  recordOf,
  recordsOf,
  sentTexts,
  textOf,
  until,
} from '../../hosts/fakes/testBench.ts';

const line = `${'y'.repeat(63)}\n`;

const commands: CommandHandler = (command, io) => {
  const hang = async () => {
    await io.write('stdout', `MARK\n${command.includes('big') ? line.repeat(1000) : ''}`);
    await new Promise<void>((resolve) => io.signal.addEventListener('abort', () => resolve()));
    return 0;
  };
  if (command.startsWith('hang')) return hang();
  if (!command.startsWith('big')) return null;
  return io.write('stdout', line.repeat(1000)).then(() => 0);
};

const bash = (command: string, id?: string) => call('Bash', { command }, id);

function prompt(session: LiveSession) {
  const ref = session.state.profile;
  const profile = profileOf(ref);
  const { home, workspace, id } = session;
  const places = { home, workspace, sessionId: id, usedStems: session.state.usedStems };
  return createProjector().project(session.state, promptHead(profile, profileContext(profile, ref, places)));
}

describe('a reload', () => {
  test('gives the same messages as the live session, and every path that was told can still be read', async () => {
    const first = await openTestBench(
      [
        calls(bash('big 1', 'x'), bash('big 2', 'x'), bash('echo small > note.txt', 'y')),
        calls(call('Write', { file_path: 'deep/made.txt', content: 'made\n' })),
        say('done'),
      ],
      { commands },
    );
    const live = await first.workbench.createSession();
    await live.send('go');
    const before = prompt(live);
    const paths = recordsOf(live).flatMap((record) => record.savedAs?.path ?? []);
    expect(paths.length).toBe(2);
    // The page goes away without a word.
    first.store.dropLocks();

    const reads = [...paths, '/home/user/project/deep/made.txt', 'note.txt'];
    const second = await openTestBench(
      [calls(...reads.map((file_path, at) => call('Read', { file_path }, `r${at}`))), say('read all')],
      { store: first.store, commands },
    );
    const again = await second.workbench.open(live.id);
    expect(prompt(again)).toEqual(before);
    expect(again.state.turns).toEqual(live.state.turns);
    await again.send('read them');
    const texts = sentTexts(again).slice(-4);
    expect(texts[0]?.slice(0, 71)).toBe(`     1\t${line}`);
    expect(texts[1]?.slice(0, 71)).toBe(`     1\t${line}`);
    expect(texts.slice(2)).toEqual(['     1\tmade', '     1\tsmall']);
    await second.workbench.dispose();
  });

  test('a fresh view of every record equals what was kept', async () => {
    const { workbench } = await openTestBench(
      [calls(bash('big'), call('Nope', {}), bash('true')), say('done')],
      {
        commands,
      },
    );
    const session = await workbench.createSession();
    await session.send('go');
    for (const call of session.state.turns[0]?.steps[0]?.calls ?? []) {
      if (call.record === null || call.sent === null) throw new Error('no record');
      const { home, workspace, id } = session;
      const places = { home, workspace, sessionId: id, usedStems: session.state.usedStems };
      expect(verifySent(call.sent, call.record, await session.outputText(call.key), places)).toBe('same');
    }
    const { ranges } = await session.seen('1.1.0');
    expect(ranges).toEqual([{ start: 0, end: 1983 }]);
    await workbench.dispose();
  });

  test('row 57: in the middle of a turn ends the turn as interrupted, with the output that was stored', async () => {
    const first = await openTestBench([calls(bash('hang big', 'a'), bash('big', 'b')), say('never')], {
      commands,
    });
    const live = await first.workbench.createSession();
    void live.send('go');
    await until(() => (live.live('1.1.0')?.totalBytes ?? 0) > 60_000);
    first.store.dropLocks();

    const second = await openTestBench([say('going on')], { store: first.store, commands });
    const again = await second.workbench.open(live.id);
    expect(again.state.turns[0]?.end).toMatchObject({
      reason: 'interrupted',
      error: { code: 'INTERRUPTED' },
    });
    const [running, waiting] = recordsOf(again);
    expect(running?.outcome).toMatchObject({
      status: 'error',
      error: { code: 'INTERRUPTED' },
      stoppedBy: 'session-end',
    });
    expect(running?.output.totalBytes).toBe(64_005);
    expect(textOf((await outputBytes(again, '1.1.0')).subarray(0, 5))).toBe('MARK\n');
    expect(waiting?.outcome).toMatchObject({ error: { code: 'NOT_RUN' } });
    // The saved file was made without a guest; the next guest has it.
    await again.ensureGuest();
    expect((await again.stat(running?.savedAs?.path ?? '')).size).toBe(64_005);
    await again.send('go on');
    const results = second.model.prompts[0]?.messages.filter((message) => message.role === 'tool');
    expect(results?.[0]?.role === 'tool' && results[0].results.length).toBe(2);
    expect(again.state.turns[1]?.end?.reason).toBe('done');
    await second.workbench.dispose();
  });

  test('in the middle of a command saves no more than the harness would: 10 MiB, a halved character replaced', async () => {
    const profile = profileOf({ id: 'opencode-6234' });
    const first = await openTestBench([calls(call('bash', { command: 'flood' })), say('never')], {
      commands: async (_command, io) => {
        await io.write('stdout', new TextEncoder().encode('xx'));
        const block = new TextEncoder().encode('漢'.repeat(100_000));
        for (let written = 0; written < 36; written++) await io.write('stdout', block);
        await new Promise<void>((resolve) => io.signal.addEventListener('abort', () => resolve()));
        return 0;
      },
    });
    const live = await first.workbench.createSession({ profile: profileRef(profile) });
    void live.send('go');
    await until(() => (live.live('1.1.0')?.totalBytes ?? 0) === 10_800_002);
    first.store.dropLocks();

    const second = await openTestBench([say('going on')], { store: first.store, commands });
    const again = await second.workbench.open(live.id);
    const { savedAs, output } = recordOf(again, '1.1.0');
    expect(output.totalBytes).toBeGreaterThan(10_485_760);
    expect(savedAs?.bytes).toBe(10_485_761);
    await again.ensureGuest();
    expect((await again.stat(savedAs?.path ?? '')).size).toBe(10_485_761);
    await second.workbench.dispose();
  });

  test('the death of the guest ends the command with its output; the next command finds the workspace', async () => {
    const { workbench, guest, guests } = await openTestBench(
      [
        calls(bash('echo kept > kept.txt; cd /tmp')),
        calls(bash('hang')),
        calls(bash('pwd; cat /home/user/project/kept.txt')),
        say('done'),
      ],
      { commands },
    );
    const session = await workbench.createSession();
    const turn = session.send('go');
    await until(() => (session.live('1.2.0')?.totalBytes ?? 0) === 5);
    guest().die('out of memory');
    await turn;
    const record = recordOf(session, '1.2.0');
    expect(record.outcome).toMatchObject({
      status: 'error',
      error: { code: 'GUEST_CRASHED' },
      stoppedBy: 'guest-death',
    });
    expect(textOf(await outputBytes(session, '1.2.0'))).toMatch(
      /^MARK\n\[saving stopped at byte 5: the guest ended/,
    );
    expect(guests.length).toBe(2);
    expect(sentTexts(session)[2]).toBe('/tmp\nkept\n');
    expect(session.guestStatus.kind).toBe('ready');
    await workbench.dispose();
  });

  test('a guest that does not start is a result, and the session stays usable', async () => {
    const { workbench } = await openTestBench(
      [calls(bash('ls')), say('sorry'), calls(bash('echo hi')), say('ok')],
      {
        onBoot: (boots) => {
          if (boots <= 2) throw new Error('no memory');
        },
      },
    );
    const session = await workbench.createSession();
    await session.send('go');
    expect(recordOf(session, '1.1.0').outcome).toMatchObject({
      error: { code: 'GUEST_UNAVAILABLE', phase: 'guest' },
    });
    await session.send('again');
    expect(session.state.turns.map((turn) => turn.end?.reason)).toEqual(['done', 'done']);
    await workbench.dispose();
  });

  test('a tab that hears nothing of the one that drives reads the session and cannot drive it', async () => {
    const first = await openTestBench([say('hi')]);
    const one = await first.workbench.createSession();
    await one.send('hello');
    const second = await openTestBench([], { store: first.store });
    const two = await second.workbench.open(one.id);
    expect({ runsHere: two.runsHere, writable: two.writable }).toEqual({ runsHere: false, writable: false });
    expect(two.state).toEqual(one.state);
    await two.ensureGuest();
    await expect(two.send('x')).rejects.toThrow('The tab that this session runs in is not heard here.');
    await second.workbench.dispose();
    await first.workbench.dispose();
    expect(second.guests).toEqual([]);
  });

  test('it goes on with the session when the other tab lets it go, also for who listens late', async () => {
    const first = await openTestBench([say('hi')]);
    const one = await first.workbench.createSession();
    const second = await openTestBench([say('there')], { store: first.store });
    const two = await second.workbench.open(one.id);
    const moved = () =>
      new Promise<LiveSession>((resolve) => {
        two.subscribe((change) => change.kind === 'moved' && resolve(change.to));
      });
    const heard = moved();
    await first.workbench.dispose();
    const session = await heard;
    expect(await moved()).toBe(session);
    expect(await second.workbench.open(one.id)).toBe(session);
    expect({ runsHere: session.runsHere, writable: session.writable }).toEqual({
      runsHere: true,
      writable: true,
    });
    await session.send('hello');
    expect(session.state.turns.map((turn) => turn.end?.reason)).toEqual(['done']);
    await second.workbench.dispose();
  });
});
