import { sha1 } from '@noble/hashes/legacy.js';
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { isObject, type JsonObject, textOf } from '../cli/project.ts';
import { coded } from '../cli/run.ts';

const hashes: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = { sha1, sha256, sha384, sha512 };
/** Weakest first; only the strongest that is given counts, as for a browser. */
const strength = Object.keys(hashes);

/** `sha512-…` of a version's archive: what the registry says, or its older hexadecimal sha1. Null where it says neither. */
export function integrityOf(manifest: JsonObject): string | null {
  const dist = isObject(manifest.dist) ? manifest.dist : {};
  const integrity = textOf(dist.integrity);
  if (integrity) return integrity;
  const shasum = textOf(dist.shasum);
  if (!shasum || !/^[0-9a-f]{40}$/.test(shasum)) return null;
  return `sha1-${base64(Uint8Array.from(shasum.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)))}`;
}

/** Throws EINTEGRITY where the bytes are not those that were promised. Unknown kinds of hash count as a mismatch. */
export function checkIntegrity(bytes: Uint8Array, promised: string, what: string): void {
  const entries = promised
    .trim()
    .split(/\s+/)
    .map((entry) => /^(\w+)-([^?]+)/.exec(entry));
  const best = Math.max(...entries.map((entry) => strength.indexOf(entry?.[1] ?? '')));
  const algorithm = strength[best];
  if (algorithm === undefined) throw coded('EINTEGRITY', '', [`${what}: no known hash in ${promised}`]);
  const wanted = entries.filter((entry) => entry?.[1] === algorithm).map((entry) => entry![2]!);
  const got = base64(hashes[algorithm]!(bytes));
  if (wanted.includes(got)) return;
  throw coded('EINTEGRITY', '', [
    `${what} integrity checksum failed when using ${algorithm}: wanted ${promised} but got ${algorithm}-${got}. (${bytes.length} bytes)`,
  ]);
}

/** `sha512-…` of bytes that came without a promise. */
export function integrityFor(bytes: Uint8Array): string {
  return `sha512-${base64(sha512(bytes))}`;
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
