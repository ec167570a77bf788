/** The rules of `Truncate.output` in their plainest form, over the whole text. */
export interface OracleLimits {
  readonly maxLines: number;
  readonly maxBytes: number;
  readonly direction: 'head' | 'tail';
}

const bytesOf = (text: string) => Buffer.byteLength(text, 'utf8');

export function isOver(text: string, { maxLines, maxBytes }: OracleLimits): boolean {
  return text.split('\n').length > maxLines || bytesOf(text) > maxBytes;
}

/** What is kept, and the marker; null where the text passes untouched. */
export function cutByRule(
  text: string,
  limits: OracleLimits,
): { readonly kept: string; readonly marker: string; readonly keptLines: number } | null {
  if (!isOver(text, limits)) return null;
  const lines = text.split('\n');
  const ordered = limits.direction === 'head' ? lines : lines.toReversed();
  const kept: string[] = [];
  let bytes = 0;
  let unit = 'lines';
  for (const line of ordered) {
    if (kept.length === limits.maxLines) break;
    const cost = bytesOf(line) + (kept.length > 0 ? 1 : 0);
    if (bytes + cost > limits.maxBytes) {
      unit = 'bytes';
      break;
    }
    kept.push(line);
    bytes += cost;
  }
  const removed = unit === 'bytes' ? bytesOf(text) - bytes : lines.length - kept.length;
  if (limits.direction === 'tail') kept.reverse();
  return { kept: kept.join('\n'), marker: `...${removed} ${unit} truncated...`, keptLines: kept.length };
}
