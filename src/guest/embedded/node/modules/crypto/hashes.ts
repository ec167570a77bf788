import type NodeStream from 'node:stream';
import { hmac } from '@noble/hashes/hmac.js';
import { checkInteger, checkString } from '../../nodeErrors/argumentErrors.ts';
import { nativeError, nodeError } from '../../nodeErrors/nodeError.ts';
import type { NodeSystem } from '../../system.ts';
import { dataBytes, encoded, keyBytes } from './bytes.ts';
import { type Digest, digestNamed, isExtendable, type RunningHash } from './digests.ts';

export function invalidDigest(name: string): Error {
  return nativeError(TypeError, 'ERR_CRYPTO_INVALID_DIGEST', `Invalid digest: ${name}`);
}

function finalized(): Error {
  return nodeError(Error, 'ERR_CRYPTO_HASH_FINALIZED', 'Digest already called');
}

interface HashOptions {
  readonly outputLength?: number;
}

/** `Hash` and `Hmac`: streams that one also feeds with `update`. */
export function createHashClasses(system: NodeSystem) {
  const { Transform } = system.builtin<typeof NodeStream>('stream');

  class Hash extends Transform {
    #running: RunningHash;
    #done = false;

    constructor(algorithm: unknown, options?: HashOptions & object, running?: RunningHash) {
      super(options as object | undefined);
      this.#running = running ?? start(algorithm, options);
    }

    copy(options?: HashOptions): Hash {
      if (this.#done) throw finalized();
      return new Hash('', options, this.#running.clone());
    }

    override _transform(chunk: unknown, encoding: unknown, done: () => void): void {
      this.#running.update(dataBytes(chunk, 'data', encoding));
      done();
    }

    override _flush(done: () => void): void {
      this.push(this.digest());
      done();
    }

    update(data: unknown, encoding?: unknown): this {
      if (this.#done) throw finalized();
      this.#running.update(dataBytes(data, 'data', encoding));
      return this;
    }

    digest(encoding?: unknown): Buffer | string {
      if (this.#done) throw finalized();
      this.#done = true;
      return encoded(this.#running.digest(), encoding);
    }
  }

  function start(algorithm: unknown, options?: HashOptions): RunningHash {
    checkString(algorithm, 'algorithm');
    const digest = digestNamed(algorithm);
    if (!digest) throw new Error('Digest method not supported');
    if (options?.outputLength === undefined)
      return digest.create(isExtendable(algorithm) ? { dkLen: /128/.test(algorithm) ? 16 : 32 } : undefined);
    checkInteger(options.outputLength, 'options.outputLength', 0);
    if (isExtendable(algorithm)) return digest.create({ dkLen: options.outputLength });
    if (options.outputLength !== digest.outputLen)
      throw new Error('Unsupported state or unable to authenticate data');
    return digest.create();
  }

  class Hmac extends Transform {
    readonly #running: RunningHash;
    #done = false;

    constructor(algorithm: unknown, key: unknown, options?: object) {
      super(options);
      checkString(algorithm, 'hmac');
      const bytes = keyBytes(key, 'key', (options as { encoding?: unknown } | undefined)?.encoding);
      const digest = digestNamed(algorithm);
      if (!digest) throw invalidDigest(algorithm);
      this.#running = hmac.create(digest as never, bytes) as RunningHash;
    }

    override _transform(chunk: unknown, encoding: unknown, done: () => void): void {
      this.#running.update(dataBytes(chunk, 'data', encoding));
      done();
    }

    override _flush(done: () => void): void {
      this.push(this.digest());
      done();
    }

    update(data: unknown, encoding?: unknown): this {
      if (this.#done) throw finalized();
      this.#running.update(dataBytes(data, 'data', encoding));
      return this;
    }

    /** A second one is empty, as in Node. */
    digest(encoding?: unknown): Buffer | string {
      if (this.#done) return encoded(new Uint8Array(0), encoding);
      this.#done = true;
      return encoded(this.#running.digest(), encoding);
    }
  }

  return { Hash, Hmac };
}

/** For key derivation: throws where there is no such digest. */
export function digestOrThrow(name: unknown): Digest {
  checkString(name, 'digest');
  const digest = digestNamed(name);
  if (!digest) throw invalidDigest(name);
  return digest;
}
