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

const isSeparator = (character: string): boolean => character === '/' || character === '\\';
const drive = /^[A-Za-z]:/;

interface Root {
  /** `C:`, `\\server\share`, or empty; as written. */
  readonly device: string;
  readonly isAbsolute: boolean;
  /** Where the rest begins. */
  readonly end: number;
  readonly isUnc: boolean;
}

/** `knowsDevices`: normalize and resolve take `\\\\.` and `\\\\?` for a device; parse and dirname for a server. */
function rootOf(path: string, knowsDevices = false): Root {
  if (path === '') return { device: '', isAbsolute: false, end: 0, isUnc: false };
  if (isSeparator(path.charAt(0))) {
    const unc = /^[/\\]{2}([^/\\]+)[/\\]+([^/\\]+)/.exec(path);
    if (!unc) return { device: '', isAbsolute: true, end: 1, isUnc: false };
    const [whole, server, share] = unc;
    if (knowsDevices && (server === '.' || server === '?')) {
      return { device: `\\\\${server}`, isAbsolute: true, end: 4, isUnc: false };
    }
    return { device: `\\\\${server}\\${share}`, isAbsolute: true, end: whole.length, isUnc: true };
  }
  if (!drive.test(path)) return { device: '', isAbsolute: false, end: 0, isUnc: false };
  const isAbsolute = path.length > 2 && isSeparator(path.charAt(2));
  return { device: path.slice(0, 2), isAbsolute, end: isAbsolute ? 3 : 2, isUnc: false };
}

function normalize(path: unknown): string {
  checkString(path, 'path');
  if (path === '') return '.';
  if (path.length === 1) return isSeparator(path) ? '\\' : path;
  const root = rootOf(path, true);
  if (root.isUnc && root.end === path.length) return `${root.device}\\`;
  let tail =
    root.end < path.length ? normalizeSegments(path.slice(root.end), root.isAbsolute, '\\', isSeparator) : '';
  if (tail === '' && !root.isAbsolute) tail = '.';
  if (tail !== '' && isSeparator(path.charAt(path.length - 1))) tail += '\\';
  // A segment that reads as a drive must not become one.
  if (root.device === '' && !root.isAbsolute && (drive.test(tail) || /:($|[/\\])/.test(path)))
    return `.\\${tail}`;
  if (root.device === '') return root.isAbsolute ? `\\${tail}` : tail;
  return root.isAbsolute ? `${root.device}\\${tail}` : `${root.device}${tail}`;
}

/** `path.win32`; `cwd` is asked when a relative path has to be resolved, whatever its form. */
export function createWin32Path(cwd: () => string) {
  function resolve(...paths: unknown[]): string {
    let device = '';
    let tail = '';
    let isAbsolute = false;
    for (let index = paths.length - 1; index >= -1; index--) {
      let path: unknown;
      if (index >= 0) {
        path = paths[index];
        checkString(path, `paths[${index}]`);
        if (path === '') continue;
      } else path = cwd();
      const text = path as string;
      const root = rootOf(text, true);
      if (root.device !== '') {
        if (device === '') device = root.device;
        else if (root.device.toLowerCase() !== device.toLowerCase()) continue;
      }
      if (isAbsolute) {
        if (device !== '') break;
        continue;
      }
      tail = `${text.slice(root.end)}\\${tail}`;
      isAbsolute = root.isAbsolute;
      if (isAbsolute && device !== '') break;
    }
    tail = normalizeSegments(tail, isAbsolute, '\\', isSeparator);
    return isAbsolute ? `${device}\\${tail}` : `${device}${tail}` || '.';
  }

  function join(...paths: unknown[]): string {
    for (const path of paths) checkString(path, 'path');
    const parts = (paths as string[]).filter((path) => path !== '');
    const [first] = parts;
    if (first === undefined) return '.';
    let joined = parts.join('\\');
    // Two separators in front would make a network share of what was none: only the first part may say so.
    const leading = /^[/\\]*/.exec(first)?.[0].length ?? 0;
    if (!(leading === 2 && first.length > 2)) joined = joined.replace(/^[/\\]{2,}/, '\\');
    return normalize(joined);
  }

  return {
    resolve,
    normalize,
    isAbsolute(path: unknown): boolean {
      checkString(path, 'path');
      return isSeparator(path.charAt(0)) || (drive.test(path) && isSeparator(path.charAt(2)));
    },
    join,
    relative(from: unknown, to: unknown): string {
      checkString(from, 'from');
      checkString(to, 'to');
      if (from === to) return '';
      const [source, target] = [resolve(from), resolve(to)];
      if (source === target || source.toLowerCase() === target.toLowerCase()) return '';
      const cut = (path: string) => path.replace(/^\\+|\\+$/g, '').split('\\');
      const [a, b] = [cut(source), cut(target)];
      let same = 0;
      while (same < a.length && same < b.length && a[same]?.toLowerCase() === b[same]?.toLowerCase()) same++;
      if (same === 0 && a[0] !== '' && b[0] !== '') return target;
      return [
        ...a
          .slice(same)
          .filter(Boolean)
          .map(() => '..'),
        ...b.slice(same).filter(Boolean),
      ].join('\\');
    },
    toNamespacedPath(path: unknown): unknown {
      if (typeof path !== 'string' || path === '') return path;
      const resolved = resolve(path);
      if (resolved.length <= 2) return path;
      if (/^\\\\[^?.]/.test(resolved)) return `\\\\?\\UNC\\${resolved.slice(2)}`;
      return /^[A-Za-z]:\\/.test(resolved) ? `\\\\?\\${resolved}` : resolved;
    },
    dirname(path: unknown): string {
      checkString(path, 'path');
      if (path === '') return '.';
      if (path.length === 1) return isSeparator(path) ? path : '.';
      const root = rootOf(path);
      if (root.isUnc && root.end === path.length) return path;
      // The separator behind a share belongs to its root.
      const rootEnd = root.isUnc ? root.end + 1 : root.end;
      let { start } = lastSegment(path, rootEnd, isSeparator);
      if (start <= rootEnd) return rootEnd === 0 ? '.' : path.slice(0, rootEnd);
      start--;
      return path.slice(0, start);
    },
    basename(path: unknown, suffix?: unknown): string {
      if (suffix !== undefined) checkString(suffix, 'suffix');
      checkString(path, 'path');
      return baseName(path, suffix as string | undefined, drive.test(path) ? 2 : 0, isSeparator);
    },
    extname(path: unknown): string {
      checkString(path, 'path');
      const { start, end } = lastSegment(path, drive.test(path) ? 2 : 0, isSeparator);
      const base = end === -1 ? '' : path.slice(start, end);
      return base.slice(extensionStart(base));
    },
    format(parts: unknown): string {
      checkObject(parts, 'pathObject');
      return formatPath(parts as PathObject, '\\');
    },
    parse(path: unknown): Required<PathObject> {
      checkString(path, 'path');
      if (path.length === 1 && isSeparator(path))
        return { root: path, dir: path, base: '', ext: '', name: '' };
      const found = rootOf(path);
      const rootEnd = found.isUnc && found.end < path.length ? found.end + 1 : found.end;
      const root = path.slice(0, rootEnd);
      const { start, end } = lastSegment(path, rootEnd, isSeparator);
      const base = end === -1 ? '' : path.slice(start, end);
      const dir = start > rootEnd ? path.slice(0, start - 1) : root;
      const { name, ext } = splitBase(base, false);
      return { root, dir, base, ext, name };
    },
    sep: '\\',
    delimiter: ';',
  };
}
