import { joined } from '../commandOutput.ts';

const isHex = /^[0-9a-fA-F]$/;

/** Bytes of hex digits; what is no digit is passed over. */
function plainBytes(text: string): Uint8Array {
  const digits = text.replace(/[^0-9a-fA-F]/g, '');
  const bytes = new Uint8Array(digits.length >> 1);
  for (let at = 0; at < bytes.length; at++) bytes[at] = Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16);
  return bytes;
}

/** The bytes that one line shows between its address and its characters. */
function bytesOfLine(hex: string, cols: number): number[] {
  const bytes: number[] = [];
  for (let at = 0; at < hex.length && bytes.length < cols; ) {
    if (isHex.test(hex[at]!) && isHex.test(hex[at + 1] ?? '')) {
      bytes.push(Number.parseInt(hex.slice(at, at + 2), 16));
      at += 2;
    } else if (hex[at] === ' ' && hex[at + 1] !== ' ') at++;
    else break;
  }
  return bytes;
}

/**
 * What a dump was made of. Lines say where they belong: gaps are zeros, or what `old`, the file that is
 * patched, has there.
 */
export async function revertDump(
  chunks: AsyncIterable<Uint8Array>,
  isPlain: boolean,
  cols: number,
  shift: number,
  old: Uint8Array | null,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  const text = new TextDecoder('latin1').decode(joined(parts));
  if (isPlain) return plainBytes(text);
  const pieces: { readonly at: number; readonly bytes: number[] }[] = [];
  let size = old?.length ?? 0;
  for (const line of text.split('\n')) {
    const match = /^\s*([0-9a-fA-F]+):? ?(.*)$/.exec(line);
    if (!match) continue;
    const at = Number.parseInt(match[1]!, 16) + shift;
    const bytes = bytesOfLine(match[2]!, cols);
    if (at < 0) continue;
    pieces.push({ at, bytes });
    size = Math.max(size, at + bytes.length);
  }
  const whole = new Uint8Array(size);
  if (old) whole.set(old);
  for (const { at, bytes } of pieces) whole.set(bytes, at);
  return whole;
}
