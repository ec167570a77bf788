import { invalidArgType } from '../../nodeErrors/argumentErrors.ts';
import { Buffer } from '../buffer/construct.ts';

/** A secret key. Keys of a pair are not available here. */
export class KeyObject {
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes.slice();
  }

  static from(key: unknown): KeyObject {
    const inner = (key as { [secretOf]?: Uint8Array } | null)?.[secretOf];
    if (!inner) throw invalidArgType('key', 'CryptoKey', key);
    return new KeyObject(inner);
  }

  get type(): string {
    return 'secret';
  }

  get symmetricKeySize(): number {
    return this.#bytes.length;
  }

  export(options?: { readonly format?: string }): Buffer & { kty?: string } {
    const bytes = Buffer.from(this.#bytes);
    if (options?.format !== 'jwk') return bytes;
    return { kty: 'oct', k: bytes.toString('base64url') } as never;
  }

  equals(other: unknown): boolean {
    return other instanceof KeyObject && this.export().equals(other.export());
  }
}

/** The bytes of a key of `webcrypto`, for `KeyObject.from`. */
export const secretOf = Symbol('secret');
