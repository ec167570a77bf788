/** Plain helpers over whole texts, for oracles that share nothing with the profiles. */
export const bytesOf = (text: string) => Buffer.byteLength(text, 'utf8');

/** The first `max` bytes, without what is left of a torn character at their end. */
export function firstBytes(text: string, max: number): string {
  const bytes = Buffer.from(text, 'utf8');
  let end = Math.min(max, bytes.length);
  while (end > 0 && end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end).toString('utf8');
}

/** The last `max` bytes, moved forward to the start of a character. */
export function lastBytes(text: string, max: number): string {
  const bytes = Buffer.from(text, 'utf8');
  let start = Math.max(bytes.length - max, 0);
  while (start < bytes.length && ((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
  return bytes.subarray(start).toString('utf8');
}
