import type { Gunzip, Inflate } from 'fflate';

/** How long unpacking may take, by a clock that its caller has (milliseconds of any beginning). */
export interface TimeBound {
  readonly now: () => number;
  readonly maxMs: number;
}

/**
 * Unpacked in small pieces, so that what a bomb makes is seen before it is kept, and the clock is looked at between them.
 * `null` for what is no deflate.
 */
export function inflateBounded(
  bytes: Uint8Array,
  maxBytes: number,
  Unpacker: typeof Inflate | typeof Gunzip,
  time: TimeBound | null = null,
): Uint8Array | 'too-large' | 'too-slow' | null {
  const endsAtMs = time === null ? Number.POSITIVE_INFINITY : time.now() + time.maxMs;
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
      if (time !== null && time.now() > endsAtMs) return 'too-slow';
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
