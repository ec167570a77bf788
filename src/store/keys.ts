/**
 * Keys of everything that is stored, in one place. A key is a path: its first part names the kind, its
 * second (where it belongs to a session) the session, so that one range per kind holds all of a session.
 */
export type StoreKey = readonly (string | number)[];

/** Kinds that belong to a session; deleting a session deletes these ranges and nothing else. */
export const sessionKinds = [
  'summary',
  'event',
  'output',
  'output-size',
  'journal',
  'chunk',
  'request',
  'value',
] as const;
type SessionKind = (typeof sessionKinds)[number];

export function sessionKey(kind: SessionKind, sessionId: string, ...rest: (string | number)[]): StoreKey {
  return [kind, sessionId, ...rest];
}

export function settingKey(name: string): StoreKey {
  return ['setting', name];
}

/**
 * Order of keys as IndexedDB has it for arrays of numbers and strings: element by element, numbers before
 * strings, a prefix before what it begins. https://www.w3.org/TR/IndexedDB/#compare-two-keys
 */
export function compareKeys(a: StoreKey, b: StoreKey): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const left = a[i]!;
    const right = b[i]!;
    if (typeof left !== typeof right) return typeof left === 'number' ? -1 : 1;
    if (left < right) return -1;
    if (left > right) return 1;
  }
  return a.length - b.length;
}

export function startsWith(key: StoreKey, prefix: StoreKey): boolean {
  return prefix.length <= key.length && prefix.every((part, i) => key[i] === part);
}
