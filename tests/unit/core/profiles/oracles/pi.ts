import { bytesOf, lastBytes } from './bytes.ts';

export interface PiRun {
  readonly newer?: boolean;
  readonly maxLines?: number;
  readonly maxBytes?: number;
  readonly exitCode?: number;
  readonly path: string | null;
}

const size = (n: number) =>
  n < 1024 ? `${n}B` : n < 1048576 ? `${(n / 1024).toFixed(1)}KB` : `${(n / 1048576).toFixed(1)}MB`;

/** Pi's bash result over the whole text, by protocols.md §2. */
export function piOracle(text: string, run: PiRun): string {
  const { newer = false, maxLines = 2000, maxBytes = 51200, exitCode = 0 } = run;
  let lines = text.split('\n');
  if (newer && (text === '' || text.endsWith('\n'))) lines = lines.slice(0, -1);
  const exit = exitCode === 0 ? '' : `\n\nCommand exited with code ${exitCode}`;
  if (lines.length <= maxLines && bytesOf(text) <= maxBytes) return (text || '(no output)') + exit;
  const total = lines.length;
  let kept: string[] = [];
  let byBytes = false;
  for (let at = total - 1; at >= 0 && kept.length < maxLines; at--) {
    const more = [lines[at] ?? '', ...kept];
    if (bytesOf(more.join('\n')) > maxBytes) {
      byBytes = true;
      break;
    }
    kept = more;
  }
  const where = `Full output: ${run.path ?? 'undefined'}]`;
  if (kept.length === 0) {
    const line = lines[total - 1] ?? '';
    const end = lastBytes(line, maxBytes);
    return `${end}\n\n[Showing last ${size(bytesOf(end))} of line ${total} (line is ${size(bytesOf(line))}). ${where}${exit}`;
  }
  const limit = byBytes ? ` (${size(maxBytes)} limit)` : '';
  const shown = kept.join('\n') || '(no output)';
  return `${shown}\n\n[Showing lines ${total - kept.length + 1}-${total} of ${total}${limit}. ${where}${exit}`;
}
