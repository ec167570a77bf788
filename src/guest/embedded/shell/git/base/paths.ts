/** `/a/b` and `../c` give `/a/c`; by text. */
export function resolvePath(base: string, path: string): string {
  const kept: string[] = [];
  for (const part of (path.startsWith('/') ? path : `${base}/${path}`).split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') kept.pop();
    else kept.push(part);
  }
  return `/${kept.join('/')}`;
}

export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** How `path` (below the work tree's root) is named from the folder `prefix` (empty or ending in `/`). */
export function relativeTo(prefix: string, path: string): string {
  if (prefix === '') return path;
  if (path.startsWith(prefix)) return path.slice(prefix.length);
  const from = prefix.slice(0, -1).split('/');
  const to = path.split('/');
  let same = 0;
  while (same < from.length && same < to.length - 1 && from[same] === to[same]) same++;
  return [...from.slice(same).map(() => '..'), ...to.slice(same)].join('/');
}

const named: Readonly<Record<number, string>> = {
  7: 'a',
  8: 'b',
  9: 't',
  10: 'n',
  11: 'v',
  12: 'f',
  13: 'r',
};

/** A path as git shows it: one with unusual bytes in quotes, as C would write it (`core.quotePath`). */
export function shownPath(path: string, quotesSpaces = false): string {
  if (/^[\x20\x21\x23-\x5b\x5d-\x7e]*$/.test(path))
    return quotesSpaces && path.includes(' ') ? `"${path}"` : path;
  let text = '';
  for (const byte of new TextEncoder().encode(path)) {
    if (byte === 34 || byte === 92) text += `\\${String.fromCharCode(byte)}`;
    else if (named[byte]) text += `\\${named[byte]}`;
    else if (byte < 32 || byte >= 127) text += `\\${byte.toString(8).padStart(3, '0')}`;
    else text += String.fromCharCode(byte);
  }
  return `"${text}"`;
}

/**
 * A path that may be put into the work tree. A tree that somebody else made can hold any name: one that leads out
 * of it, or into the repository, is never written.
 */
export function isSafePath(path: string): boolean {
  return path.split('/').every((name) => !/^(|\.|\.\.|\.git)$/i.test(name));
}

/** Order of git's trees and index: by bytes. */
export function byPath(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
