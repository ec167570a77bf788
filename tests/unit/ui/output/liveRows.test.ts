import { expect, test } from 'vitest';
import type { LiveOutput } from '../../../../src/agent/index.ts';
import { liveRows } from '../../../../src/ui/output/liveRows.ts';
import { plainText } from '../../../../src/ui/output/spans.ts';

function live(tail: LiveOutput['tail'], lines: number): LiveOutput {
  return { key: '1.1.0', startedAtMs: 0, timeoutMs: null, totalBytes: 0, lines, tail };
}
const shown = (output: LiveOutput, count: number) =>
  liveRows(output, count)
    .rows(0, count)
    .map((row) => [row.margin, row.mark, plainText(row.spans)]);

test('the last lines are shown with their true numbers, an unfinished one too', () => {
  expect(shown(live([{ stream: 'stdout', text: 'a\nb\nc\nd' }], 104), 3)).toEqual([
    ['102', '', 'b'],
    ['103', '', 'c'],
    ['104', '', 'd'],
  ]);
  expect(shown(live([{ stream: 'stdout', text: 'a\nb\n' }], 2), 3)).toEqual([
    ['1', '', 'a'],
    ['2', '', 'b'],
  ]);
});

test('a line that two streams wrote stays one line and says that stderr took part', () => {
  const tail: LiveOutput['tail'] = [
    { stream: 'stdout', text: 'out ' },
    { stream: 'stderr', text: 'err\n' },
    { stream: 'stdout', text: 'next' },
  ];
  expect(shown(live(tail, 2), 5)).toEqual([
    ['1', 'err', 'out err'],
    ['2', '', 'next'],
  ]);
});

test('nothing written yet is no row', () => {
  expect(shown(live([], 0), 5)).toEqual([]);
});
