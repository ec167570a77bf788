/** How a clamp note gives a time: as the tool's own catalog, or in the unit of a host's timeout parameter. */
export type TimeoutUnit = 'plain' | 'milliseconds' | 'seconds';

/** `0.5 s`, `61 s`, `2 min 5 s`: of a status line and of the note about an abort. */
export function durationWords(ms: number): string {
  if (ms < 10_000) return `${Math.round(ms / 100) / 10} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 120) return `${seconds} s`;
  const rest = seconds % 60;
  return `${Math.floor(seconds / 60)} min${rest === 0 ? '' : ` ${rest} s`}`;
}

/** `999 B`, `183.7 KB`, `10.5 MB`: base 1,000, one decimal where it is not 0, no larger unit. */
export function byteWords(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 100) / 10} KB`;
  return `${Math.round(bytes / 100_000) / 10} MB`;
}

export function timeoutWords(ms: number, unit: TimeoutUnit): string {
  switch (unit) {
    case 'plain':
      return durationWords(ms);
    case 'milliseconds':
      return `${ms} milliseconds`;
    case 'seconds':
      return `${ms / 1_000} seconds`;
  }
}
