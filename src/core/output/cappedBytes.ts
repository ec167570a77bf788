/**
 * The first `cap` bytes of a text in UTF-8, with a character that the cut halves replaced by U+FFFD, so that the
 * result may be two bytes over. Bytes that are no UTF-8 are cut as they are.
 */
export function cappedBytes(bytes: Uint8Array, cap: number): Uint8Array {
  if (bytes.length <= cap) return bytes;
  let start = cap;
  while (start > 0 && start > cap - 3 && isContinuation(bytes[start])) start -= 1;
  if (start === cap || isContinuation(bytes[start])) return bytes.subarray(0, cap);
  const capped = new Uint8Array(start + 3);
  capped.set(bytes.subarray(0, start));
  capped.set([0xef, 0xbf, 0xbd], start);
  return capped;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
