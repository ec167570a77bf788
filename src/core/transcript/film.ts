/** What of an entry decides how long it stays. */
export interface FilmItem {
  /** A call stays as long as it took; what somebody said as long as it takes to read. */
  readonly kind: 'call' | 'words' | 'note';
  /** UTF-16 units. */
  readonly units?: number;
  readonly durationMs?: number | null;
}

const shortestMs = 600;
const msPerUnit = 20;
/** Nobody waits longer for one entry. */
const longestMs = 4_000;

/** How long each entry stays before the next comes, in milliseconds at the speed at which it happened. */
export function filmTimes(items: readonly FilmItem[]): readonly number[] {
  return items.map(({ kind, units = 0, durationMs }) => {
    const ms = kind === 'call' ? (durationMs ?? 0) : kind === 'words' ? units * msPerUnit : 0;
    return shortestMs + Math.min(ms, longestMs);
  });
}
