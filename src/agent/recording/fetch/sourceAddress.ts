/** Longest address that is looked at (UTF-16 units). */
const maxAddressUnits = 4_000;

export type SourceAddress =
  | { readonly ok: true; readonly url: string; readonly host: string }
  /** One sentence. */
  | { readonly ok: false; readonly message: string };

/**
 * An address that a recording may be fetched from: https, or http of this machine, without a user name or password. Pure;
 * nothing is asked.
 */
export function sourceAddress(text: string): SourceAddress {
  const refused = (message: string): SourceAddress => ({ ok: false, message });
  if (text.length > maxAddressUnits) return refused('This address is too long to be one of a file.');
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return refused('This is no address: it begins with https://.');
  }
  if (url.username !== '' || url.password !== '') {
    return refused('This address holds a user name or a password. Ask for one without.');
  }
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isHere)) {
    return refused('A recording is fetched over https only.');
  }
  url.hash = '';
  return { ok: true, url: url.href, host: url.host };
}
