import { seededBytes } from '../files/index.ts';
import type { NodeRandom } from './system.ts';

/** The numbers of `seed`, other ones for each process. */
export function createRandom(seed: number, pid: number): NodeRandom {
  const byte = seededBytes((seed ^ 0x2545f491) + Math.imul(pid, 0x9e3779b9));
  // Bytes of a fresh xorshift follow the seed's bits too closely.
  for (let index = 0; index < 16; index++) byte();
  return {
    fill(bytes) {
      for (let index = 0; index < bytes.length; index++) bytes[index] = byte();
    },
    next() {
      let value = 0;
      for (let index = 0; index < 6; index++) value = value * 256 + byte();
      return value / 2 ** 48;
    },
  };
}
