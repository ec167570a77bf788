import type { TranscriptEntry } from './document.ts';

/** How long each entry stays before the next comes, in milliseconds at the speed at which it happened. */
export function filmTimes(entries: readonly TranscriptEntry[]): readonly number[] {
  return entries.map(timeOf);
}

function timeOf(entry: TranscriptEntry): number {
  switch (entry.kind) {
    case 'user':
      return reading(entry.text, 3_000);
    case 'said':
      return reading(entry.text, entry.reasoning ? 2_000 : 4_000);
    case 'call':
      // As long as it took, within what anybody waits for.
      return shortestMs + Math.min(entry.durationMs ?? 0, 4_000);
    case 'note':
    case 'raw':
      return shortestMs;
  }
}

const shortestMs = 600;
const msPerUnit = 20;
const reading = (text: string, longestMs: number) =>
  shortestMs + Math.min(text.length * msPerUnit, longestMs);
