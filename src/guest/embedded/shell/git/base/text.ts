import { latin1FromBytes } from '../../disk/bytes.ts';

/**
 * Contents of files are handled as strings of one unit per byte ("units"), so that what git prints is what
 * the files hold, whatever their encoding.
 */
export function unitsFromBytes(bytes: Uint8Array): string {
  return latin1FromBytes(bytes);
}

export function bytesFromUnits(units: string): Uint8Array {
  const bytes = new Uint8Array(units.length);
  for (let index = 0; index < units.length; index++) bytes[index] = units.charCodeAt(index);
  return bytes;
}

/** Text of ours among units. */
export function unitsFromText(text: string): string {
  return latin1FromBytes(new TextEncoder().encode(text));
}

/** git takes a file for binary when a NUL is among its first 8,000 bytes. */
export function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 8000).includes(0);
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
