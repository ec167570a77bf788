import type { FilmItem, RecordKey } from '../../core/index.ts';
import type { Row } from './transcript.ts';

/** How a film takes a row. */
export function filmItemOfRow(row: Row): FilmItem {
  switch (row.kind) {
    case 'call':
      return { kind: 'call', durationMs: row.record?.durationMs ?? null };
    case 'note':
      return { kind: 'note' };
    case 'user':
    case 'said':
      return { kind: 'words', units: row.text.length };
  }
}

/** The last call of the step that a call belongs to: a step is run as a whole. */
export function lastCallOfStep(rows: readonly Row[], key: RecordKey): RecordKey {
  const step = key.slice(0, key.lastIndexOf('.') + 1);
  const last = rows.findLast((row) => row.kind === 'call' && row.key.startsWith(step));
  return last?.kind === 'call' ? last.key : key;
}
