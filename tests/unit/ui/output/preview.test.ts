import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LiveOutput } from '../../../../src/agent/index.ts';
import { truncationWords } from '../../../../src/ui/conversation/callWords.ts';
import { liveRows } from '../../../../src/ui/output/liveRows.ts';
import { outputPreview } from '../../../../src/ui/output/outputSource.ts';
import { plainText } from '../../../../src/ui/output/spans.ts';
import { call, calls, say } from '../../../hosts/fakes/fakeModel.ts';
import { openTestBench, recordOf } from '../../../hosts/fakes/testBench.ts';

/** What a folded card shows of a command that printed `text`: number and text of each row. */
async function foldedCard(text: string) {
  const { workbench } = await openTestBench([calls(call('Bash', { command: 'build' })), say('done')], {
    commands: async (_command, io) => {
      await io.write('stdout', text);
      return 0;
    },
  });
  const session = await workbench.createSession();
  await session.send('go');
  const record = recordOf(session, '1.1.0');
  const { ranges } = await session.seen('1.1.0');
  const preview = await outputPreview(session, record, ranges, 12, 24);
  const rows = preview.rows.rows(0, preview.rows.totalRows);
  const state = session.state.turns[0]?.steps[0]?.calls[0];
  const card = {
    rows: rows.map((row) => [row.margin, plainText(row.spans)]),
    seenRows: rows.filter((row) => row.className.includes('row-seen')).length,
    whole: preview.whole,
    lines: record.output.lines,
    truncated: state === undefined ? null : truncationWords(state),
  };
  await workbench.dispose();
  return card;
}

const redraws = Array.from({ length: 100 }, (_, at) => `\r${at + 1}%`).join('');

describe('a folded card', () => {
  test('row 10: ends with the error, says that the model did not get it, and marks no row as seen', async () => {
    const card = await foldedCard(`${'ok\n'.repeat(20_000)}error: FAILED\n`);
    expect(card).toEqual({
      rows: [
        ...Array.from({ length: 11 }, (_, at) => [String(19_990 + at), 'ok']),
        ['20001', 'error: FAILED'],
      ],
      seenRows: 0,
      whole: false,
      lines: 20_001,
      truncated: 'The model got 1,997 of 60,014 characters. The whole is saved.',
    });
  });

  test('row 10: of a short output ends with the error and carries no mark, since the model has it', async () => {
    const card = await foldedCard(`${'ok\n'.repeat(100)}error: FAILED\n`);
    expect(card.rows.at(-1)).toEqual(['101', 'error: FAILED']);
    expect([card.rows.length, card.seenRows, card.truncated]).toEqual([12, 12, null]);
  });

  test('row 17: shows a progress bar as one row in its last state', async () => {
    const bar = { seenRows: 1, whole: true, lines: 1, truncated: null };
    expect(await foldedCard(redraws)).toEqual({ ...bar, rows: [['1', '100%']] });
    expect(await foldedCard(`${redraws}\n`)).toEqual({ ...bar, rows: [['1', '100%']] });
    expect(await foldedCard(`${redraws}\r\n`)).toEqual({ ...bar, rows: [['1', '100%']] });
  });

  test('row 17: shows the last state of a bar of any number of redraws', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1_000 }),
        fc.integer({ min: 1, max: 300 }),
        fc.constantFrom('', '\n', '\r\n', '\r'),
        async (count, width, end) => {
          const bar = `${`\r${'#'.repeat(width)}`.repeat(count)}\r\x1b[Kdone${end}`;
          expect((await foldedCard(bar)).rows).toEqual([['1', 'done']]);
        },
      ),
      {
        numRuns: 60,
        examples: [
          [102, 79, '\n'],
          [103, 79, '\n'],
        ],
      },
    );
  });

  test('row 17: a bar between lines keeps their numbers and takes no row from them', async () => {
    const bar = `${`\r${'#'.repeat(79)}`.repeat(300)}\n`;
    const { rows } = await foldedCard(`start\n${bar}${bar}end\n`);
    expect(rows).toEqual([
      ['1', 'start'],
      ['2', '#'.repeat(79)],
      ['3', '#'.repeat(79)],
      ['4', 'end'],
    ]);
  });
});

test('row 17: a running progress bar is one row in its last state', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20_000 }), (count) => {
      const text = Array.from({ length: count }, (_, at) => `\r${at + 1} of ${count}`).join('');
      const tail: LiveOutput['tail'] = [{ stream: 'stdout', text }];
      const live = {
        key: '1.1.0',
        startedAtMs: 0,
        timeoutMs: null,
        totalBytes: text.length,
        lines: 1,
        tail,
      } as const;
      const rows = liveRows(live, 12).rows(0, 12);
      expect(rows.map((row) => [row.margin, plainText(row.spans)])).toEqual([['1', `${count} of ${count}`]]);
    }),
    { numRuns: 30 },
  );
});
