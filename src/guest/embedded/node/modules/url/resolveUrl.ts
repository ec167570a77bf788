import { formatUrl, isHostless, isSlashed, Url } from './legacyUrl.ts';

/** `url.resolve` of legacy URLs. */

function pathOf(url: Url): string | null {
  return url.pathname !== null || url.search !== null ? (url.pathname ?? '') + (url.search ?? '') : null;
}

function finish(url: Url): Url {
  url.href = formatUrl(url);
  return url;
}

/** For protocols without slashes the host is the first segment of the path, and may hold the auth. */
function hostFromPath(url: Url, host: string): void {
  url.hostname = url.host = host;
  const at = host.indexOf('@');
  if (at <= 0) return;
  const [auth = '', name = ''] = host.split('@');
  url.auth = auth;
  url.host = url.hostname = name;
}

function takeOther(result: Url, relative: Url): Url {
  if (!isSlashed(relative.protocol)) return finish(Object.assign(result, relative));
  result.protocol = relative.protocol;
  if (!relative.host && !/^file:?$/.test(relative.protocol ?? '') && !isHostless(relative.protocol)) {
    const segments = (relative.pathname ?? '').split('/');
    while (segments.length > 0) {
      relative.host = segments.shift() ?? '';
      if (relative.host) break;
    }
    relative.host ||= '';
    relative.hostname ||= '';
    if (segments[0] !== '') segments.unshift('');
    if (segments.length < 2) segments.unshift('');
    result.pathname = segments.join('/');
  } else result.pathname = relative.pathname;
  const { search, query, auth, port } = relative;
  Object.assign(result, {
    search,
    query,
    host: relative.host || '',
    auth,
    hostname: relative.hostname || relative.host,
    port,
  });
  if (result.pathname || result.search) result.path = (result.pathname ?? '') + (result.search ?? '');
  result.slashes = result.slashes || relative.slashes;
  return finish(result);
}

function withoutDots(segments: string[], keepsUps: boolean): void {
  let ups = 0;
  for (let index = segments.length - 1; index >= 0; index--) {
    const segment = segments[index];
    if (segment === '.') segments.splice(index, 1);
    else if (segment === '..') {
      segments.splice(index, 1);
      ups++;
    } else if (ups > 0) {
      segments.splice(index, 1);
      ups--;
    }
  }
  if (keepsUps) for (; ups > 0; ups--) segments.unshift('..');
}

export function resolveUrls(base: Url, relativeTo: Url): Url {
  const result = Object.assign(new Url(), base);
  const relative = Object.assign(new Url(), relativeTo);
  result.hash = relative.hash;
  if (relative.href === '') return finish(result);
  if (relative.slashes && !relative.protocol) {
    const { protocol } = result;
    Object.assign(result, relative, { protocol });
    if (isSlashed(protocol) && result.hostname && !result.pathname) result.path = result.pathname = '/';
    return finish(result);
  }
  if (relative.protocol && relative.protocol !== result.protocol) return takeOther(result, relative);

  const sourceIsAbsolute = result.pathname?.startsWith('/') ?? false;
  const relativeIsAbsolute = Boolean(relative.host || relative.pathname?.startsWith('/'));
  let mustEndAbsolute = relativeIsAbsolute || sourceIsAbsolute || Boolean(result.host && relative.pathname);
  const removesAllDots = mustEndAbsolute;
  let source = result.pathname?.split('/') ?? [];
  const segments = relative.pathname?.split('/') ?? [];
  const hasNoSlashes = Boolean(result.protocol) && !isSlashed(result.protocol);
  if (hasNoSlashes) {
    const prepend = (list: string[], host: string | null) => {
      if (!host) return;
      if (list[0] === '') list[0] = host;
      else list.unshift(host);
    };
    result.hostname = '';
    result.port = null;
    prepend(source, result.host);
    result.host = '';
    if (relative.protocol) {
      Object.assign(relative, { hostname: null, port: null });
      result.auth = null;
      prepend(segments, relative.host);
      relative.host = null;
    }
    mustEndAbsolute = mustEndAbsolute && (segments[0] === '' || source[0] === '');
  }

  if (relativeIsAbsolute) {
    if (relative.host || relative.host === '') {
      if (result.host !== relative.host) result.auth = null;
      Object.assign(result, { host: relative.host, port: relative.port });
    }
    if (relative.hostname || relative.hostname === '') {
      if (result.hostname !== relative.hostname) result.auth = null;
      result.hostname = relative.hostname;
    }
    Object.assign(result, { search: relative.search, query: relative.query });
    source = segments;
  } else if (segments.length > 0) {
    source = [...source.slice(0, -1), ...segments];
    Object.assign(result, { search: relative.search, query: relative.query });
  } else if (relative.search !== null) {
    if (hasNoSlashes) hostFromPath(result, source.shift() ?? '');
    Object.assign(result, { search: relative.search, query: relative.query });
    result.path = pathOf(result);
    return finish(result);
  }
  if (source.length === 0) {
    Object.assign(result, { pathname: null, path: result.search ? `/${result.search}` : null });
    return finish(result);
  }

  const last = source.at(-1);
  const isDots = last === '.' || last === '..';
  const endsInSlash = (Boolean(result.host || relative.host || source.length > 1) && isDots) || last === '';
  withoutDots(source, !mustEndAbsolute && !removesAllDots);
  if (mustEndAbsolute && source[0] !== '' && !source[0]?.startsWith('/')) source.unshift('');
  if (endsInSlash && !source.join('/').endsWith('/')) source.push('');
  const isAbsolute = source[0] === '' || (source[0]?.startsWith('/') ?? false);
  if (hasNoSlashes) hostFromPath(result, isAbsolute ? '' : (source.shift() ?? ''));
  mustEndAbsolute = mustEndAbsolute || Boolean(result.host && source.length > 0);
  if (mustEndAbsolute && !isAbsolute) source.unshift('');
  result.pathname = source.length > 0 ? source.join('/') : null;
  if (source.length === 0) result.path = null;
  if (result.pathname !== null || result.search !== null) result.path = pathOf(result);
  result.auth = relative.auth || result.auth;
  result.slashes = result.slashes || relative.slashes;
  return finish(result);
}
