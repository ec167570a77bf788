/** KiB to one decimal with a trailing `.0` dropped, MB from 1 MiB up, plain bytes under 1 KiB. */
export function sizeWords(units: number): string {
  if (units < 1024) return `${units} bytes`;
  if (units < 1024 * 1024) return `${oneDecimal(units / 1024)}KB`;
  return `${oneDecimal(units / (1024 * 1024))}MB`;
}

/** `500ms`, `4s`, `1.5s`, `2m 0s`, `1h 0m 0s`. */
export function durationWords(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)}ms`;
  if (ms < 60_000) return `${oneDecimal(Math.min(ms, 59_900) / 1000)}s`;
  const seconds = Math.round(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  const rest = `${seconds % 60}s`;
  if (minutes < 60) return `${minutes}m ${rest}`;
  return `${Math.floor(minutes / 60)}h ${minutes % 60}m ${rest}`;
}

/** `1 file`, `2 files`. */
export function countWords(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

function oneDecimal(value: number): string {
  return value.toFixed(1).replace(/\.0$/, '');
}
