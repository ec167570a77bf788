const grouped = (value: number) => value.toLocaleString('en-US');

export interface PreviewOracle {
  readonly preview: string;
  /** Bytes of the tail with its marker, and where the head ends: what the windows must hold for the preview's end. */
  readonly tailBytes: number;
  readonly headEnd: number;
}

/** The preview of PR #6234 in its plainest form, over the whole text: lines split, bytes cut from a Buffer. */
export function previewByRule(text: string, maxLines: number, cap: number): PreviewOracle {
  const lines = text.split('\n');
  const totalBytes = Buffer.byteLength(text, 'utf8');
  const head = Math.min(100, Math.floor(maxLines * 0.67));
  const tail = Math.min(50, maxLines - head);
  const tailLines = lines.length > head + tail ? lines.slice(tail === 0 ? 0 : lines.length - tail) : [];
  const omitted = lines.length - head - tailLines.length;
  const headText = lines.slice(0, head).join('\n');
  const marker = `\n\n... ${grouped(omitted)} lines omitted (${grouped(totalBytes)} bytes total) ...`;
  const tailText = tailLines.length > 0 ? `\n\n${tailLines.join('\n')}` : '';
  const joined = omitted > 0 ? headText + marker + tailText : headText;
  const bytes = Buffer.from(joined, 'utf8');
  const facts = {
    tailBytes: omitted > 0 ? Buffer.byteLength(marker + tailText, 'utf8') : 0,
    headEnd: headText.length,
  };
  if (bytes.length <= cap) return { preview: joined, ...facts };
  const start = bytes.subarray(0, Math.floor(cap * 0.6)).toString('utf8');
  const endBytes = Math.floor(cap * 0.3);
  const end = (endBytes === 0 ? bytes : bytes.subarray(bytes.length - endBytes)).toString('utf8');
  return {
    preview: `${start}\n\n... preview truncated (${grouped(totalBytes)} bytes total) ...\n\n${end}`,
    ...facts,
  };
}

export function noticeByRule(text: string, path: string): string {
  const bytes = Buffer.byteLength(text, 'utf8');
  const capped =
    bytes > 10_485_760 ? '\nNote: Output was capped at 10,485,760 bytes due to size limits.' : '';
  return `\n\n<truncation_notice>\nWARNING: Output was truncated. The preview above is INCOMPLETE and may be missing critical data.\nFull output (${grouped(bytes)} bytes, ${grouped(text.split('\n').length)} lines) saved to: ${path}${capped}\nYou MUST read the file to get complete/accurate results. Use Read tool with offset/limit, Grep to search, or bash with jq for JSON.\n</truncation_notice>`;
}
