import { describe, expect, test } from 'vitest';
import type { LiveSession } from '../../../../src/agent/index.ts';
import { defaultProfileRef, profileById, profileRef } from '../../../../src/core/index.ts';
import { call, calls, say } from '../../../hosts/fakes/fakeModel.ts';
import { ManualTimers } from '../../../hosts/fakes/manualTimers.ts';
import type { CommandHandler } from '../../../hosts/fakes/memoryGuest.ts';
import {
  openTestBench,
  outputBytes,
  recordOf,
  recordsOf,
  sentTexts,
  textOf,
  until,
} from '../../../hosts/fakes/testBench.ts';

const bash = (command: string, more: object = {}) => call('Bash', { command, ...more });

/** Names of bash on the wire. */
const bashNames: Readonly<Record<string, string>> = {
  entoli: 'bash',
  codex: 'shell_command',
  cline: 'run_commands',
  'gemini-cli': 'run_shell_command',
  pi: 'bash',
  crush: 'bash',
  openhands: 'terminal',
};

function profileNamed(id: string) {
  const profile = profileById(id);
  if (profile === null) throw new Error(`there is no profile ${id}`);
  return profileRef(profile);
}

/** A command that the test ends: it has printed MARK, and prints REST before it exits. */
function heldCommand() {
  let release = () => {};
  const commands: CommandHandler = (command, io) => {
    if (!command.includes('slow')) return null;
    return (async () => {
      await io.write('stdout', 'MARK\n');
      await io.write('stderr', 'warn\n');
      await new Promise<void>((resolve) => {
        release = resolve;
        io.signal.addEventListener('abort', () => resolve());
      });
      if (io.signal.aborted) return 0;
      io.setState({ cwd: '/tmp' });
      await io.write('stdout', 'REST\n');
      return 3;
    })();
  };
  return { commands, release: () => release() };
}

/** Time passes until the first job has ended: its output is drained for a moment. */
async function jobEnded(session: LiveSession, timers: ManualTimers): Promise<void> {
  await until(() => {
    timers.advance(50);
    return session.state.jobs[0]?.end !== null;
  });
}

async function fileText(session: LiveSession, path: string): Promise<string> {
  return textOf((await session.fs?.read(path)) ?? new Uint8Array());
}

describe('a command over its time, under a harness that moves it', () => {
  async function moved() {
    const held = heldCommand();
    const timers = new ManualTimers();
    const bench = await openTestBench(
      [calls(bash('cd /tmp; slow', { timeout: 4000 })), calls(bash('pwd')), say('done')],
      { commands: held.commands, after: timers.after },
    );
    const session = await bench.workbench.createSession({ profile: profileNamed('claude-code') });
    const turn = session.send('go');
    await until(() => session.live('1.1.0')?.totalBytes === 10 && timers.waits.includes(4000));
    return { ...bench, session, timers, turn, held };
  }

  test('goes on as a job with the same bytes and no gap, and the shell is free at once', async () => {
    const { session, timers, turn, held, workbench, store } = await moved();
    timers.advance(4000);
    await turn;
    expect(store.logText(session.id)).toContain('"moved":true,"ranBeforeMs":4000');
    const [first] = sentTexts(session);
    const logPath = `/tmp/claude/${session.id}/tasks/call_1.output`;
    expect(first).toBe(
      `MARK\nwarn\nCommand did not complete within its 4s timeout and was moved to the background (ID: job_1). Output is being written to: ${logPath}. You will be notified when it completes.`,
    );
    expect(recordOf(session, '1.1.0').outcome).toEqual({
      status: 'timeout',
      timeoutMs: 4000,
      signal: null,
      unconfirmedStop: false,
    });
    expect(await fileText(session, logPath)).toBe('MARK\nwarn\n');
    expect(session.state.jobs.map(({ id, end, moved: isMoved }) => [id, end, isMoved])).toEqual([
      ['job_1', null, true],
    ]);
    held.release();
    await jobEnded(session, timers);
    const [job] = session.state.jobs;
    expect(job?.end?.outcome).toEqual({ status: 'failed', exitCode: 3, signal: null });
    expect(job?.end?.output).toMatchObject({ totalBytes: 15, stdoutBytes: 10, stderrBytes: 5, lines: 3 });
    expect(textOf(await outputBytes(session, '0.1.1'))).toBe('MARK\nwarn\nREST\n');
    expect(await fileText(session, logPath)).toBe('MARK\nwarn\nREST\n');
    expect(textOf(await outputBytes(session, '1.1.0'))).toBe('MARK\nwarn\n');
    await workbench.dispose();
  });

  test('never writes its folder or its variables back', async () => {
    const { session, timers, turn, held, workbench } = await moved();
    timers.advance(4000);
    await turn;
    held.release();
    await jobEnded(session, timers);
    expect(sentTexts(session)[1]).toContain('/home/user/project');
    await session.beside.runCommand('pwd');
    expect(session.state.commands[0]?.sent?.text).toBe('/home/user/project\n');
    await workbench.dispose();
  });

  test('is stopped instead where it starts with sleep, uses git, or has a quote that stays open', async () => {
    for (const command of ['sleep 100; slow', 'cd x && git fetch; slow', 'echo "slow']) {
      const held = heldCommand();
      const timers = new ManualTimers();
      const { workbench } = await openTestBench([calls(bash(command, { timeout: 1000 })), say('done')], {
        commands: held.commands,
        after: timers.after,
      });
      const session = await workbench.createSession({ profile: profileNamed('claude-code') });
      const turn = session.send('go');
      await until(() => session.live('1.1.0')?.totalBytes === 10 && timers.waits.includes(1000));
      timers.advance(1000);
      await turn;
      expect(sentTexts(session)).toEqual(['MARK\nwarn\nCommand timed out after 1s']);
      expect(session.state.jobs).toEqual([]);
      await workbench.dispose();
    }
  });
});

describe('a command over its time, under a harness that stops it', () => {
  test('row 40: is stopped with its output kept, and pointed at the background', async () => {
    const held = heldCommand();
    const timers = new ManualTimers();
    const { workbench } = await openTestBench(
      [calls(call('bash', { command: 'slow', timeout: 1000 })), say('done')],
      { commands: held.commands, after: timers.after },
    );
    const session = await workbench.createSession({ profile: profileNamed('entoli') });
    const turn = session.send('go');
    await until(() => session.live('1.1.0')?.totalBytes === 10 && timers.waits.includes(1000));
    timers.advance(1000);
    await turn;
    expect(sentTexts(session)[0]).toContain('run it again with background: true');
    expect(recordOf(session, '1.1.0').outcome.status).toBe('timeout');
    expect(session.state.jobs).toEqual([]);
    await workbench.dispose();
  });
});

describe('what a person does to a running command', () => {
  async function running(profile = defaultProfileRef()) {
    const held = heldCommand();
    const timers = new ManualTimers();
    const bench = await openTestBench([calls(bash('slow', { timeout: 1000 })), say('done')], {
      commands: held.commands,
      after: timers.after,
    });
    const session = await bench.workbench.createSession({ profile });
    const turn = session.send('go');
    await until(() => session.live('1.1.0')?.totalBytes === 10 && timers.waits.includes(1000));
    return { ...bench, session, timers, turn, held };
  }

  test('a minute more moves the deadline, and the record says how much time it had', async () => {
    const { session, timers, turn, workbench } = await running(profileNamed('none'));
    const dueAtMs = session.live('1.1.0')?.dueAtMs ?? 0;
    expect(session.beside.moreTime('1.1.0')).toBe(true);
    expect(session.live('1.1.0')).toMatchObject({ dueAtMs: dueAtMs + 60_000, timeoutMs: 61_000 });
    timers.advance(1000);
    expect(recordsOf(session)).toEqual([]);
    timers.advance(60_000);
    await turn;
    expect(recordOf(session, '1.1.0').outcome).toMatchObject({ status: 'timeout', timeoutMs: 61_000 });
    expect(session.beside.moreTime('1.1.0')).toBe(false);
    await workbench.dispose();
  });

  test.each([
    'claude-code',
    'entoli',
    'spillway',
    'none',
    'codex',
    'cline',
    'gemini-cli',
    'pi',
    'crush',
    'openhands',
  ])('to the background: %s tells its model the id and the path of the log', async (id) => {
    const held = heldCommand();
    const timers = new ManualTimers();
    const profile = profileNamed(id);
    const wireName = bashNames[id] ?? 'Bash';
    const { workbench } = await openTestBench([calls(call(wireName, { command: 'slow' })), say('done')], {
      commands: held.commands,
      after: timers.after,
    });
    const session = await workbench.createSession({ profile });
    const turn = session.send('go');
    await until(() => session.live('1.1.0')?.totalBytes === 10);
    expect(session.live('1.1.0')?.canMove).toBe(true);
    expect(session.beside.toBackground('1.1.0')).toBe(true);
    await turn;
    const [sent] = sentTexts(session);
    const [job] = session.state.jobs;
    expect(sent).toContain(job?.logPath);
    expect(sent).toContain('MARK');
    expect(sent).not.toContain('timed out');
    expect(await fileText(session, job?.logPath ?? '')).toBe('MARK\nwarn\n');
    await workbench.dispose();
  });

  test('stop ends the one call, and the turn goes on', async () => {
    const { session, turn, workbench } = await running();
    session.beside.stopCall('1.1.0');
    await turn;
    expect(recordOf(session, '1.1.0').outcome).toMatchObject({ stoppedBy: 'user' });
    expect(session.state.turns[0]?.end?.reason).toBe('done');
    await workbench.dispose();
  });
});
