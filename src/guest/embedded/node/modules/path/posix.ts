import { checkObject, checkString } from '../../nodeErrors/argumentErrors.ts';
import {
  baseName,
  extensionStart,
  formatPath,
  lastSegment,
  normalizeSegments,
  type PathObject,
  splitBase,
} from './segments.ts';

const isSlash = (character: string): boolean => character === '/';

function normalize(path: unknown): string {
  checkString(path, 'path');
  if (path === '') return '.';
  const isAbsolute = path.startsWith('/');
  let normal = normalizeSegments(path, isAbsolute, '/', isSlash);
  if (normal === '') {
    if (isAbsolute) return '/';
    return path.endsWith('/') ? './' : '.';
  }
  if (path.endsWith('/')) normal += '/';
  return isAbsolute ? `/${normal}` : normal;
}

/** `path.posix`; `cwd` is asked when a relative path has to be resolved. */
export function createPosixPath(cwd: () => string) {
  function resolve(...paths: unknown[]): string {
    let resolved = '';
    let isAbsolute = false;
    for (let index = paths.length - 1; index >= -1 && !isAbsolute; index--) {
      const path = index >= 0 ? paths[index] : cwd();
      checkString(path, `paths[${index}]`);
      if (path === '') continue;
      resolved = `${path}/${resolved}`;
      isAbsolute = path.startsWith('/');
    }
    resolved = normalizeSegments(resolved, isAbsolute, '/', isSlash);
    return isAbsolute ? `/${resolved}` : resolved || '.';
  }

  return {
    resolve,
    normalize,
    isAbsolute(path: unknown): boolean {
      checkString(path, 'path');
      return path.startsWith('/');
    },
    join(...paths: unknown[]): string {
      for (const path of paths) checkString(path, 'path');
      const joined = paths.filter((path) => path !== '').join('/');
      return joined === '' ? '.' : normalize(joined);
    },
    relative(from: unknown, to: unknown): string {
      checkString(from, 'from');
      checkString(to, 'to');
      if (from === to) return '';
      const source = resolve(from).slice(1).split('/').filter(Boolean);
      const target = resolve(to).slice(1).split('/').filter(Boolean);
      let same = 0;
      while (same < source.length && same < target.length && source[same] === target[same]) same++;
      return [...source.slice(same).map(() => '..'), ...target.slice(same)].join('/');
    },
    toNamespacedPath: (path: unknown) => path,
    dirname(path: unknown): string {
      checkString(path, 'path');
      if (path === '') return '.';
      const isAbsolute = path.startsWith('/');
      // The one separator before the last segment; the first character never counts as it.
      const slash = lastSegment(path, 1, isSlash).start - 1;
      if (slash < 1) return isAbsolute ? '/' : '.';
      return isAbsolute && slash === 1 ? '//' : path.slice(0, slash);
    },
    basename(path: unknown, suffix?: unknown): string {
      if (suffix !== undefined) checkString(suffix, 'suffix');
      checkString(path, 'path');
      return baseName(path, suffix as string | undefined, 0, isSlash);
    },
    extname(path: unknown): string {
      checkString(path, 'path');
      const { start, end } = lastSegment(path, 0, isSlash);
      const base = end === -1 ? '' : path.slice(start, end);
      return base.slice(extensionStart(base));
    },
    format(parts: unknown): string {
      checkObject(parts, 'pathObject');
      return formatPath(parts as PathObject, '/');
    },
    parse(path: unknown): Required<PathObject> {
      checkString(path, 'path');
      const root = path.startsWith('/') ? '/' : '';
      const { start, end } = lastSegment(path, root.length, isSlash);
      const base = end === -1 ? '' : path.slice(start, end);
      const dir = start > root.length ? path.slice(0, start - 1) : root;
      const { name, ext } = splitBase(base, root !== '' && start === root.length);
      return { root, dir, base, ext, name };
    },
    sep: '/',
    delimiter: ':',
  };
}
