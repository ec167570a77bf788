import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * SHA-256 in hex of bytes, or of a text's UTF-8. Synchronous and the same in every runtime: `crypto.subtle`
 * is asynchronous and missing outside secure contexts.
 */
export function sha256Hex(data: Uint8Array | string): string {
  return bytesToHex(sha256(typeof data === 'string' ? utf8ToBytes(data) : data));
}
