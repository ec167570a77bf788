import { checkFunction, checkString, invalidArgType } from '../../nodeErrors/argumentErrors.ts';
import { nativeError, notSupported } from '../../nodeErrors/nodeError.ts';
import type { NodeSystem } from '../../system.ts';
import { callableClass } from '../small/callableClass.ts';
import { unavailableMembers } from '../small/unavailableMembers.ts';
import { dataBytes, encoded, keyBytes } from './bytes.ts';
import { cipherNames, createCipherClasses, getCipherInfo } from './ciphers.ts';
import { createDerivation } from './derivation.ts';
import { digestNames } from './digests.ts';
import { createHashClasses } from './hashes.ts';
import { KeyObject } from './keys.ts';
import { createRandomFunctions } from './random.ts';
import { CryptoKey, createSubtle } from './subtle.ts';

function timingSafeEqual(left: unknown, right: unknown): boolean {
  const [a, b] = [left, right].map((value, index) => {
    if (value instanceof ArrayBuffer) return new Uint8Array(value);
    if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    const message = `The "buf${index + 1}" argument must be an instance of ArrayBuffer, Buffer, TypedArray, or DataView.`;
    throw nativeError(TypeError, 'ERR_INVALID_ARG_TYPE', message);
  }) as [Uint8Array, Uint8Array];
  if (a.length !== b.length) {
    throw nativeError(
      RangeError,
      'ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH',
      'Input buffers must have the same byte length',
    );
  }
  let difference = 0;
  for (let at = 0; at < a.length; at++) difference |= (a[at] ?? 0) ^ (b[at] ?? 0);
  return difference === 0;
}

/** What needs keys of a pair, or a library too large for a page. */
const missing = [
  'checkPrime',
  'checkPrimeSync',
  'createDiffieHellman',
  'createDiffieHellmanGroup',
  'createECDH',
  'createPrivateKey',
  'createPublicKey',
  'createSign',
  'createVerify',
  'diffieHellman',
  'generatePrime',
  'generatePrimeSync',
  'getDiffieHellman',
  'generateKeyPair',
  'generateKeyPairSync',
  'privateDecrypt',
  'privateEncrypt',
  'publicDecrypt',
  'publicEncrypt',
  'sign',
  'setEngine',
  'verify',
  'Certificate',
  'Cipher',
  'Decipher',
  'DiffieHellman',
  'DiffieHellmanGroup',
  'ECDH',
  'Sign',
  'Verify',
  'X509Certificate',
];

export function createCrypto(system: NodeSystem): object {
  const random = createRandomFunctions(system);
  const { Hash, Hmac } = createHashClasses(system);
  const { Cipheriv, Decipheriv } = createCipherClasses(system);
  const subtle = createSubtle(system);

  class Crypto {
    get subtle(): object {
      return subtle;
    }
    getRandomValues<Target>(target: Target): Target {
      return random.getRandomValues(target);
    }
    randomUUID(): string {
      return random.randomUUID();
    }
  }
  const webcrypto = Object.assign(new Crypto());
  Object.defineProperty(webcrypto, 'CryptoKey', { value: CryptoKey, enumerable: false });

  function generateKeySync(type: unknown, options: { readonly length: number }): KeyObject {
    checkString(type, 'type');
    const bytes = new Uint8Array(Math.floor(options.length / 8));
    system.random.fill(bytes);
    return new KeyObject(bytes);
  }

  return {
    ...unavailableMembers('crypto', missing),
    createCipheriv: (name: unknown, key: unknown, iv: unknown, options?: object) =>
      new Cipheriv(name, key, iv, options),
    createDecipheriv: (name: unknown, key: unknown, iv: unknown, options?: object) =>
      new Decipheriv(name, key, iv, options),
    createHash: (algorithm: unknown, options?: object) => new Hash(algorithm, options),
    createHmac: (algorithm: unknown, key: unknown, options?: object) => new Hmac(algorithm, key, options),
    createSecretKey: (key: unknown, encoding?: unknown) => new KeyObject(keyBytes(key, 'key', encoding)),
    getCiphers: () => [...cipherNames],
    getCipherInfo,
    getCurves: () => [],
    getHashes: () => [...digestNames],
    ...createDerivation(system),
    generateKey(type: unknown, options: { readonly length: number }, callback: unknown) {
      checkFunction(callback, 'callback');
      const key = generateKeySync(type, options);
      system.loop.enqueue(() => callback(null, key));
    },
    generateKeySync,
    ...random,
    timingSafeEqual,
    getFips: () => 0,
    setFips() {
      throw notSupported('crypto.setFips');
    },
    hash(algorithm: unknown, data: unknown, encoding: unknown = 'hex') {
      if (typeof data !== 'string' && !ArrayBuffer.isView(data)) {
        throw invalidArgType('input', ['Buffer', 'TypedArray', 'DataView', 'string'], data);
      }
      const bytes = new Hash(algorithm).update(dataBytes(data, 'input')).digest() as Buffer;
      return encoded(bytes, encoding);
    },
    Cipheriv: callableClass(Cipheriv, 'Cipheriv'),
    Decipheriv: callableClass(Decipheriv, 'Decipheriv'),
    Hash: callableClass(Hash, 'Hash'),
    Hmac: callableClass(Hmac, 'Hmac'),
    KeyObject,
    secureHeapUsed: () => ({ total: 0, used: 0, utilization: 0, min: 0 }),
    constants: {},
    webcrypto,
    subtle,
  };
}
