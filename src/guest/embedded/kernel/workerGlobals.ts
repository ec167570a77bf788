import { sha1 } from '@noble/hashes/legacy.js';
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { Buffer } from 'buffer/index.js';

/**
 * What just-bash takes for granted and a blob worker in an opaque origin lacks: it is no secure context, so
 * it has no `crypto.subtle` (sha1sum, sha256sum), and no browser has `Buffer` (gzip, zcat).
 */

const hashes: Readonly<Record<string, (data: Uint8Array) => Uint8Array>> = {
  'SHA-1': sha1,
  'SHA-256': sha256,
  'SHA-384': sha384,
  'SHA-512': sha512,
};

function bytesOf(data: ArrayBuffer | ArrayBufferView): Uint8Array {
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
}

async function digest(
  algorithm: string | { readonly name: string },
  data: ArrayBuffer | ArrayBufferView,
): Promise<ArrayBuffer> {
  const name = (typeof algorithm === 'string' ? algorithm : algorithm.name).toUpperCase();
  const hash = hashes[name];
  if (!hash) throw new DOMException(`no such hash: ${name}`, 'NotSupportedError');
  return new Uint8Array(hash(bytesOf(data))).buffer;
}

/** Adds only what is missing. */
export function addWorkerGlobals(): void {
  if (!('Buffer' in globalThis)) Object.defineProperty(globalThis, 'Buffer', { value: Buffer });
  if (!globalThis.crypto.subtle) {
    Object.defineProperty(globalThis.crypto, 'subtle', { value: { digest }, configurable: true });
  }
}
