import type { LiveOutput } from '../../agent/index.ts';
import { ansiSpans } from './ansiSpans.ts';
import { MemoryRows } from './memoryRows.ts';
import { PLAIN_SGR } from './sgr.ts';
import type { Row } from './spans.ts';

/** Characters looked at per wanted row; a longer line is shown in part while it runs. */
const ROW_CHARACTERS = 400;

interface Line {
  runs: { text: string; className: string }[];
}

/** The last rows of a running command's output, painted. Costs the rows shown, not the tail held. */
export function liveRows(live: LiveOutput, count: number): MemoryRows {
  const budget = count * ROW_CHARACTERS;
  const lines: Line[] = [{ runs: [] }];
  let taken = 0;
  for (let at = live.tail.length - 1; at >= 0 && taken < budget && lines.length <= count + 1; at--) {
    const run = live.tail[at];
    if (!run) break;
    const className = run.stream === 'stderr' ? 'stderr' : '';
    const parts = run.text.slice(-(budget - taken)).split('\n');
    taken += run.text.length;
    for (let part = parts.length - 1; part >= 0; part--) {
      const text = parts[part] ?? '';
      if (text !== '') lines[0]?.runs.unshift({ text, className });
      if (part > 0) lines.unshift({ runs: [] });
    }
  }
  // The end of a line that is complete opens an empty one; it is no row yet.
  if (lines.at(-1)?.runs.length === 0) lines.pop();
  const shown = lines.slice(-count);
  const firstNumber = live.lines - shown.length + 1;
  const rows: Row[] = shown.map((line, at) => {
    const stderr = line.runs.some((run) => run.className === 'stderr');
    return {
      margin: String(Math.max(1, firstNumber + at)),
      mark: stderr ? 'err' : '',
      className: stderr ? 'row-stderr' : '',
      spans: ansiSpans(
        line.runs.map((run) => ({ ...run, text: run.text.replace(/\r$/, '') })),
        PLAIN_SGR,
      ).spans,
    };
  });
  return new MemoryRows(rows, String(live.lines).length);
}
