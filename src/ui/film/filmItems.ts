import type { FilmItem, TranscriptEntry } from '../../core/index.ts';

/** How a film takes an entry of a transcript. */
export function filmItemOf(entry: TranscriptEntry): FilmItem {
  if (entry.kind === 'call') return { kind: 'call', durationMs: entry.durationMs };
  if (entry.kind === 'note' || entry.kind === 'raw') return { kind: 'note' };
  return { kind: 'words', units: entry.text.length };
}
