/** What both kinds of path have in common: resolving `.` and `..`. */

/**
 * `path` without its root, cut at the characters of `separators`. Leading `..` are kept where the path is
 * relative.
 */
export function normalizeSegments(
  path: string,
  isAbsolute: boolean,
  separator: string,
  isSeparator: (character: string) => boolean,
): string {
  const kept: string[] = [];
  let segment = '';
  const close = () => {
    if (segment === '..') {
      if (kept.length > 0 && kept.at(-1) !== '..') kept.pop();
      else if (!isAbsolute) kept.push('..');
    } else if (segment !== '' && segment !== '.') kept.push(segment);
    segment = '';
  };
  for (const character of path.split('')) {
    if (isSeparator(character)) close();
    else segment += character;
  }
  close();
  return kept.join(separator);
}

/** Start of the last segment and end of it, trailing separators left out; -1 for the end where there is none. */
export function lastSegment(
  path: string,
  from: number,
  isSeparator: (character: string) => boolean,
): { readonly start: number; readonly end: number } {
  let end = path.length;
  while (end > from && isSeparator(path.charAt(end - 1))) end--;
  let start = end;
  while (start > from && !isSeparator(path.charAt(start - 1))) start--;
  return end === from ? { start: from, end: -1 } : { start, end };
}

/** Where the extension of a base name begins, with its dot; its length where there is none. */
export function extensionStart(base: string): number {
  const dot = base.lastIndexOf('.');
  return dot <= 0 || base === '..' ? base.length : dot;
}

/** `basename(path, suffix)`: a suffix that is the whole name is not taken off. */
export function baseName(
  path: string,
  suffix: string | undefined,
  from: number,
  isSeparator: (character: string) => boolean,
): string {
  const { start, end } = lastSegment(path, from, isSeparator);
  const cuts = suffix !== undefined && suffix !== '' && suffix.length <= path.length;
  if (!cuts) return end === -1 ? '' : path.slice(start, end);
  if (suffix === path) return '';
  // Node: of nothing but separators, all are given where a suffix was asked for.
  if (end === -1) return path.slice(from);
  const base = path.slice(start, end);
  return suffix !== base && base.endsWith(suffix) ? base.slice(0, base.length - suffix.length) : base;
}

/** Name and extension as `parse` has them: at the root, `..` counts as a name with an extension. */
export function splitBase(base: string, isAtRoot: boolean): { readonly name: string; readonly ext: string } {
  const dot = base === '..' && isAtRoot ? 1 : extensionStart(base);
  return { name: base.slice(0, dot), ext: base.slice(dot) };
}

export interface PathObject {
  readonly root?: string;
  readonly dir?: string;
  readonly base?: string;
  readonly name?: string;
  readonly ext?: string;
}

/** `path.format` for one separator. */
export function formatPath(parts: PathObject, separator: string): string {
  const dir = parts.dir || parts.root;
  const extension = parts.ext ? `${parts.ext.startsWith('.') ? '' : '.'}${parts.ext}` : '';
  const base = parts.base || `${parts.name || ''}${extension}`;
  if (!dir) return base;
  return dir === parts.root ? `${dir}${base}` : `${dir}${separator}${base}`;
}
