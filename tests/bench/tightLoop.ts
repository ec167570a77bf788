/** Integers and floats in one loop, as a program's hot function has them. Stands alone: `node` is given its text. */
export function tightLoop(rounds: number): number {
  let hash = 17;
  let sum = 0;
  for (let index = 0; index < rounds; index++) {
    hash = (Math.imul(hash, 31) + index) | 0;
    sum += (hash & 1023) * 0.5;
  }
  return sum;
}
