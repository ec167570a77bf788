import type { DeviceName } from './nodes.ts';
import { posixError } from './posixErrors.ts';

/** What a reader gets of an endless device that asks for no length. */
const endlessBytes = 65_536;
/** Nobody gets more of one at once: a hostile length must not become memory. */
const mostBytes = 16 * 1024 * 1024;

/** `/dev/null` and the terminal are empty; zero and random give `length` bytes. Throws ENXIO of a named pipe. */
export function readDevice(
  device: DeviceName,
  length: number,
  randomByte: () => number,
): Uint8Array<ArrayBuffer> {
  if (device === 'pipe') throw posixError('ENXIO', 'read', '');
  if (device === 'null' || device === 'tty') return new Uint8Array(0);
  const bytes = new Uint8Array(Math.min(mostBytes, Number.isFinite(length) ? length : endlessBytes));
  if (device === 'random') {
    for (let index = 0; index < bytes.length; index++) bytes[index] = randomByte();
  }
  return bytes;
}

/** Bytes that the same seed gives again (xorshift32). Not for secrets. */
export function seededBytes(seed: number): () => number {
  let state = seed | 0 || 0x9e3779b9;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state & 0xff;
  };
}
