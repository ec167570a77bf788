import type NodeStream from 'node:stream';
import { cbc, ctr, ecb, gcm } from '@noble/ciphers/aes.js';
import { chacha20poly1305 } from '@noble/ciphers/chacha.js';
import { checkString } from '../../nodeErrors/argumentErrors.ts';
import { nativeError, nodeError } from '../../nodeErrors/nodeError.ts';
import type { NodeSystem } from '../../system.ts';
import { Buffer } from '../buffer/construct.ts';
import { dataBytes, encoded, keyBytes } from './bytes.ts';

interface CipherKind {
  readonly name: string;
  readonly mode: string;
  readonly keyLength: number;
  readonly ivLength: number;
  readonly blockSize?: number;
  readonly nid: number;
}

const nids = [
  { cbc: 419, ctr: 904, ecb: 418, gcm: 895 },
  { cbc: 423, ctr: 905, ecb: 422, gcm: 898 },
  { cbc: 427, ctr: 906, ecb: 426, gcm: 901 },
];
const kinds: readonly CipherKind[] = [128, 192, 256].flatMap((bits, index) => {
  const keyLength = bits / 8;
  const nid = nids[index] ?? { cbc: 0, ctr: 0, ecb: 0, gcm: 0 };
  return [
    { name: `aes-${bits}-cbc`, mode: 'cbc', keyLength, ivLength: 16, blockSize: 16, nid: nid.cbc },
    { name: `aes-${bits}-ctr`, mode: 'ctr', keyLength, ivLength: 16, blockSize: 1, nid: nid.ctr },
    { name: `aes-${bits}-ecb`, mode: 'ecb', keyLength, ivLength: 0, blockSize: 16, nid: nid.ecb },
    { name: `aes-${bits}-gcm`, mode: 'gcm', keyLength, ivLength: 12, blockSize: 1, nid: nid.gcm },
  ];
});
const all: readonly CipherKind[] = [
  ...kinds,
  { name: 'chacha20-poly1305', mode: 'chacha', keyLength: 32, ivLength: 12, nid: 1018 },
];

export const cipherNames: readonly string[] = all.map(({ name }) => name).sort();

function kindNamed(name: string): CipherKind | undefined {
  const plain = name
    .toLowerCase()
    .replace(/^aes(128|192|256)$/, 'aes-$1-cbc')
    .replace(/^id-(aes\d+)-gcm$/i, '$1-gcm');
  return all.find((kind) => kind.name === plain);
}

export function getCipherInfo(name: unknown): object | undefined {
  const kind = typeof name === 'string' ? kindNamed(name) : all.find(({ nid }) => nid === name);
  if (!kind) return undefined;
  const { mode, name: known, nid, blockSize, ivLength, keyLength } = kind;
  const shown = mode === 'gcm' ? known.replace(/^aes-(\d+)-gcm$/, 'id-aes$1-GCM') : known;
  return {
    mode: mode === 'chacha' ? 'stream' : mode,
    name: shown,
    nid,
    ...(blockSize ? { blockSize } : {}),
    ...(ivLength ? { ivLength } : {}),
    keyLength,
  };
}

const authenticated = (mode: string): boolean => mode === 'gcm' || mode === 'chacha';

function unauthentic(): Error {
  return new Error('Unsupported state or unable to authenticate data');
}

/**
 * Ciphers of `@noble/ciphers`, which work on whole messages: what `update` is given is kept, except in the modes
 * where each byte stands alone or each block follows the one before, and comes out with `final`. What `update` and
 * `final` give together is what Node gives.
 */
export function createCipherClasses(system: NodeSystem) {
  const { Transform } = system.builtin<typeof NodeStream>('stream');

  class CipherBase extends Transform {
    readonly #kind: CipherKind;
    readonly #key: Uint8Array;
    readonly #iv: Uint8Array;
    readonly #encrypts: boolean;
    readonly #parts: Uint8Array[] = [];
    #aad: Uint8Array | undefined;
    #tag: Uint8Array | undefined;
    #tagLength: number;
    #pads = true;
    #done = false;

    constructor(
      encrypts: boolean,
      name: unknown,
      key: unknown,
      iv: unknown,
      options?: { readonly authTagLength?: number },
    ) {
      super(options as object | undefined);
      checkString(name, 'cipher');
      const kind = kindNamed(name);
      const keyData = keyBytes(key, 'key');
      if (!kind) throw nativeError(Error, 'ERR_CRYPTO_UNKNOWN_CIPHER', 'Unknown cipher');
      const ivData =
        iv === null
          ? new Uint8Array(0)
          : keyBytes(iv, 'iv', undefined, ['string', 'ArrayBuffer', 'Buffer', 'TypedArray', 'DataView']);
      const takesAnyIv = kind.mode === 'gcm' && ivData.length > 0;
      if (ivData.length !== kind.ivLength && !takesAnyIv) {
        throw nativeError(TypeError, 'ERR_CRYPTO_INVALID_IV', 'Invalid initialization vector');
      }
      if (keyData.length !== kind.keyLength)
        throw nativeError(RangeError, 'ERR_CRYPTO_INVALID_KEYLEN', 'Invalid key length');
      this.#kind = kind;
      this.#key = keyData.slice();
      this.#iv = ivData.slice();
      this.#encrypts = encrypts;
      this.#tagLength = options?.authTagLength ?? 16;
    }

    override _transform(chunk: unknown, encoding: unknown, done: () => void): void {
      this.push(this.update(chunk, encoding));
      done();
    }

    override _flush(done: (error?: Error) => void): void {
      try {
        this.push(this.final());
        done();
      } catch (error) {
        done(error as Error);
      }
    }

    update(data: unknown, inputEncoding?: unknown, outputEncoding?: unknown): Buffer | string {
      if (this.#done)
        throw nodeError(Error, 'ERR_CRYPTO_INVALID_STATE', 'Trying to add data in unsupported state');
      this.#parts.push(dataBytes(data, 'data', inputEncoding).slice());
      return encoded(new Uint8Array(0), outputEncoding);
    }

    final(outputEncoding?: unknown): Buffer | string {
      if (this.#done) throw nodeError(Error, 'ERR_CRYPTO_INVALID_STATE', 'Unsupported state');
      this.#done = true;
      return encoded(this.#run(Buffer.concat(this.#parts)), outputEncoding);
    }

    #run(data: Uint8Array): Uint8Array {
      const { mode } = this.#kind;
      if (authenticated(mode)) return this.#runAuthenticated(data);
      const options = { disablePadding: !this.#pads };
      const cipher =
        mode === 'ctr'
          ? ctr(this.#key, this.#iv)
          : mode === 'ecb'
            ? ecb(this.#key, options)
            : cbc(this.#key, this.#iv, options);
      const isWhole = data.length % 16 === 0 || mode === 'ctr';
      if (!isWhole && (!this.#encrypts || !this.#pads)) {
        const words = this.#encrypts ? 'data not multiple of block length' : 'wrong final block length';
        throw nativeError(
          Error,
          'ERR_OSSL_WRONG_FINAL_BLOCK_LENGTH',
          `error:1C80006B:Provider routines::${words}`,
        );
      }
      if (this.#encrypts) return cipher.encrypt(data);
      if (data.length === 0 && mode !== 'ctr') {
        if (!this.#pads) return data;
        throw nativeError(
          Error,
          'ERR_OSSL_WRONG_FINAL_BLOCK_LENGTH',
          'error:1C80006B:Provider routines::wrong final block length',
        );
      }
      try {
        return cipher.decrypt(data);
      } catch {
        throw nativeError(Error, 'ERR_OSSL_BAD_DECRYPT', 'error:1C800064:Provider routines::bad decrypt');
      }
    }

    #runAuthenticated(data: Uint8Array): Uint8Array {
      const cipher =
        this.#kind.mode === 'gcm'
          ? gcm(this.#key, this.#iv, this.#aad)
          : chacha20poly1305(this.#key, this.#iv, this.#aad);
      if (this.#encrypts) {
        const whole = cipher.encrypt(data);
        this.#tag = whole.slice(data.length);
        return whole.subarray(0, data.length);
      }
      if (!this.#tag) throw unauthentic();
      try {
        return cipher.decrypt(Buffer.concat([data, this.#tag]));
      } catch {
        throw unauthentic();
      }
    }

    setAutoPadding(pads = true): this {
      this.#pads = pads;
      return this;
    }

    setAAD(data: unknown): this {
      this.#aad = keyBytes(data, 'buffer').slice();
      return this;
    }

    getAuthTag(): Buffer {
      if (!this.#tag || !this.#encrypts) {
        throw nodeError(Error, 'ERR_CRYPTO_INVALID_STATE', 'Invalid state for operation getAuthTag');
      }
      return Buffer.from(this.#tag.subarray(0, this.#tagLength));
    }

    setAuthTag(tag: unknown, encoding?: unknown): this {
      this.#tag = keyBytes(tag, 'buffer', encoding).slice();
      return this;
    }
  }

  class Cipheriv extends CipherBase {
    constructor(name: unknown, key: unknown, iv: unknown, options?: object) {
      super(true, name, key, iv, options);
    }
  }
  class Decipheriv extends CipherBase {
    constructor(name: unknown, key: unknown, iv: unknown, options?: object) {
      super(false, name, key, iv, options);
    }
  }
  return { Cipheriv, Decipheriv };
}
