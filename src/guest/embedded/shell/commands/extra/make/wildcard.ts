import { globPattern } from '../glob.ts';
import type { Io } from '../io.ts';

/** Names that a pattern of the shell stands for, in order; `pathOf` gives the path of one. */
export async function wildcard(io: Io, pathOf: (name: string) => string, pattern: string): Promise<string[]> {
  let found = [pattern.startsWith('/') ? '/' : ''];
  const parts = pattern.split('/').filter((part, index) => part !== '' || index > 0);
  for (const [index, part] of parts.entries()) {
    if (part === '') continue;
    const next: string[] = [];
    const glob = /[*?[]/.test(part) ? globPattern(part, { crossesSlash: false }) : null;
    for (const base of found) {
      if (!glob) {
        if (await io.lstat(pathOf(base + part))) next.push(`${base}${part}`);
        continue;
      }
      for (const entry of await io.tools.disk.readdir(pathOf(base || '.')).catch(() => []))
        if (glob.test(entry) && (part.startsWith('.') || !entry.startsWith('.'))) next.push(base + entry);
    }
    found = index < parts.length - 1 ? next.map((each) => `${each}/`) : next;
  }
  return found.filter((each) => each !== '').sort((a, b) => (a < b ? -1 : 1));
}
