import type { NodeSystem } from '../../system.ts';
import { fileURLToPath, makePathToFileURL, urlToHttpOptions } from './fileUrls.ts';
import { checkFormattable, formatUrl, parseInto, Url } from './legacyUrl.ts';
import { resolveUrls } from './resolveUrl.ts';
import { createWebUrl } from './webUrl.ts';

interface FormatOptions {
  readonly auth?: boolean;
  readonly fragment?: boolean;
  readonly search?: boolean;
  readonly unicode?: boolean;
}

export function createUrl(system: NodeSystem): object {
  const queries = () =>
    system.builtin<{ parse: (text: string) => Record<string, string>; stringify: (query: object) => string }>(
      'querystring',
    );
  const punycode = () => system.builtin<{ toUnicode: (domain: string) => string }>('punycode');
  const path = () => system.builtin<typeof import('node:path')>('path');
  const WebURL = createWebUrl(globalThis.URL, globalThis.URLSearchParams);

  function parse(url: unknown, parsesQuery = false, slashesDenoteHost = false): Url {
    if (url instanceof Url) return url;
    return parseInto(new Url(), url, parsesQuery ? queries() : null, slashesDenoteHost);
  }

  function format(given: unknown, options?: FormatOptions): string {
    checkFormattable(given);
    if (typeof given === 'string') return formatUrl(parse(given), queries().stringify);
    if (!(given instanceof globalThis.URL || given instanceof WebURL))
      return formatUrl(given, queries().stringify);
    const url = new WebURL(given.href);
    const { auth = true, fragment = true, search = true, unicode = false } = options ?? {};
    if (!fragment) url.hash = '';
    if (!search) url.search = '';
    if (!auth) url.username = url.password = '';
    const text = url.href;
    return unicode && url.hostname ? text.replace(url.hostname, punycode().toUnicode(url.hostname)) : text;
  }

  function resolveObject(source: unknown, relative: unknown): Url | unknown {
    if (!source) return relative;
    return resolveUrls(parse(source, false, true), parse(relative, false, true));
  }

  Object.assign(Url.prototype, {
    parse(this: Url, url: unknown, parsesQuery = false, slashesDenoteHost = false) {
      return parseInto(this, url, parsesQuery ? queries() : null, slashesDenoteHost);
    },
    format(this: Url) {
      return formatUrl(this, queries().stringify);
    },
    resolve(this: Url, relative: unknown) {
      return resolveUrls(this, parse(relative, false, true)).href;
    },
    resolveObject(this: Url, relative: unknown) {
      return resolveUrls(this, parse(relative, false, true));
    },
  });
  for (const name of ['parse', 'format', 'resolve', 'resolveObject']) {
    Object.defineProperty(Url.prototype, name, { enumerable: false });
  }

  return {
    Url,
    parse,
    resolve: (source: unknown, relative: unknown) =>
      resolveUrls(parse(source, false, true), parse(relative, false, true)).href,
    resolveObject,
    format,
    URL: WebURL,
    URLSearchParams: globalThis.URLSearchParams,
    domainToASCII: (domain: unknown) => hostOf(String(domain)),
    domainToUnicode: (domain: unknown) => punycode().toUnicode(hostOf(String(domain))),
    pathToFileURL: makePathToFileURL((given) => path().resolve(given)),
    fileURLToPath,
    urlToHttpOptions,
  };
}

/** The name as a URL has it; empty where it is none. */
function hostOf(domain: string): string {
  try {
    return new globalThis.URL(`ws://${domain}`).hostname;
  } catch {
    return '';
  }
}
