import { describe, expect, test } from 'vitest';
import { profileOf, profileRef } from '../../../src/core/index.ts';
import { call, calls, say } from '../../hosts/fakes/fakeModel.ts';
import type { CommandHandler } from '../../hosts/fakes/memoryGuest.ts';
import {
  openTestBench,
  outputBytes,
  recordOf,
  recordsOf,
  sentTexts,
  textOf,
} from '../../hosts/fakes/testBench.ts';

const line = `${'x'.repeat(63)}\n`;

/** `print N`: N bytes in chunks of 64 KiB, on both streams in turn. */
const prints: CommandHandler = async (command, io) => {
  const bytes = Number(command.split(' ')[1]);
  const block = new TextEncoder().encode(line.repeat(1024));
  for (let at = 0; at < bytes && !io.signal.aborted; at += block.length) {
    await io.write('stdout', block.subarray(0, Math.min(block.length, bytes - at)));
  }
  return 0;
};

const print = (bytes: number, id?: string) => call('Bash', { command: `print ${bytes}` }, id);

describe('a saved output', () => {
  test('holds the exact bytes, whether the guest adopts its spool, a part of it, or the store is copied', async () => {
    for (const [adoptable, lost] of [
      [true, 0],
      [false, 0],
      [true, 1],
      [true, 70_000],
      [true, 200_000],
    ] as const) {
      const { workbench, guest } = await openTestBench([calls(print(200_000)), say('done')], {
        commands: prints,
      });
      const session = await workbench.createSession();
      await session.ensureGuest();
      guest().adoptable = adoptable;
      guest().lostSpoolBytes = lost;
      await session.send('go');
      const record = recordOf(session, '1.1.0');
      expect(record.saveError).toBe(null);
      const file = await guest().fs.read(record.savedAs?.path ?? '');
      expect(file.length).toBe(200_000);
      expect(textOf(file)).toBe(textOf(await outputBytes(session, '1.1.0')));
      expect(sentTexts(session)[0]).toContain(`Full output saved to: ${record.savedAs?.path}`);
      await workbench.dispose();
    }
  });

  test('exactly the limit saves nothing, one character more does', async () => {
    const { workbench } = await openTestBench([calls(print(30_000, 'a'), print(30_001, 'b')), say('done')], {
      commands: prints,
    });
    const session = await workbench.createSession();
    await session.send('go');
    expect(recordsOf(session).map((record) => record.savedAs?.bytes ?? null)).toEqual([null, 30_001]);
    await workbench.dispose();
  });

  test('row 27: the log keeps what the model saw and a reference, the bytes are stored once', async () => {
    const { workbench, store } = await openTestBench([calls(print(5_200_000)), say('done')], {
      commands: prints,
    });
    const session = await workbench.createSession();
    await session.send('go');
    expect(store.logText(session.id).length).toBeLessThan(20_000);
    expect(await session.outputSize('1.1.0')).toBe(5_200_000);
    expect(store.blobBytes(session.id)).toBe(0);
    expect(store.persistAsked).toBe(1);
    const { savedAs } = recordOf(session, '1.1.0');
    expect(savedAs?.bytes).toBe(5_200_000);
    expect((await session.stat(savedAs?.path ?? '')).size).toBe(5_200_000);
    expect(sentTexts(session)[0]).toContain(savedAs?.path);
    expect(sentTexts(session)[0]?.length).toBeLessThan(5_000);
    await workbench.dispose();
  });

  test('a failed save is a fact and the model still gets a result', async () => {
    const { workbench, guest } = await openTestBench([calls(print(200_000)), say('done')], {
      commands: prints,
    });
    const session = await workbench.createSession();
    await session.ensureGuest();
    guest().adoptable = false;
    const { fs } = guest();
    fs.write = async () => {
      throw new Error('ENOSPC: no space left');
    };
    await session.send('go');
    const record = recordOf(session, '1.1.0');
    expect(record.savedAs).toBe(null);
    expect(record.saveError).toEqual({
      code: 'SAVE_FAILED',
      phase: 'save',
      message: 'ENOSPC: no space left',
    });
    expect(sentTexts(session)[0]?.length ?? 0).toBeGreaterThan(1000);
    expect(sentTexts(session)[0]?.endsWith('not saved to a file (SAVE_FAILED: ENOSPC: no space left)]')).toBe(
      true,
    );
    expect(session.state.turns[0]?.end?.reason).toBe('done');
    await workbench.dispose();
  });

  test('row 26: at the cap of one command it is stopped and the file ends by saying so', async () => {
    const { workbench, guest, store } = await openTestBench([calls(print(10_000_000)), say('done')], {
      commands: prints,
    });
    await store.setSetting('commandOutputMaxBytes', 1_000_000);
    const session = await workbench.createSession();
    await session.send('go');
    const record = recordOf(session, '1.1.0');
    expect(record.outcome).toMatchObject({
      status: 'error',
      error: { code: 'OUTPUT_CAP' },
      stoppedBy: 'cap',
    });
    expect(record.output.loss).toEqual({ code: 'output-cap', atByte: 1_000_000, lostBytes: null });
    const file = textOf(await guest().fs.read(record.savedAs?.path ?? ''));
    expect(file.slice(1_000_000)).toBe(
      '[saving stopped at byte 1000000: the most that one command may save was reached and the command was stopped]\n',
    );
    expect(file).toBe(textOf(await outputBytes(session, '1.1.0')));
    expect(sentTexts(session)[0]).toContain('saved to');
    expect(session.state.turns[0]?.end?.reason).toBe('done');
    await workbench.dispose();
  });

  test('row 26: the cap of a session counts what earlier calls have stored', async () => {
    const { workbench, guest, store } = await openTestBench(
      [calls(print(600_000, 'a'), print(600_000, 'b')), say('done')],
      { commands: prints },
    );
    await store.setSetting('sessionOutputMaxBytes', 1_000_000);
    const session = await workbench.createSession();
    await session.send('go');
    const [first, second] = recordsOf(session);
    expect(first?.outcome.status).toBe('ok');
    expect(second?.output.loss).toEqual({ code: 'session-cap', atByte: 400_000, lostBytes: null });
    const file = textOf(await guest().fs.read(second?.savedAs?.path ?? ''));
    expect(file.slice(400_000)).toMatch(/^\[saving stopped at byte 400000: .*\]\n$/);
    expect(await session.outputSize('1.1.1')).toBe(file.length);
    expect(sentTexts(session)[1]).toMatch(
      /\nOutput was kept up to 390\.6KB only \(limit for one session\); what came after is lost\.$/,
    );
    await workbench.dispose();
  });

  test('row 12: where the store fails, the command runs on and the loss is a fact', async () => {
    const { workbench, store, guest } = await openTestBench([calls(print(200_000)), say('done')], {
      commands: prints,
    });
    store.faults.outputQuotaBytes = 70_000;
    const session = await workbench.createSession();
    await session.send('go');
    const record = recordOf(session, '1.1.0');
    expect(record.outcome).toEqual({ status: 'ok', exitCode: 0 });
    expect(record.output.totalBytes).toBe(200_000);
    expect(record.output.loss).toEqual({ code: 'store-failed', atByte: 65_536, lostBytes: null });
    // The guest's own copy is whole, so the file is.
    expect((await guest().fs.stat(record.savedAs?.path ?? '')).size).toBe(200_000);
    await workbench.dispose();
  });

  test('of a harness that saves 10 MiB ends there, a halved character replaced', async () => {
    const profile = profileOf({ id: 'opencode-6234' });
    const command = call('bash', { command: 'print' });
    const { workbench, guest } = await openTestBench([calls(command), say('done')], {
      commands: async (_command, io) => {
        await io.write('stdout', new TextEncoder().encode('xx'));
        const block = new TextEncoder().encode('漢'.repeat(100_000));
        for (let written = 0; written < 36; written++) await io.write('stdout', block);
        return 0;
      },
    });
    const session = await workbench.createSession({ profile: profileRef(profile) });
    await session.send('go');
    const { savedAs, output } = recordOf(session, '1.1.0');
    expect(output.totalBytes).toBe(10_800_002);
    const file = await guest().fs.read(savedAs?.path ?? '');
    // 2 + 3 × 3,495,252 = 10,485,758: the next character is halved at 10,485,760.
    expect(savedAs?.bytes).toBe(10_485_761);
    expect(textOf(file)).toBe(`xx${'漢'.repeat(3_495_252)}\uFFFD`);
    expect(sentTexts(session)[0]).toContain(
      'Note: Output was capped at 10,485,760 bytes due to size limits.',
    );
    await workbench.dispose();
  });

  test('row 12: what the guest itself cut is a loss of its own, said in the file and to the model', async () => {
    const { workbench, guest } = await openTestBench([calls(print(40_000)), say('done')], {
      commands: async (command, io) => {
        io.note({ code: 'guest-output-limit', detail: 'sort kept 40 KB of its output' });
        return (await prints(command, io)) ?? 0;
      },
    });
    const session = await workbench.createSession();
    await session.send('go');
    const record = recordOf(session, '1.1.0');
    expect(record.output.loss).toEqual({ code: 'guest-limit', atByte: 40_000, lostBytes: null });
    const file = textOf(await guest().fs.read(record.savedAs?.path ?? ''));
    expect(file.slice(40_000)).toBe(
      "[saving stopped at byte 40000: the guest capped this command's output, the rest is lost]\n",
    );
    expect(file).toBe(textOf(await outputBytes(session, '1.1.0')));
    expect(session.state.turns[0]?.steps[0]?.calls[0]?.sent?.account.whole).toBe(false);
    await workbench.dispose();
  });

  test('row 25: the output of a running command is under no path that it could read itself', async () => {
    const seen: string[] = [];
    const { workbench } = await openTestBench(
      [calls(print(40_000, 'first')), calls(call('Bash', { command: 'spy' }, 'second')), say('done')],
      {
        commands: async (command, io) => {
          if (command !== 'spy') return prints(command, io) ?? 0;
          await io.write('stdout', line.repeat(2000));
          seen.push(...io.fs.getAllPaths().filter((path) => path.includes('tool-results/')));
          return 0;
        },
      },
    );
    const session = await workbench.createSession();
    await session.send('go');
    expect(seen.map((path) => path.split('/').at(-1))).toEqual(['first.txt']);
    expect(recordOf(session, '1.2.0').savedAs?.bytes).toBe(128_000);
    await workbench.dispose();
  });
});
