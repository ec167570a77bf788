/** A name of a header without its time; null for /dev/null. */
export function nameOf(header: string | null): string | null {
  if (header === null) return null;
  const name = header
    .split('\t')[0]!
    .replace(/ \d{4}-\d\d-\d\d .*$/, '')
    .trimEnd();
  return name === '/dev/null' ? null : name;
}

/** Without its first `count` folders; without all of them where no count was given. Null where too few are there. */
export function stripped(name: string | null, count: number | null): string | null {
  if (name === null) return null;
  if (count === null) return name.slice(name.lastIndexOf('/') + 1) || null;
  const parts = name.split(/\/+/);
  return parts.length > count ? parts.slice(count).join('/') || null : null;
}

/** A name below the folder by its text: a patch comes from somebody else and must not reach further. */
export function isBelow(name: string): boolean {
  return !name.startsWith('/') && !name.split('/').includes('..');
}

/** Whether one of the folders on the way is a link, which could lead anywhere. */
export async function isBehindLink(
  name: string,
  isLink: (folder: string) => Promise<boolean>,
): Promise<boolean> {
  const folders = name.split('/').slice(0, -1);
  for (let count = 1; count <= folders.length; count++)
    if (await isLink(folders.slice(0, count).join('/'))) return true;
  return false;
}

/** Whether a header says that there is no such file: by its name, or as `diff -N` does by the first moment of all times. */
export function isAbsent(header: string | null): boolean {
  if (header === null) return false;
  return nameOf(header) === null || /\t1970-01-01 00:00:00(?:\.0+)? [+-]0000$/.test(header.trimEnd());
}
