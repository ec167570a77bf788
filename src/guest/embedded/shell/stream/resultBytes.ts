import type { ExecResult } from 'just-bash/browser';
import { bytesFromLatin1, bytesFromText } from '../disk/bytes.ts';

/** Text that was never bytes has units that no byte has. */
export function isBytes(units: string): boolean {
  for (let index = 0; index < units.length; index++) if (units.charCodeAt(index) > 255) return false;
  return true;
}

/** Standard output of a result. */
export function bytesOf({ stdout, stdoutKind, stdoutEncoding }: ExecResult): Uint8Array {
  const isBytes = stdoutKind === 'bytes' || (stdoutKind === undefined && stdoutEncoding === 'binary');
  return isBytes ? bytesFromLatin1(stdout) : bytesFromText(stdout);
}
