import { describe, expect, test } from 'vitest';
import { defaultProfileRef, type OutputChunk, type ProfileRef } from '../../../src/core/index.ts';
import type { GuestProcess } from '../../../src/guest/index.ts';
import { call, calls, say } from '../../hosts/fakes/fakeModel.ts';
import { ManualTimers } from '../../hosts/fakes/manualTimers.ts';
import type { CommandHandler } from '../../hosts/fakes/memoryGuest.ts';
import {
  openTestBench,
  outputBytes,
  ownMs,
  recordOf,
  recordsOf,
  sentTexts,
  textOf,
  until,
} from '../../hosts/fakes/testBench.ts';

const bash = (command: string, more: object = {}, id?: string) => call('Bash', { command, ...more }, id);

/** Prints MARK and then runs for ever. */
const hangs: CommandHandler = async (command, io) => {
  if (!command.includes('| tail')) await io.write('stdout', 'MARK\n');
  await new Promise<void>((resolve) => io.signal.addEventListener('abort', () => resolve()));
  return 0;
};

/** Under a harness that stops a command over its time. */
const stopping: ProfileRef = { ...defaultProfileRef(), id: 'none', version: 1 };

async function runWith(commands: CommandHandler, command: string, more: object = {}) {
  const timers = new ManualTimers();
  const bench = await openTestBench([calls(bash(command, more)), say('done')], {
    commands,
    after: timers.after,
  });
  const session = await bench.workbench.createSession({ profile: stopping });
  return { ...bench, session, timers };
}

describe('bash', () => {
  test('row 40: a timeout keeps the output, has no exit code and is not an abort', async () => {
    const { session, timers } = await runWith(hangs, 'echo MARK; sleep 300');
    const turn = session.send('go');
    await until(() => session.live('1.1.0')?.totalBytes === 5);
    expect(session.live('1.1.0')?.timeoutMs).toBe(120_000);
    timers.advance(119_999);
    expect(recordsOf(session)).toEqual([]);
    timers.advance(1);
    await turn;
    expect(recordOf(session, '1.1.0').outcome).toEqual({
      status: 'timeout',
      timeoutMs: 120_000,
      signal: 'SIGTERM',
      unconfirmedStop: false,
    });
    expect(textOf(await outputBytes(session, '1.1.0'))).toBe('MARK\n');
    expect(sentTexts(session)).toEqual(['MARK\nCommand timed out after 2m 0s']);
    expect(session.state.turns[0]?.end?.reason).toBe('done');
  });

  test('row 47: what the guest tells of a pipeline’s stages is in the record', async () => {
    const note = { code: 'pipeline-stages', detail: 'exits of the stages: 1 0', exits: [1, 0] };
    const failsFirst: CommandHandler = async (_command, io) => {
      io.note(note);
      return 0;
    };
    const { session } = await runWith(failsFirst, 'false | true');
    await session.send('go');
    const { code, ...data } = note;
    expect(recordOf(session, '1.1.0').notes).toEqual([{ code, data }]);
  });

  test('row 41: a filter that held the output at a timeout is named', async () => {
    const { session, timers } = await runWith(hangs, '(echo MARK; sleep 30) | tail -5', { timeout: 1000 });
    const turn = session.send('go');
    await until(() => session.live('1.1.0') !== null && timers.waits.includes(1000));
    timers.advance(1000);
    await turn;
    const record = recordOf(session, '1.1.0');
    expect(record.outcome.status).toBe('timeout');
    expect(record.notes).toEqual([{ code: 'filter-held-output', data: { filter: 'tail' } }]);
    expect([await session.outputSize('1.1.0'), record.savedAs]).toEqual([0, null]);
    expect(sentTexts(session)[0]).toMatch(/\btail\b.*\nCommand timed out after 1s$/s);
  });

  test('a timeout over the maximum is clamped and the record says so', async () => {
    const { session, timers } = await runWith(hangs, 'sleep 9999', { timeout: 999_999 });
    const turn = session.send('go');
    await until(() => session.live('1.1.0')?.timeoutMs === 600_000 && timers.waits.includes(600_000));
    timers.advance(600_000);
    await turn;
    const record = recordOf(session, '1.1.0');
    expect(record.outcome.status).toBe('timeout');
    expect(record.notes).toEqual([{ code: 'timeout-clamped', data: { askedMs: 999_999, usedMs: 600_000 } }]);
  });

  test('row 58: Stop ends a flood of output in under 200 ms and keeps what had come', async () => {
    const line = new TextEncoder().encode(`${'x'.repeat(99)}\n`.repeat(100));
    const floods: CommandHandler = async (_command, io) => {
      while (!io.signal.aborted) {
        await io.write('stdout', line);
        await io.write('stderr', line);
        await new Promise((resolve) => setImmediate(resolve));
      }
      return 0;
    };
    const { workbench } = await openTestBench([calls(bash('flood')), say('never')], { commands: floods });
    const session = await workbench.createSession();
    const turn = session.send('go');
    await until(() => (session.live('1.1.0')?.totalBytes ?? 0) > 1_000_000);
    expect(await ownMs(() => session.stop())).toBeLessThan(200);
    await turn;
    const record = recordOf(session, '1.1.0');
    expect(record.outcome).toMatchObject({ status: 'error', error: { code: 'ABORTED' }, stoppedBy: 'user' });
    expect(record.output.totalBytes).toBeGreaterThan(1_000_000);
    expect((await outputBytes(session, '1.1.0')).length).toBe(record.output.totalBytes);
    expect(record.savedAs?.bytes).toBe(record.output.totalBytes);
    expect(session.state.turns[0]?.end?.reason).toBe('stopped');
    await workbench.dispose();
  });

  test('an exit that came first beats a stop', async () => {
    let exits: (code: number) => void = () => {};
    const { session, guest } = await runWith(
      () =>
        new Promise((resolve) => {
          exits = resolve;
        }),
      'quick',
    );
    const turn = session.send('go');
    await until(() => session.live('1.1.0') !== null);
    await until(() => guest().started.length === 1);
    exits(0);
    await new Promise((resolve) => setImmediate(resolve));
    await session.stop();
    await turn;
    expect(recordOf(session, '1.1.0').outcome).toEqual({ status: 'ok', exitCode: 0 });
  });

  test('row 19: a silent success is not an empty text', async () => {
    const { workbench } = await openTestBench([calls(bash('true')), say('done')]);
    const session = await workbench.createSession();
    await session.send('go');
    expect(sentTexts(session)).toEqual(['(Bash completed with no output)']);
    const record = recordOf(session, '1.1.0');
    expect(record.outcome).toEqual({ status: 'ok', exitCode: 0 });
    expect([record.output.totalBytes, record.savedAs, record.saveError]).toEqual([0, null, null]);
    expect(await session.outputSize('1.1.0')).toBe(0);
    await workbench.dispose();
  });

  test('row 22: both streams keep their order of arrival', async () => {
    const { workbench } = await openTestBench([calls(bash('mixed')), say('done')], {
      commands: async (_command, io) => {
        for (const [stream, text] of [
          ['stdout', 'O1\n'],
          ['stderr', 'E1\n'],
          ['stdout', 'O2\n'],
          ['stderr', 'E2\n'],
        ] as const)
          await io.write(stream, text);
        return 3;
      },
    });
    const session = await workbench.createSession();
    await session.send('go');
    const record = recordOf(session, '1.1.0');
    expect(textOf(await outputBytes(session, '1.1.0'))).toBe('O1\nE1\nO2\nE2\n');
    expect(record.output.segments).toEqual([
      { stream: 'stdout', bytes: 3 },
      { stream: 'stderr', bytes: 3 },
      { stream: 'stdout', bytes: 3 },
      { stream: 'stderr', bytes: 3 },
    ]);
    expect(record.outcome).toEqual({ status: 'failed', exitCode: 3, signal: null });
    // Of a failure this harness gives its model stdout before stderr: a person and the disk keep the order.
    expect(sentTexts(session)).toEqual(['Exit code 3\nO1\nO2\nE1\nE2']);
    await workbench.dispose();
  });

  test('rows 14 and 16: NUL and colours stay in the stored bytes and never reach the model', async () => {
    const { workbench } = await openTestBench([calls(bash('bytes')), say('done')], {
      commands: async (_command, io) => {
        await io.write('stdout', 'a\0b \u001b[31mred\u001b[0m \u001b]0;t\u0007x\n');
        return 0;
      },
    });
    const session = await workbench.createSession();
    await session.send('go');
    expect(textOf(await outputBytes(session, '1.1.0'))).toBe(
      'a\0b \u001b[31mred\u001b[0m \u001b]0;t\u0007x\n',
    );
    expect(sentTexts(session)).toEqual(['a␀b red x\n']);
    await workbench.dispose();
  });

  test('bash calls of one step run one at a time in the order asked', async () => {
    const running: string[] = [];
    const seen: string[] = [];
    const { workbench } = await openTestBench(
      [calls(bash('one', {}, 'a'), bash('two', {}, 'b')), say('done')],
      {
        commands: async (command, io) => {
          running.push(command);
          seen.push([...running].join('+'));
          await new Promise((resolve) => setImmediate(resolve));
          await io.write('stdout', command);
          running.pop();
          return 0;
        },
      },
    );
    const session = await workbench.createSession();
    await session.send('go');
    expect(seen).toEqual(['one', 'two']);
    expect(sentTexts(session)).toEqual(['one', 'two']);
    await workbench.dispose();
  });
});

describe('a process that does not end as it should', () => {
  /** A guest whose next run is this process. */
  async function withProcess(process: Partial<GuestProcess>) {
    const timers = new ManualTimers();
    const bench = await openTestBench([calls(bash('sleep 60 & echo done')), say('done')], {
      after: timers.after,
    });
    const session = await bench.workbench.createSession();
    await session.ensureGuest();
    const guest = bench.guest();
    guest.nextRun = { ...guest.run('true'), ...process };
    return { ...bench, session, timers };
  }

  async function* doneAndThenNothing(): AsyncGenerator<OutputChunk> {
    yield { stream: 'stdout', bytes: new TextEncoder().encode('done\n') };
    await new Promise<never>(() => {});
  }

  test('row 42: a child that holds the output open does not hold the call', async () => {
    const { session, timers } = await withProcess({
      output: doneAndThenNothing(),
      exit: Promise.resolve({ kind: 'exited', code: 0 }),
    });
    const turn = session.send('go');
    await until(() => session.live('1.1.0')?.totalBytes === 5 && timers.waits.includes(250));
    timers.advance(250);
    await until(() => recordsOf(session).length === 1 || timers.waits.includes(250));
    timers.advance(250);
    await turn;
    const record = recordOf(session, '1.1.0');
    expect(record.outcome).toEqual({ status: 'ok', exitCode: 0 });
    expect(record.notes).toEqual([{ code: 'child-still-running' }]);
    expect(textOf(await outputBytes(session, '1.1.0'))).toBe('done\n');
    expect(sentTexts(session)[0]).toMatch(/^done\n/);
    expect(sentTexts(session)[0]).toMatch(/still running/);
  });

  test('a stop that the guest does not confirm is said, and a new guest takes over', async () => {
    const signals: string[] = [];
    const { session, timers, guests } = await withProcess({
      output: doneAndThenNothing(),
      exit: new Promise(() => {}),
      notes: new Promise(() => {}),
      signal: async (signal) => {
        signals.push(signal);
        return false;
      },
    });
    const turn = session.send('go');
    await until(() => timers.waits.includes(120_000));
    timers.advance(120_000);
    await until(() => timers.waits.includes(80));
    timers.advance(160);
    await until(() => {
      timers.advance(80);
      return recordsOf(session).length === 1;
    });
    await turn;
    expect(signals).toEqual(['SIGTERM', 'SIGKILL']);
    expect(recordOf(session, '1.1.0').outcome).toEqual({
      status: 'timeout',
      timeoutMs: 120_000,
      signal: 'SIGKILL',
      unconfirmedStop: true,
    });
    expect(guests.map((guest) => guest.disposed)).toEqual([true]);
    expect(session.guestStatus).toEqual({ kind: 'dead', message: 'A command could not be stopped.' });
  });
});
