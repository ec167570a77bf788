import {
  type HeaderList,
  longestRequestBytes,
  longestRequestMs,
  type NetworkFailure,
  type NetworkRequest,
  requestMethods,
} from '../messages.ts';
import { hostOf } from './hosts.ts';

const longestUrlUnits = 16 * 1024;
const longestHostUnits = 254;
const mostHeaders = 100;
const longestHeaderUnits = 16 * 1024;

/**
 * Headers that a request of the guest never carries: they would speak for the page or the user (cookies,
 * where the request comes from), or belong to the connection, which is the browser's. `authorization` is not among
 * them: what a guest puts there is the guest's own.
 */
const forbidden =
  /^(cookie2?|set-cookie2?|host|origin|referer|connection|keep-alive|transfer-encoding|content-length|upgrade|te|trailer|via|date|dnt|expect|accept-encoding|access-control-.*|proxy-.*|sec-.*)$/;

export type ParsedRequest =
  | { readonly ok: true; readonly request: NetworkRequest; readonly url: URL; readonly host: string }
  | { readonly ok: false; readonly failure: NetworkFailure };

function refuse(message: string, host = ''): ParsedRequest {
  return { ok: false, failure: { code: 'bad-request', host, message } };
}

/** The customs for a request: `data` is whatever a guest sent. Headers that are never sent are left out without a word. */
export function parseRequest(data: unknown, ownOrigin: string): ParsedRequest {
  if (typeof data !== 'object' || data === null) return refuse('that is no request');
  const { url: text, method, headers, body, timeoutMs } = data as Readonly<Record<string, unknown>>;
  if (typeof text !== 'string' || text.length > longestUrlUnits)
    return refuse('the address is no text or too long');
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return refuse('the address is no URL');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return refuse(`${url.protocol.slice(0, -1)} is not spoken here: only http and https`);
  // No name is longer; the user would have to read it.
  if (url.hostname.length > longestHostUnits) return refuse('the host is no name');
  const host = hostOf(url);
  if (url.username !== '' || url.password !== '') return refuse('a URL with a password is refused', host);
  // `localhost` and 127.0.0.1 are two origins of one server, so the port decides there.
  if (isOwn(url, ownOrigin)) return refuse("the page's own address is never asked for the guest", host);
  const known = requestMethods.find((each) => each === method);
  if (known === undefined) return refuse('the method is not one of those that are sent', host);
  const kept = parseHeaders(headers);
  if (kept === null) return refuse('the headers are none', host);
  if (body !== null && !(body instanceof Uint8Array && body.buffer instanceof ArrayBuffer))
    return refuse('the body is no bytes', host);
  if (body !== null && (known === 'GET' || known === 'HEAD')) return refuse(`${known} carries no body`, host);
  if (body !== null && body.length > longestRequestBytes)
    return refuse(`the body is longer than ${longestRequestBytes} bytes`, host);
  if (typeof timeoutMs !== 'number' || !(timeoutMs > 0)) return refuse('the time limit is none', host);
  url.hash = '';
  const request: NetworkRequest = {
    url: url.href,
    method: known,
    headers: kept,
    // A copy: a view would take its whole buffer along.
    body: body === null ? null : new Uint8Array(body),
    timeoutMs: Math.min(timeoutMs, longestRequestMs),
  };
  return { ok: true, request, url, host };
}

function isOwn(url: URL, ownOrigin: string): boolean {
  const own = URL.canParse(ownOrigin) ? new URL(ownOrigin) : null;
  if (!own || portOf(own) !== portOf(url)) return false;
  // A dot at the end of a name leads to the same server, with another origin.
  const [ownName, name] = [own.hostname, url.hostname].map((each) => each.replace(/\.$/, '')) as [
    string,
    string,
  ];
  return ownName === name || (isLoopback(ownName) && isLoopback(name));
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1\]|\[::\]|\[::ffff:7f.*\])$/.test(
    hostname,
  );
}

function portOf(url: URL): string {
  return url.port || (url.protocol === 'https:' ? '443' : '80');
}

function parseHeaders(value: unknown): HeaderList | null {
  if (!Array.isArray(value) || value.length > mostHeaders) return null;
  const kept: (readonly [string, string])[] = [];
  let units = 0;
  for (const pair of value) {
    if (!Array.isArray(pair)) return null;
    const [name, text]: readonly unknown[] = pair;
    if (typeof name !== 'string' || typeof text !== 'string') return null;
    units += name.length + text.length;
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || /[\0\r\n]/.test(text) || units > longestHeaderUnits)
      return null;
    if ([...text].some((letter) => letter > '\xff')) return null;
    const lower = name.toLowerCase();
    if (!forbidden.test(lower)) kept.push([lower, text]);
  }
  return kept;
}
