import { blake2b, blake2s } from '@noble/hashes/blake2.js';
import { md5, ripemd160, sha1 } from '@noble/hashes/legacy.js';
import { sha224, sha256, sha384, sha512, sha512_224, sha512_256 } from '@noble/hashes/sha2.js';
import { sha3_224, sha3_256, sha3_384, sha3_512, shake128, shake256 } from '@noble/hashes/sha3.js';

/** A running hash of `@noble/hashes`. */
export interface RunningHash {
  update(bytes: Uint8Array): unknown;
  digest(): Uint8Array;
  clone(): RunningHash;
  destroy(): void;
}

export interface Digest {
  (message: Uint8Array): Uint8Array;
  readonly outputLen: number;
  readonly blockLen: number;
  create(options?: { readonly dkLen?: number }): RunningHash;
}

const digests: Readonly<Record<string, unknown>> = {
  md5,
  sha1,
  sha224,
  sha256,
  sha384,
  sha512,
  'sha512-224': sha512_224,
  'sha512-256': sha512_256,
  'sha3-224': sha3_224,
  'sha3-256': sha3_256,
  'sha3-384': sha3_384,
  'sha3-512': sha3_512,
  shake128,
  shake256,
  ripemd160,
  blake2b512: blake2b,
  blake2s256: blake2s,
};

const otherNames: Readonly<Record<string, string>> = {
  ripemd: 'ripemd160',
  rmd160: 'ripemd160',
  'sha512/224': 'sha512-224',
  'sha512/256': 'sha512-256',
  'sha1-2': 'sha1',
  'sha-1': 'sha1',
  'sha-224': 'sha224',
  'sha-256': 'sha256',
  'sha-384': 'sha384',
  'sha-512': 'sha512',
};

/** By the name that OpenSSL knows, in any case; undefined where there is none of it here. */
export function digestNamed(name: string): Digest | undefined {
  const plain = name
    .toLowerCase()
    .replace(/^rsa-/, '')
    .replace(/withrsa(encryption)?$/, '');
  return digests[otherNames[plain] ?? plain] as Digest | undefined;
}

/** Those that give as many bytes as they are asked for. */
export function isExtendable(name: string): boolean {
  return /^shake/i.test(name);
}

/** As `crypto.getHashes()` lists them, those that are here. */
export const digestNames: readonly string[] = [
  'RSA-MD5',
  'RSA-RIPEMD160',
  'RSA-SHA1',
  'RSA-SHA1-2',
  'RSA-SHA224',
  'RSA-SHA256',
  'RSA-SHA3-224',
  'RSA-SHA3-256',
  'RSA-SHA3-384',
  'RSA-SHA3-512',
  'RSA-SHA384',
  'RSA-SHA512',
  'RSA-SHA512/224',
  'RSA-SHA512/256',
  'blake2b512',
  'blake2s256',
  'md5',
  'md5WithRSAEncryption',
  'ripemd',
  'ripemd160',
  'ripemd160WithRSA',
  'rmd160',
  'sha1',
  'sha1WithRSAEncryption',
  'sha224',
  'sha224WithRSAEncryption',
  'sha256',
  'sha256WithRSAEncryption',
  'sha3-224',
  'sha3-256',
  'sha3-384',
  'sha3-512',
  'sha384',
  'sha384WithRSAEncryption',
  'sha512',
  'sha512-224',
  'sha512-224WithRSAEncryption',
  'sha512-256',
  'sha512-256WithRSAEncryption',
  'sha512WithRSAEncryption',
  'shake128',
  'shake256',
];
