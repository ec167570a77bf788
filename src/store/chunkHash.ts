import { sha256Hex } from '../core/index.ts';

/** Below this a call of the browser's own hash costs more than hashing here. */
const smallBytes = 16 * 1024;

/**
 * SHA-256 in hex. The browser's own works beside the page, which would stand still for 10 ms per MiB; where it is
 * missing (no secure context) ours does the same.
 */
export async function chunkHash(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const { subtle } = globalThis.crypto ?? {};
  if (bytes.length < smallBytes || !subtle) return sha256Hex(bytes);
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
