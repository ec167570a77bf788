/**
 * Parts of an absolute path, `.` and empty parts dropped. `..` stays: what it means depends on whether the
 * part before it is a symbolic link.
 */
export function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '' && part !== '.');
}

/** `/a/b` from `/a` and `b`; the root does not double its slash. */
export function joinPath(parent: string, name: string): string {
  return parent === '/' ? `/${name}` : `${parent}/${name}`;
}

/** Whether `path` is `root` or below it. Both normalised. */
export function isWithin(path: string, root: string): boolean {
  return root === '/' || path === root || path.startsWith(`${root}/`);
}
