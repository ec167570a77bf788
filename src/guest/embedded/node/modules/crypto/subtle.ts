import { cbc, ctr, gcm } from '@noble/ciphers/aes.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { hmac } from '@noble/hashes/hmac.js';
import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import type { NodeSystem } from '../../system.ts';
import { Buffer } from '../buffer/construct.ts';
import { type Digest, digestNamed } from './digests.ts';
import { secretOf } from './keys.ts';

/**
 * `crypto.subtle` over `@noble`: the worker is no secure context and has none of its own. Digests, HMAC, AES,
 * PBKDF2 and HKDF; key pairs are refused.
 */

type Named = string | { readonly name: string; readonly [field: string]: unknown };
type Bytes = ArrayBuffer | ArrayBufferView;

const nameOf = (algorithm: Named): string =>
  (typeof algorithm === 'string' ? algorithm : algorithm.name).toUpperCase();
const field = (algorithm: Named, name: string): unknown =>
  typeof algorithm === 'string' ? undefined : algorithm[name];

function bytesOf(data: unknown): Uint8Array {
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return new Uint8Array(data as ArrayBuffer);
}

const memoryOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

function unsupported(what: string): DOMException {
  return new DOMException(
    `${what} is not available in this computer, which runs inside a web page.`,
    'NotSupportedError',
  );
}

function hashOf(algorithm: Named): Digest {
  const digest = digestNamed(nameOf(algorithm).replace('-', ''));
  if (!digest || !/^SHA-/.test(nameOf(algorithm))) throw unsupported(`The hash ${nameOf(algorithm)}`);
  return digest;
}

export class CryptoKey {
  readonly #secret: Uint8Array;
  readonly type = 'secret';

  constructor(
    secret: Uint8Array,
    readonly algorithm: object,
    readonly extractable: boolean,
    readonly usages: readonly string[],
  ) {
    this.#secret = secret.slice();
    Object.defineProperty(this, secretOf, { value: this.#secret });
  }

  get [Symbol.toStringTag](): string {
    return 'CryptoKey';
  }
}

function secret(key: unknown, usage: string): Uint8Array {
  if (!(key instanceof CryptoKey) || !key.usages.includes(usage)) {
    throw new DOMException(`Unable to use this key to ${usage}`, 'InvalidAccessError');
  }
  return (key as unknown as { [secretOf]: Uint8Array })[secretOf];
}

function aes(algorithm: Named, key: Uint8Array) {
  const name = nameOf(algorithm);
  const iv = bytesOf(field(algorithm, name === 'AES-CTR' ? 'counter' : 'iv') ?? new ArrayBuffer(0));
  const extra = field(algorithm, 'additionalData');
  if (name === 'AES-GCM') return gcm(key, iv, extra ? bytesOf(extra) : undefined);
  if (name === 'AES-CBC') return cbc(key, iv);
  if (name === 'AES-CTR') return ctr(key, iv);
  throw unsupported(`The cipher ${name}`);
}

export function createSubtle(system: NodeSystem): object {
  const random = (length: number): Uint8Array => {
    const bytes = new Uint8Array(length);
    system.random.fill(bytes);
    return bytes;
  };
  const sign = (key: unknown, usage: string, data: Bytes): Uint8Array => {
    const { hash } = (key as CryptoKey).algorithm as { hash: Named };
    return hmac(hashOf(hash) as never, secret(key, usage), bytesOf(data));
  };
  const deriveBits = (algorithm: Named, key: unknown, usage: string, bits: number): Uint8Array => {
    const base = secret(key, usage);
    const hash = hashOf(field(algorithm, 'hash') as Named) as never;
    const salt = bytesOf(field(algorithm, 'salt'));
    if (nameOf(algorithm) === 'PBKDF2') {
      return pbkdf2(hash, base, salt, { c: Number(field(algorithm, 'iterations')), dkLen: bits / 8 });
    }
    if (nameOf(algorithm) === 'HKDF')
      return hkdf(hash, base, salt, bytesOf(field(algorithm, 'info')), bits / 8);
    throw unsupported(`Derivation with ${nameOf(algorithm)}`);
  };
  const keyAlgorithm = (algorithm: Named, length: number): object => {
    const name = nameOf(algorithm);
    if (/^AES-/.test(name)) return { name, length: length * 8 };
    if (name === 'HMAC') {
      const hash = field(algorithm, 'hash') as Named;
      return { name, hash: { name: nameOf(hash) }, length: length * 8 };
    }
    if (name === 'PBKDF2' || name === 'HKDF') return { name };
    throw unsupported(`A key for ${name}`);
  };

  class SubtleCrypto {
    async digest(algorithm: Named, data: Bytes): Promise<ArrayBuffer> {
      return memoryOf(hashOf(algorithm)(bytesOf(data)));
    }
    async importKey(
      format: string,
      data: unknown,
      algorithm: Named,
      extractable: boolean,
      usages: string[],
    ): Promise<CryptoKey> {
      if (format !== 'raw' && format !== 'jwk') throw unsupported(`Keys in the format ${format}`);
      const bytes = format === 'raw' ? bytesOf(data) : Buffer.from((data as { k: string }).k, 'base64url');
      return new CryptoKey(bytes, keyAlgorithm(algorithm, bytes.length), extractable, usages);
    }
    async exportKey(format: string, key: CryptoKey): Promise<unknown> {
      if (!key.extractable) throw new DOMException('key is not extractable', 'InvalidAccessError');
      const bytes = (key as unknown as { [secretOf]: Uint8Array })[secretOf];
      if (format === 'raw') return memoryOf(bytes);
      if (format !== 'jwk') throw unsupported(`Keys in the format ${format}`);
      return { kty: 'oct', k: Buffer.from(bytes).toString('base64url'), ext: true, key_ops: key.usages };
    }
    async generateKey(algorithm: Named, extractable: boolean, usages: string[]): Promise<CryptoKey> {
      const hash = field(algorithm, 'hash') as Named | undefined;
      const length = Number(field(algorithm, 'length') ?? (hash ? hashOf(hash).blockLen * 8 : 0)) / 8;
      return new CryptoKey(random(length), keyAlgorithm(algorithm, length), extractable, usages);
    }
    async sign(algorithm: Named, key: unknown, data: Bytes): Promise<ArrayBuffer> {
      if (nameOf(algorithm) !== 'HMAC') throw unsupported(`Signing with ${nameOf(algorithm)}`);
      return memoryOf(sign(key, 'sign', data));
    }
    async verify(algorithm: Named, key: unknown, signature: Bytes, data: Bytes): Promise<boolean> {
      if (nameOf(algorithm) !== 'HMAC') throw unsupported(`Verifying with ${nameOf(algorithm)}`);
      const [wanted, given] = [sign(key, 'verify', data), bytesOf(signature)];
      return wanted.length === given.length && wanted.every((byte, index) => byte === given[index]);
    }
    async encrypt(algorithm: Named, key: unknown, data: Bytes): Promise<ArrayBuffer> {
      return memoryOf(aes(algorithm, secret(key, 'encrypt')).encrypt(bytesOf(data)));
    }
    async decrypt(algorithm: Named, key: unknown, data: Bytes): Promise<ArrayBuffer> {
      try {
        return memoryOf(aes(algorithm, secret(key, 'decrypt')).decrypt(bytesOf(data)));
      } catch (error) {
        if (error instanceof DOMException) throw error;
        throw new DOMException('The operation failed for an operation-specific reason', 'OperationError');
      }
    }
    async deriveBits(algorithm: Named, key: unknown, length: number): Promise<ArrayBuffer> {
      return memoryOf(deriveBits(algorithm, key, 'deriveBits', length));
    }
    async deriveKey(
      algorithm: Named,
      key: unknown,
      derived: Named,
      extractable: boolean,
      usages: string[],
    ): Promise<CryptoKey> {
      const bits = Number(field(derived, 'length') ?? 512);
      const bytes = deriveBits(algorithm, key, 'deriveKey', bits);
      return new CryptoKey(bytes, keyAlgorithm(derived, bytes.length), extractable, usages);
    }
    async wrapKey(): Promise<never> {
      throw unsupported('Wrapping of keys');
    }
    async unwrapKey(): Promise<never> {
      throw unsupported('Unwrapping of keys');
    }
  }
  return new SubtleCrypto();
}
