import { describe, expect, test } from 'vitest';
import { call, calls, say } from '../../hosts/fakes/fakeModel.ts';
import {
  openTestBench,
  outputBytes,
  recordOf,
  sentTexts,
  type TestBench,
  textOf,
  until,
} from '../../hosts/fakes/testBench.ts';

/** One command that prints `chunks` and exits with `exitCode`, run to the end of its turn. */
async function runPrinting(chunks: readonly string[], exitCode = 0) {
  const bench: TestBench = await openTestBench(
    [calls(call('Bash', { command: 'npm run build' })), say('done')],
    {
      commands: async (_command, io) => {
        for (const chunk of chunks) await io.write('stdout', chunk);
        return exitCode;
      },
    },
  );
  const session = await bench.workbench.createSession();
  await session.send('go');
  const record = recordOf(session, '1.1.0');
  return { ...bench, session, record, sent: session.state.turns[0]?.steps[0]?.calls[0]?.sent };
}

/** Lines of `ok` and an error as the last, `units` characters in all. */
function endingInError(units: number): string {
  const end = 'error: FAILED\n';
  return `${'ok\n'.repeat(Math.ceil(units / 3)).slice(-(units - end.length))}${end}`;
}

const redraws = Array.from({ length: 100 }, (_, at) => `\r${at + 1}%`);

describe('an error at the end', () => {
  test('row 10: of a short output reaches the model, which gets all of it', async () => {
    const text = `${'ok\n'.repeat(100)}error: FAILED\n`;
    const { workbench, session, record, sent } = await runPrinting([text]);
    expect(record.output).toMatchObject({ totalBytes: text.length, lines: 101, loss: null });
    expect(textOf(await outputBytes(session, '1.1.0'))).toBe(text);
    expect(sentTexts(session)).toEqual([text]);
    expect(sent?.account).toEqual({
      sourceUnits: text.length,
      seenUnits: text.length,
      omittedUnits: 0,
      harnessUnits: 0,
      whole: true,
    });
    expect(record.savedAs).toBe(null);
    await workbench.dispose();
  });

  test('row 10: at exactly the limit is in the model view, one character over it is on disk and said to be unseen', async () => {
    for (const units of [29_999, 30_000, 30_001]) {
      const text = endingInError(units);
      const { workbench, session, sent } = await runPrinting([text]);
      expect(text.length).toBe(units);
      expect(sentTexts(session)[0]?.includes('error: FAILED')).toBe(units <= 30_000);
      expect(sent?.account.whole).toBe(units <= 30_000);
      expect(textOf(await outputBytes(session, '1.1.0'))).toBe(text);
      await workbench.dispose();
    }
  });

  test('row 10: of a long output is cut by the head preview, which names the file that holds it', async () => {
    const text = endingInError(60_000);
    const { workbench, session, guest, record, sent } = await runPrinting([text]);
    const path = record.savedAs?.path ?? '';
    // 2,000 characters, back to the last newline among them.
    const preview = text.slice(0, text.lastIndexOf('\n', 1_999));
    expect(sentTexts(session)).toEqual([
      `<persisted-output>\nOutput too large (58.6KB). Full output saved to: ${path}\n\nPreview (first 2KB):\n${preview}\n...\n</persisted-output>`,
    ]);
    expect(sent?.account).toMatchObject({
      sourceUnits: 60_000,
      seenUnits: preview.length,
      omittedUnits: 60_000 - preview.length,
      whole: false,
    });
    expect(await session.seen('1.1.0')).toMatchObject({ ranges: [{ start: 0, end: preview.length }] });
    expect(textOf(await guest().fs.read(path))).toBe(text);
    expect(textOf(await outputBytes(session, '1.1.0'))).toBe(text);
    await workbench.dispose();
  });

  test('row 10: the exit code of a failed build reaches the model though its last line does not', async () => {
    const { workbench, session, record } = await runPrinting([endingInError(60_000)], 1);
    expect(record.outcome).toEqual({ status: 'failed', exitCode: 1, signal: null });
    expect(sentTexts(session)[0]).toMatch(/exit code 1/i);
    await workbench.dispose();
  });
});

describe('a progress bar', () => {
  test('row 17: is one line, its bytes are exact, and the profile leaves every redraw in the model view', async () => {
    const text = redraws.join('');
    for (const chunks of [redraws, [text], [...text]]) {
      const { workbench, session, record, sent } = await runPrinting(chunks);
      expect(record.output).toMatchObject({ totalBytes: text.length, lines: 1, loss: null });
      expect(textOf(await outputBytes(session, '1.1.0'))).toBe(text);
      expect(sentTexts(session)).toEqual([text]);
      expect(sent?.account.whole).toBe(true);
      await workbench.dispose();
    }
  });

  test('row 17: over the limit is one line still, saved exactly, and its loss in the model view is a fact', async () => {
    const bar = `\r${'#'.repeat(78)}`;
    const text = `${bar.repeat(1_000)}\rdone\n`;
    const { workbench, session, guest, record, sent } = await runPrinting([text]);
    expect(record.output.lines).toBe(1);
    expect(textOf(await guest().fs.read(record.savedAs?.path ?? ''))).toBe(text);
    expect(textOf(await outputBytes(session, '1.1.0'))).toBe(text);
    expect(sentTexts(session)[0]).toContain(text.slice(0, 2_000));
    expect(sent?.account).toMatchObject({ sourceUnits: text.length, seenUnits: 2_000, whole: false });
    await workbench.dispose();
  });

  test('row 17: is one line while it runs, too', async () => {
    let ends = () => {};
    const { workbench } = await openTestBench([calls(call('Bash', { command: 'bar' })), say('done')], {
      commands: async (_command, io) => {
        for (const redraw of redraws) await io.write('stdout', redraw);
        await new Promise<void>((resolve) => {
          ends = resolve;
        });
        return 0;
      },
    });
    const session = await workbench.createSession();
    const turn = session.send('go');
    const { length } = redraws.join('');
    await until(() => session.live('1.1.0')?.totalBytes === length);
    expect(session.live('1.1.0')?.lines).toBe(1);
    ends();
    await turn;
    await workbench.dispose();
  });
});
