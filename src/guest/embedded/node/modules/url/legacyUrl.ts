import punycode from 'punycode/punycode.es6.js';
import { checkString, invalidArgType } from '../../nodeErrors/argumentErrors.ts';
import { nodeError } from '../../nodeErrors/nodeError.ts';

/** `url.parse` and `url.format`: URLs as Node read them before there was a standard. */

export type Query = string | Record<string, string | string[]> | null;

interface QueryFunctions {
  readonly parse: (text: string) => Record<string, string | string[]>;
  readonly stringify: (query: object) => string;
}

const slashed = new Set(
  ['http:', 'https:', 'ftp:', 'gopher:', 'file:', 'ws:', 'wss:'].flatMap((name) => [name, name.slice(0, -1)]),
);
const isScript = (protocol: string | null): boolean =>
  protocol === 'javascript:' || protocol === 'javascript';

/** Protocols whose URLs have `//` whether it is written or not. */
export function isSlashed(protocol: string | null | undefined): boolean {
  return slashed.has(protocol ?? '');
}

export function isHostless(protocol: string | null): boolean {
  return isScript(protocol);
}

const endOfHost = '#/?';
const notInHost = '\t\n\r "%\';<>\\^`{|}';
const escapedInPath = '\t\n\r "\'<>\\^`{|}';

function escapePath(text: string): string {
  let escaped = '';
  for (const character of text.split('')) {
    const hex = character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0');
    escaped += escapedInPath.includes(character) ? `%${hex}` : character;
  }
  return escaped;
}

function invalidUrl(input: string): Error {
  return nodeError(TypeError, 'ERR_INVALID_URL', 'Invalid URL', { input });
}

/** Backslashes of the part before query and hash count as slashes. */
function forwardSlashes(text: string): string {
  const query = text.search(/[?#]/);
  return query === -1
    ? text.replaceAll('\\', '/')
    : text.slice(0, query).replaceAll('\\', '/') + text.slice(query);
}

interface HostPlace {
  readonly auth: string | null;
  readonly host: string;
  readonly rest: string;
}

function cutHost(text: string): HostPlace {
  let end = -1;
  let at = -1;
  let nonHost = -1;
  for (let index = 0; index < text.length && end === -1; index++) {
    const character = text.charAt(index);
    if (endOfHost.includes(character)) {
      if (nonHost === -1) nonHost = index;
      end = index;
    } else if (character === '@') {
      at = index;
      nonHost = -1;
    } else if (notInHost.includes(character) && nonHost === -1) nonHost = index;
  }
  const auth = at === -1 ? null : decodeURIComponent(text.slice(0, at));
  const start = at + 1;
  if (nonHost === -1) return { auth, host: text.slice(start), rest: '' };
  return { auth, host: text.slice(start, nonHost), rest: text.slice(nonHost) };
}

export class Url {
  protocol: string | null = null;
  slashes: boolean | null = null;
  auth: string | null = null;
  host: string | null = null;
  port: string | null = null;
  hostname: string | null = null;
  hash: string | null = null;
  search: string | null = null;
  query: Query = null;
  pathname: string | null = null;
  path: string | null = null;
  href: string | null = null;
}

export function parseInto(
  target: Url,
  url: unknown,
  queries: QueryFunctions | null,
  slashesDenoteHost: boolean,
): Url {
  checkString(url, 'url');
  let rest = forwardSlashes(url.replace(/^[\s\ufeff]+|[\s\ufeff]+$/g, ''));
  if (!slashesDenoteHost && !rest.includes('#') && !/^[^?]*@/.test(rest)) {
    const simple = /^(\/\/?(?!\/)[^?\s]*)(\?\S*)?$/.exec(rest);
    if (simple) {
      const [, pathname = '', search] = simple;
      Object.assign(target, { path: rest, href: rest, pathname });
      if (search) {
        target.search = search;
        target.query = queries ? queries.parse(search.slice(1)) : search.slice(1);
      } else if (queries) Object.assign(target, { search: null, query: Object.create(null) });
      return target;
    }
  }
  const [written = ''] = /^[a-z0-9.+-]+:/i.exec(rest) ?? [];
  const protocol = written.toLowerCase();
  if (written) {
    target.protocol = protocol;
    rest = rest.slice(written.length);
  }
  let hasSlashes = false;
  if (slashesDenoteHost || written || /^\/\/[^@/]+@[^@/]+/.test(rest)) {
    hasSlashes = rest.startsWith('//') && !isScript(protocol);
    if (hasSlashes) {
      rest = rest.slice(2);
      target.slashes = true;
    }
  }
  if (!isScript(protocol) && (hasSlashes || (written && !isSlashed(written))))
    rest = readHost(target, rest, url);
  if (!isScript(protocol)) rest = escapePath(rest);
  readPath(target, rest, queries);
  if (isSlashed(protocol) && target.hostname && !target.pathname) target.pathname = '/';
  if (target.pathname || target.search) target.path = (target.pathname ?? '') + (target.search ?? '');
  target.href = formatUrl(target, queries?.stringify);
  return target;
}

/** Fills auth, host, hostname and port; gives what is left for the path. */
function readHost(target: Url, text: string, url: string): string {
  const place = cutHost(text);
  let { rest } = place;
  let { host } = place;
  if (place.auth !== null) target.auth = place.auth;
  const port = /:[0-9]*$/.exec(host)?.[0];
  if (port) {
    if (port !== ':') target.port = port.slice(1);
    host = host.slice(0, host.length - port.length);
  }
  let hostname = host;
  const isIpv6 = hostname.startsWith('[') && hostname.endsWith(']');
  if (!isIpv6) {
    const wrong = hostname.search(/[/\\#?:]/);
    if (wrong !== -1) {
      rest = `/${hostname.slice(wrong)}${rest}`;
      hostname = hostname.slice(0, wrong);
    }
  }
  hostname = hostname.length > 255 ? '' : hostname.toLowerCase();
  if (hostname !== '') {
    if (isIpv6) {
      if (/[\0\t\n\r #%/<>?@\\^|]/.test(hostname)) throw invalidUrl(url);
    } else {
      hostname = /[\u0080-\uffff]/.test(hostname) ? punycode.toASCII(hostname) : hostname;
      if (hostname === '' || /[\0\t\n\r #%/:<>?@[\\\]^|]/.test(hostname)) throw invalidUrl(url);
    }
  }
  target.host = hostname + (target.port ? `:${target.port}` : '');
  target.hostname = isIpv6 ? hostname.slice(1, -1) : hostname;
  if (isIpv6 && !rest.startsWith('/')) rest = `/${rest}`;
  return rest;
}

function readPath(target: Url, text: string, queries: QueryFunctions | null): void {
  const hash = text.indexOf('#');
  const beforeHash = hash === -1 ? text : text.slice(0, hash);
  if (hash !== -1) target.hash = text.slice(hash);
  const question = beforeHash.indexOf('?');
  if (question !== -1) {
    target.search = beforeHash.slice(question);
    const query = target.search.slice(1);
    target.query = queries ? queries.parse(query) : query;
  } else if (queries) Object.assign(target, { search: null, query: Object.create(null) });
  const pathname = question === -1 ? beforeHash : beforeHash.slice(0, question);
  if (pathname !== '') target.pathname = pathname;
}

function authText(auth: string): string {
  return encodeURIComponent(auth)
    .replace(/%3A/gi, ':')
    .replace(/%(21|27|28|29|2A)/g, (code) => decodeURIComponent(code));
}

type Formattable = Partial<Record<keyof Url, unknown>>;

/** `url.format` of an object. */
export function formatUrl(parts: Formattable, stringify?: (query: object) => string): string {
  const text = (name: keyof Url): string => (parts[name] ? String(parts[name]) : '');
  const auth = text('auth') ? `${authText(text('auth'))}@` : '';
  let protocol = text('protocol');
  let host = '';
  if (text('host')) host = auth + text('host');
  else if (text('hostname')) {
    const name = text('hostname');
    host = auth + (name.includes(':') && !/^\[.*\]$/.test(name) ? `[${name}]` : name);
    if (text('port')) host += `:${text('port')}`;
  }
  const { query } = parts;
  const queryText = query !== null && typeof query === 'object' && stringify ? stringify(query) : '';
  let search = text('search') || (queryText ? `?${queryText}` : '');
  if (protocol && !protocol.endsWith(':')) protocol += ':';
  let pathname = text('pathname').replace(/[#?]/g, (character) => (character === '#' ? '%23' : '%3F'));
  if (parts.slashes || isSlashed(protocol)) {
    if (parts.slashes || host) {
      if (pathname && !pathname.startsWith('/')) pathname = `/${pathname}`;
      host = `//${host}`;
    } else if (/^file/.test(protocol)) host = '//';
  }
  search = search.replaceAll('#', '%23');
  let hash = text('hash');
  if (hash && !hash.startsWith('#')) hash = `#${hash}`;
  if (search && !search.startsWith('?')) search = `?${search}`;
  return protocol + host + pathname + search + hash;
}

/** `url.format` of anything. */
export function checkFormattable(value: unknown): asserts value is string | object {
  if (typeof value !== 'string' && (typeof value !== 'object' || value === null)) {
    throw invalidArgType('urlObject', ['object', 'string'], value);
  }
}
