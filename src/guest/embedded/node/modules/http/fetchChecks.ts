/** What `fetch` refuses before it asks anybody, in Node's words. */

/** Ports that the web's standard closes to `fetch`, those of other protocols. */
const badPorts = new Set(
  (
    '1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 ' +
    '123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 ' +
    '990 993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080'
  ).split(' '),
);

/** Throws for a request that must not be made. */
export function checkRequest(url: URL, method: string, init: RequestInit): void {
  if (url.username !== '' || url.password !== '') {
    const words = `Request cannot be constructed from a URL that includes credentials: ${url.href}`;
    throw new TypeError(words);
  }
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(method)) throw new TypeError(`'${method}' is not a valid HTTP method.`);
  if (/^(CONNECT|TRACE|TRACK)$/.test(method)) throw new TypeError(`'${method}' HTTP method is unsupported.`);
  const given = init.body ?? null;
  if (given !== null && (method === 'GET' || method === 'HEAD'))
    throw new TypeError('Request with GET/HEAD method cannot have body.');
  const isStream = typeof given === 'object' && given !== null && Symbol.asyncIterator in given;
  if (isStream && !('duplex' in init))
    throw new TypeError('RequestInit: duplex option is required when sending a body.');
}

/** Why nobody can be asked for this address; null where somebody can. */
export function addressFault({ protocol, port }: URL): Error | null {
  if (protocol === 'about:') return new Error('about scheme is not supported');
  if (protocol === 'file:') return new Error('not implemented... yet...');
  if (protocol !== 'http:' && protocol !== 'https:') return new Error('unknown scheme');
  return badPorts.has(port) ? new Error('bad port') : null;
}

/** The answer that a `data:` address is itself; null where it cannot be read. */
export function dataResponse(url: URL): Response | null {
  const [, type = '', encoding, data] =
    /^data:([^,]*?)(;\s*base64)?,(.*)$/is.exec(url.href.replace(/#.*$/s, '')) ?? [];
  if (data === undefined) return null;
  try {
    const text = encoding ? atob(decodeURIComponent(data)) : unescape(data);
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const kind = type === '' || type.startsWith(';') ? `text/plain${type || ';charset=US-ASCII'}` : type;
    return new Response(bytes, { statusText: 'OK', headers: { 'content-type': kind } });
  } catch {
    return null;
  }
}
