import type { Gunzip, Inflate } from 'fflate';

/** Unpacked in small pieces, so that what a bomb makes is seen before it is kept. `null` for what is no deflate. */
export function inflateBounded(
  bytes: Uint8Array,
  maxBytes: number,
  Unpacker: typeof Inflate | typeof Gunzip,
): Uint8Array | 'too-large' | null {
  const pieces: Uint8Array[] = [];
  let size = 0;
  let ended = false;
  const inflate = new Unpacker((piece, final) => {
    size += piece.length;
    if (size <= maxBytes) pieces.push(piece);
    ended ||= final;
  });
  try {
    for (let at = 0; at < bytes.length && size <= maxBytes; at += inflateStepBytes) {
      const end = Math.min(at + inflateStepBytes, bytes.length);
      inflate.push(bytes.subarray(at, end), end === bytes.length);
    }
  } catch {
    return null;
  }
  if (size > maxBytes) return 'too-large';
  if (!ended) return null;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Deflate makes at most 1,032 bytes of one: at most 4 MiB per step. */
const inflateStepBytes = 4096;
