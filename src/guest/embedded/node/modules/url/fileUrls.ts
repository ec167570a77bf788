import { checkString, invalidArgType } from '../../nodeErrors/argumentErrors.ts';
import { nodeError } from '../../nodeErrors/nodeError.ts';

function isUrl(value: unknown): value is URL {
  const url = value as { href?: unknown; protocol?: unknown; auth?: unknown; path?: unknown } | null;
  return Boolean(url?.href && url.protocol && url.auth === undefined && url.path === undefined);
}

/** The path of a `file:` URL, on a POSIX system. */
export function fileURLToPath(source: unknown): string {
  const url = typeof source === 'string' ? new URL(source) : source;
  if (!isUrl(url)) throw invalidArgType('path', ['string', 'URL'], source);
  if (url.protocol !== 'file:') {
    throw nodeError(TypeError, 'ERR_INVALID_URL_SCHEME', 'The URL must be of scheme file');
  }
  if (url.hostname !== '') {
    const message = 'File URL host must be "localhost" or empty on linux';
    throw nodeError(TypeError, 'ERR_INVALID_FILE_URL_HOST', message);
  }
  if (/%2f/i.test(url.pathname)) {
    const message = 'File URL path must not include encoded / characters';
    throw nodeError(TypeError, 'ERR_INVALID_FILE_URL_PATH', message);
  }
  return decodeURIComponent(url.pathname);
}

const escaped: Readonly<Record<string, string>> = {
  '%': '%25',
  '\\': '%5C',
  '\n': '%0A',
  '\r': '%0D',
  '\t': '%09',
  '?': '%3F',
  '#': '%23',
  '~': '%7E',
  ' ': '%20',
};

/** `resolve` makes the path absolute; a slash at its end is kept. */
export function makePathToFileURL(resolve: (path: string) => string): (path: unknown) => URL {
  return function pathToFileURL(path) {
    checkString(path, 'path');
    let resolved = resolve(path);
    if (path.endsWith('/') && !resolved.endsWith('/')) resolved += '/';
    return new URL(`file://${resolved.replace(/[%\\\n\r\t?#~ ]/g, (character) => escaped[character] ?? '')}`);
  };
}

/** The options of `http.request` for a URL. */
export function urlToHttpOptions(url: unknown): Record<string, unknown> {
  const { hostname, protocol, hash, search, pathname, href, port, username, password } = url as URL;
  const options: Record<string, unknown> = Object.assign(Object.create(null), url, {
    protocol,
    hostname: hostname?.startsWith('[') ? hostname.slice(1, -1) : hostname,
    hash,
    search,
    pathname,
    path: `${pathname || ''}${search || ''}`,
    href,
  });
  if (port !== '') options.port = Number(port);
  if (username || password) options.auth = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return options;
}
