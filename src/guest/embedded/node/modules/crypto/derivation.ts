import { hkdf as hkdfBytes } from '@noble/hashes/hkdf.js';
import { pbkdf2 as pbkdf2Bytes } from '@noble/hashes/pbkdf2.js';
import { scrypt as scryptBytes } from '@noble/hashes/scrypt.js';
import { checkFunction, checkInteger, checkString } from '../../nodeErrors/argumentErrors.ts';
import { nativeError, nodeError } from '../../nodeErrors/nodeError.ts';
import type { NodeSystem } from '../../system.ts';
import { Buffer } from '../buffer/construct.ts';
import { keyBytes } from './bytes.ts';
import { digestOrThrow } from './hashes.ts';

const mostBytes = 2 ** 31 - 1;
const textKinds = ['string', 'ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'];

interface ScryptOptions {
  readonly N?: number;
  readonly cost?: number;
  readonly r?: number;
  readonly blockSize?: number;
  readonly p?: number;
  readonly parallelization?: number;
  readonly maxmem?: number;
}

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Keys from passwords and from other keys. What has a callback blocks too, but later: there is one thread. */
export function createDerivation(system: NodeSystem) {
  const later = (callback: unknown, action: () => unknown) => {
    checkFunction(callback, 'callback');
    system.loop.enqueue(() => callback(null, action()));
  };

  function preparePbkdf2(
    password: unknown,
    salt: unknown,
    iterations: unknown,
    length: unknown,
    digest: unknown,
  ): () => Buffer {
    checkString(digest, 'digest');
    const [passwordBytes, saltBytes] = [
      keyBytes(password, 'password', undefined, textKinds),
      keyBytes(salt, 'salt', undefined, textKinds),
    ];
    checkRange(iterations, 'iterations', 1);
    checkRange(length, 'keylen', 0);
    const hash = digestOrThrow(digest);
    return () =>
      bufferOf(pbkdf2Bytes(hash as never, passwordBytes, saltBytes, { c: iterations, dkLen: length }));
  }

  function prepareScrypt(
    password: unknown,
    salt: unknown,
    length: unknown,
    options: ScryptOptions = {},
  ): () => Buffer {
    const [passwordBytes, saltBytes] = [
      keyBytes(password, 'password', undefined, textKinds),
      keyBytes(salt, 'salt', undefined, textKinds),
    ];
    checkRange(length, 'keylen', 0);
    const N = options.N ?? options.cost ?? 16384;
    const r = options.r ?? options.blockSize ?? 8;
    const p = options.p ?? options.parallelization ?? 1;
    const maxmem = options.maxmem ?? 32 * 1024 * 1024;
    const isPowerOfTwo = N > 1 && Number.isInteger(Math.log2(N));
    if (!isPowerOfTwo || 128 * N * r > maxmem || r < 1 || p < 1) {
      const message =
        isPowerOfTwo && 128 * N * r > maxmem
          ? 'Invalid scrypt params: memory limit exceeded'
          : 'Invalid scrypt params';
      throw nativeError(RangeError, 'ERR_CRYPTO_INVALID_SCRYPT_PARAMS', message);
    }
    return () =>
      bufferOf(scryptBytes(passwordBytes, saltBytes, { N, r, p, dkLen: length, maxmem: maxmem * 2 }));
  }

  function prepareHkdf(
    digest: unknown,
    key: unknown,
    salt: unknown,
    info: unknown,
    length: unknown,
  ): () => ArrayBuffer {
    checkString(digest, 'digest');
    const parts = [keyBytes(key, 'key'), keyBytes(salt, 'salt'), keyBytes(info, 'info')] as const;
    checkRange(length, 'length', 0);
    const hash = digestOrThrow(digest);
    if (length > 255 * hash.outputLen)
      throw nodeError(RangeError, 'ERR_CRYPTO_INVALID_KEYLEN', 'Invalid key length');
    return () => new Uint8Array(hkdfBytes(hash as never, parts[0], parts[1], parts[2], length)).buffer;
  }

  return {
    pbkdf2Sync: (...args: unknown[]) => preparePbkdf2(args[0], args[1], args[2], args[3], args[4])(),
    pbkdf2(
      password: unknown,
      salt: unknown,
      iterations: unknown,
      length: unknown,
      digest: unknown,
      callback: unknown,
    ) {
      if (typeof digest === 'function') checkString(undefined, 'digest');
      checkFunction(callback, 'callback');
      later(callback, preparePbkdf2(password, salt, iterations, length, digest));
    },
    scryptSync: (password: unknown, salt: unknown, length: unknown, options?: ScryptOptions) =>
      prepareScrypt(password, salt, length, options)(),
    scrypt(password: unknown, salt: unknown, length: unknown, ...rest: unknown[]) {
      const callback = rest.pop();
      checkFunction(callback, 'callback');
      later(callback, prepareScrypt(password, salt, length, rest[0] as ScryptOptions | undefined));
    },
    hkdfSync: (...args: unknown[]) => prepareHkdf(args[0], args[1], args[2], args[3], args[4])(),
    hkdf(digest: unknown, key: unknown, salt: unknown, info: unknown, length: unknown, callback: unknown) {
      checkFunction(callback, 'callback');
      later(callback, prepareHkdf(digest, key, salt, info, length));
    },
  };
}

function checkRange(value: unknown, name: string, min: number): asserts value is number {
  checkInteger(value, name, min, mostBytes);
}
