import { checkFunction, invalidArgType, outOfRange } from '../../nodeErrors/argumentErrors.ts';
import type { NodeSystem } from '../../system.ts';
import { Buffer } from '../buffer/construct.ts';

const mostBytes = 2 ** 31 - 1;

/** Everything random comes from the system's seed. */
export function createRandomFunctions(system: NodeSystem) {
  const later = (callback: unknown, action: () => unknown) => {
    checkFunction(callback, 'callback');
    const release = system.loop.hold();
    system.loop.enqueue(() => {
      release();
      callback(null, action());
    });
  };

  function checkSize(size: unknown, name = 'size', max = mostBytes): asserts size is number {
    if (typeof size !== 'number') throw invalidArgType(name, 'number', size);
    if (!Number.isInteger(size) || size < 0 || size > max) throw outOfRange(name, `>= 0 && <= ${max}`, size);
  }

  function bytes(size: number): Buffer {
    const made = Buffer.alloc(size);
    system.random.fill(made);
    return made;
  }

  function randomBytes(size: unknown, callback?: unknown): Buffer | undefined {
    checkSize(size);
    if (callback === undefined) return bytes(size);
    later(callback, () => bytes(size));
    return undefined;
  }

  function randomFillSync<Target>(target: Target, offset?: unknown, size?: unknown): Target {
    const kinds = ['ArrayBuffer', 'ArrayBufferView'];
    const view =
      target instanceof ArrayBuffer
        ? new Uint8Array(target)
        : ArrayBuffer.isView(target)
          ? new Uint8Array(target.buffer, target.byteOffset, target.byteLength)
          : null;
    if (!view) throw invalidArgType('buf', kinds, target);
    const unit = (target as { BYTES_PER_ELEMENT?: number }).BYTES_PER_ELEMENT ?? 1;
    const from = offset === undefined ? 0 : (offset as number) * unit;
    if (offset !== undefined) checkSize(offset, 'offset', view.length);
    const count = size === undefined ? view.length - from : (size as number) * unit;
    checkSize(count, 'size', view.length - from);
    system.random.fill(view.subarray(from, from + count));
    return target;
  }

  function randomFill(target: unknown, ...rest: unknown[]): void {
    const callback = rest.pop();
    later(callback, () => randomFillSync(target, rest[0], rest[1]));
  }

  /** `[min,] max [, callback]`; every number equally likely. */
  function randomInt(...args: unknown[]): number | undefined {
    const callback = typeof args.at(-1) === 'function' ? args.pop() : undefined;
    const [min, max] = args.length > 1 ? args : [0, args[0]];
    if (!Number.isSafeInteger(min)) throw invalidArgType('min', 'a safe integer', min);
    if (!Number.isSafeInteger(max)) throw invalidArgType('max', 'a safe integer', max);
    const [low, high] = [min as number, max as number];
    if (high <= low) throw outOfRange('max', `greater than the value of "min" (${low})`, high);
    const range = high - low;
    if (!(range <= 2 ** 48 - 1)) throw outOfRange('max - min', `<= ${2 ** 48 - 1}`, range);
    const limit = 2 ** 48 - (2 ** 48 % range);
    const draw = () => {
      for (;;) {
        const value = bytes(6).readUIntBE(0, 6);
        if (value < limit) return low + (value % range);
      }
    };
    if (callback === undefined) return draw();
    later(callback, draw);
    return undefined;
  }

  function randomUUID(): string {
    const made = bytes(16);
    made[6] = ((made[6] ?? 0) & 0x0f) | 0x40;
    made[8] = ((made[8] ?? 0) & 0x3f) | 0x80;
    return made.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  }

  function getRandomValues<Target>(target: Target): Target {
    if (
      !ArrayBuffer.isView(target) ||
      target instanceof Float32Array ||
      target instanceof Float64Array ||
      target instanceof DataView
    ) {
      throw new DOMException('The data argument must be an integer-type TypedArray', 'TypeMismatchError');
    }
    if (target.byteLength > 65536) {
      const message = `The requested length exceeds 65,536 bytes`;
      throw new DOMException(message, 'QuotaExceededError');
    }
    return randomFillSync(target);
  }

  return {
    randomBytes,
    pseudoRandomBytes: randomBytes,
    randomFillSync,
    randomFill,
    randomInt,
    randomUUID,
    getRandomValues,
  };
}
