/** A base URL as the requests use it, and the origin that a key is bound to. */
export interface BaseUrl {
  /** Without a slash at the end. */
  readonly href: string;
  readonly origin: string;
  /** A server on this machine. */
  readonly isLoopback: boolean;
}

export type BaseUrlResult =
  | { readonly ok: true; readonly url: BaseUrl }
  | { readonly ok: false; readonly message: string };

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\]|.+\.localhost)$/;

/** Parses what a person typed as a base URL; a refusal is one plain sentence. */
export function parseBaseUrl(text: string): BaseUrlResult {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    return { ok: false, message: 'The base URL is not a URL; it looks like https://api.example.com/v1.' };
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return { ok: false, message: 'The base URL must begin with https:// or http://.' };
  }
  // A secret in a URL would be shown, logged and sent as part of the address.
  if (url.username !== '' || url.password !== '') {
    return {
      ok: false,
      message: 'The base URL must not hold a user name or password; put the key in its own field.',
    };
  }
  if (url.search !== '' || url.hash !== '') {
    return { ok: false, message: 'The base URL must end with its path, without ? or #.' };
  }
  const href = url.href.replace(/\/+$/, '');
  return { ok: true, url: { href, origin: url.origin, isLoopback: LOOPBACK.test(url.hostname) } };
}
