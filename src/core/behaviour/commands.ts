import type { JsonValue } from '../contract/index.ts';

/** The command of a call that runs one, null for any other call. */
export function commandOf(input: JsonValue): string | null {
  if (typeof input !== 'object' || input === null || Array.isArray(input) || !('command' in input))
    return null;
  const { command } = input;
  return typeof command === 'string' && command.trim() !== '' ? command : null;
}

/** True where `later` is the command again, its output going through head or tail: `make` → `make 2>&1 | tail -50`. */
export function isNarrowedRerun(earlier: string, later: string | null): boolean {
  if (later === null) return false;
  const before = plain(earlier);
  const after = plain(later);
  if (!after.startsWith(before)) return false;
  return /^ ?\|&?(?:.*\|)? ?(?:head|tail)(?:$|[\s|;&])/.test(after.slice(before.length));
}

/** Without what changes nothing in which lines come: the joining of the streams, spaces, a last semicolon. */
const plain = (command: string): string =>
  command.replaceAll('2>&1', ' ').replace(/\s+/g, ' ').trim().replace(/ ?;$/, '');
