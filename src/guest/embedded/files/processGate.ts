/**
 * Whether a process may still use files, in memory that the kernel shares with the file worker: a stop that had to ask
 * the file worker would wait for whatever that is doing, and for two turns of the machine's scheduler.
 */
const isShut = 0;
const isUnderWay = 1;
const words = 2;

export function createGate(): SharedArrayBuffer {
  return new SharedArrayBuffer(words * Int32Array.BYTES_PER_ELEMENT);
}

/**
 * The kernel's side. True where nothing of the process is under way, and so from here on nothing of it has an effect;
 * false where the file worker is at one of its operations and must be asked.
 */
export function shutGate(gate: SharedArrayBuffer): boolean {
  const header = new Int32Array(gate);
  Atomics.store(header, isShut, 1);
  return Atomics.load(header, isUnderWay) === 0;
}

/**
 * The file worker's side: does `work` unless the gate is shut, then answers `otherwise`. It says that it begins before
 * it looks, and the kernel shuts before it looks, so that one of the two sees the other.
 */
export function throughGate<Value>(gate: SharedArrayBuffer, work: () => Value, otherwise: Value): Value {
  const header = new Int32Array(gate);
  Atomics.store(header, isUnderWay, 1);
  try {
    return Atomics.load(header, isShut) === 0 ? work() : otherwise;
  } finally {
    Atomics.store(header, isUnderWay, 0);
  }
}
