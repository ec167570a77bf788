import { checkNumber, invalidArgType, outOfRange } from '../../nodeErrors/argumentErrors.ts';
import { nodeError } from '../../nodeErrors/nodeError.ts';

/** `readUInt16LE` and its like, for `Buffer.prototype`. */

type Bytes = Uint8Array;
type Method = (this: Bytes, ...args: never[]) => unknown;

export function outsideBuffer(name?: string): Error {
  const message = name
    ? `"${name}" is outside of buffer bounds`
    : 'Attempt to access memory outside buffer bounds';
  return nodeError(RangeError, 'ERR_BUFFER_OUT_OF_BOUNDS', message);
}

function boundsError(value: unknown, last: number, name = 'offset'): Error {
  if (typeof value === 'number' && Math.floor(value) !== value) return outOfRange(name, 'an integer', value);
  if (last < 0) return outsideBuffer();
  return outOfRange(name, `>= ${name === 'offset' ? 0 : 1} and <= ${last}`, value);
}

function checkPlace(bytes: Bytes, offset: unknown, width: number): asserts offset is number {
  checkNumber(offset, 'offset');
  if (bytes[offset] === undefined || bytes[offset + width - 1] === undefined) {
    throw boundsError(offset, bytes.length - width);
  }
}

function checkWidth(width: unknown): asserts width is number {
  checkNumber(width, 'byteLength');
  if (!Number.isInteger(width) || width < 1 || width > 6) throw boundsError(width, 6, 'byteLength');
}

function readUnsigned(bytes: Bytes, offset: number, width: number, little: boolean): number {
  let value = 0;
  for (let at = 0; at < width; at++)
    value = value * 256 + (bytes[offset + (little ? width - 1 - at : at)] ?? 0);
  return value;
}

function toSigned(value: number, width: number): number {
  const half = 2 ** (8 * width - 1);
  return value >= half ? value - 2 * half : value;
}

function writeNumber(bytes: Bytes, value: number, offset: number, width: number, little: boolean): number {
  let rest = value;
  for (let at = 0; at < width; at++) {
    bytes[offset + (little ? at : width - 1 - at)] = rest;
    rest = Math.floor(rest / 256);
  }
  return offset + width;
}

function checkValue(value: number, width: number, signed: boolean): void {
  const [min, max] = signed ? [-(2 ** (8 * width - 1)), 2 ** (8 * width - 1) - 1] : [0, 2 ** (8 * width) - 1];
  if (!(value > max || value < min)) return;
  let range = `>= ${min} and <= ${max}`;
  if (width > 4) {
    const half = 8 * width - 1;
    range = signed ? `>= -(2 ** ${half}) and < 2 ** ${half}` : `>= 0 and < 2 ** ${8 * width}`;
  }
  throw outOfRange('value', range, value);
}

const scratch = new DataView(new ArrayBuffer(8));

function floats(width: 4 | 8, little: boolean): readonly [Method, Method] {
  return [
    function (this: Bytes, offset: number = 0) {
      checkPlace(this, offset, width);
      for (let at = 0; at < width; at++) scratch.setUint8(at, this[offset + at] ?? 0);
      return width === 4 ? scratch.getFloat32(0, little) : scratch.getFloat64(0, little);
    },
    function (this: Bytes, value: number, offset: number = 0) {
      const number = +value;
      checkPlace(this, offset, width);
      if (width === 4) scratch.setFloat32(0, number, little);
      else scratch.setFloat64(0, number, little);
      for (let at = 0; at < width; at++) this[offset + at] = scratch.getUint8(at);
      return offset + width;
    },
  ];
}

function bigInts(signed: boolean, little: boolean): readonly [Method, Method] {
  const [min, max] = signed ? [-(2n ** 63n), 2n ** 63n - 1n] : [0n, 2n ** 64n - 1n];
  return [
    function (this: Bytes, offset: number = 0) {
      checkPlace(this, offset, 8);
      for (let at = 0; at < 8; at++) scratch.setUint8(at, this[offset + at] ?? 0);
      return signed ? scratch.getBigInt64(0, little) : scratch.getBigUint64(0, little);
    },
    function (this: Bytes, value: bigint, offset: number = 0) {
      if (typeof value !== 'bigint') {
        // Node compares first and so fails in the words of the engine.
        throw new TypeError('Cannot mix BigInt and other types, use explicit conversions');
      }
      if (value > max || value < min) {
        const range = signed ? '>= -(2n ** 63n) and < 2n ** 63n' : '>= 0n and < 2n ** 64n';
        throw outOfRange('value', range, value);
      }
      checkPlace(this, offset, 8);
      if (signed) scratch.setBigInt64(0, value, little);
      else scratch.setBigUint64(0, value, little);
      for (let at = 0; at < 8; at++) this[offset + at] = scratch.getUint8(at);
      return offset + 8;
    },
  ];
}

function integers(width: number, signed: boolean, little: boolean): readonly [Method, Method] {
  return [
    function (this: Bytes, offset: number = 0) {
      checkPlace(this, offset, width);
      const value = readUnsigned(this, offset, width, little);
      return signed ? toSigned(value, width) : value;
    },
    function (this: Bytes, value: number, offset: number = 0) {
      const number = +value;
      if (width === 1) checkNumber(offset, 'offset');
      checkValue(number, width, signed);
      checkPlace(this, offset, width);
      return writeNumber(this, Math.trunc(number) || 0, offset, width, little);
    },
  ];
}

function widths(signed: boolean, little: boolean): readonly [Method, Method] {
  return [
    function (this: Bytes, offset: number, byteLength: number) {
      if (offset === undefined) throw invalidArgType('offset', 'number', offset);
      checkWidth(byteLength);
      checkPlace(this, offset, byteLength);
      const value = readUnsigned(this, offset, byteLength, little);
      return signed ? toSigned(value, byteLength) : value;
    },
    function (this: Bytes, value: number, offset: number, byteLength: number) {
      checkWidth(byteLength);
      const number = +value;
      if (byteLength === 1) checkNumber(offset, 'offset');
      checkValue(number, byteLength, signed);
      checkPlace(this, offset, byteLength);
      return writeNumber(this, Math.trunc(number) || 0, offset, byteLength, little);
    },
  ];
}

/** All of them by name, each unsigned one in both spellings. */
export function numberMethods(): Record<string, Method> {
  const methods: Record<string, Method> = {};
  const add = (name: string, [read, write]: readonly [Method, Method]) => {
    for (const spelling of new Set([name, name.replace('UInt', 'Uint')])) {
      methods[`read${spelling}`] = Object.defineProperty(read, 'name', {
        value: `read${name}`,
        configurable: true,
      });
      methods[`write${spelling}`] = Object.defineProperty(write, 'name', {
        value: `write${name}`,
        configurable: true,
      });
    }
  };
  for (const signed of [false, true]) {
    const kind = signed ? 'Int' : 'UInt';
    add(`${kind}8`, integers(1, signed, true));
    for (const [order, little] of [
      ['LE', true],
      ['BE', false],
    ] as const) {
      add(`${kind}16${order}`, integers(2, signed, little));
      add(`${kind}32${order}`, integers(4, signed, little));
      add(`${kind}${order}`, widths(signed, little));
      add(`Big${kind}64${order}`, bigInts(signed, little));
    }
  }
  for (const [order, little] of [
    ['LE', true],
    ['BE', false],
  ] as const) {
    add(`Float${order}`, floats(4, little));
    add(`Double${order}`, floats(8, little));
  }
  return methods;
}
