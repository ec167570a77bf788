import { parentOf } from './packageJson.ts';

/** As `import` takes a file of or below the directory, or one elsewhere. */
export function relativeTo(directory: string, path: string): string {
  const from = directory.split('/').filter(Boolean);
  const to = path.split('/').filter(Boolean);
  const shared = from.findIndex((part, at) => to[at] !== part);
  const common = shared === -1 ? from.length : shared;
  const up = '../'.repeat(from.length - common);
  return `${up === '' ? './' : up}${to.slice(common).join('/')}`;
}

/** The `node_modules` directories that a module in `directory` looks into, nearest first. */
export function modulePaths(directory: string): string[] {
  const paths: string[] = [];
  for (let at = directory; ; at = parentOf(at)) {
    if (!at.endsWith('/node_modules')) paths.push(at === '/' ? '/node_modules' : `${at}/node_modules`);
    if (at === '/') return paths;
  }
}

/** Without `.`, `..` and doubled slashes; absolute. */
export function normalize(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

/** As `url.pathToFileURL` of an absolute path. */
export function pathToUrl(path: string): URL {
  const escaped = path.replace(/[%\\\n\r\t?#]/g, (character) => encodeURIComponent(character));
  return new URL(`file://${escaped}`);
}
