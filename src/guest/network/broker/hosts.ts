/**
 * Hosts as the user allows them: `registry.example` means its ports 80 and 443, `registry.example:4873` that
 * port alone. There are no patterns: who allows a host has read its whole name.
 */

/** What a person typed or pasted (a name, a name with port, an address of a page), or null where it is none. */
export function parseHost(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > 300) return null;
  try {
    const url = new URL(/^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`);
    if (url.username !== '' || url.password !== '' || url.hostname === '') return null;
    return hostOf(url);
  } catch {
    return null;
  }
}

/** The host of a URL in the form in which it is allowed. */
export function hostOf(url: URL): string {
  const isUsual = url.port === '' || url.port === '80' || url.port === '443';
  return isUsual ? url.hostname : url.host;
}

/**
 * A name or address that means the user's own machine or network. It is reached like any other where the user
 * has typed it into the settings, but a refused request never offers it: a guest must not be able to talk the
 * user into opening the router with one key press.
 */
export function isLocalHost(hostname: string): boolean {
  // `localhost.` is looked up as `localhost` is.
  const name = hostname.replace(/\.$/, '');
  if (
    name === 'localhost' ||
    /\.(localhost|localdomain|local|internal|intranet|lan|home|home\.arpa)$/.test(name)
  )
    return true;
  const bare = name.replace(/^\[|\]$/g, '');
  if (bare.includes(':')) return !/^[23]/.test(bare);
  const quad = /^(\d+)\.(\d+)\.\d+\.\d+$/.exec(bare);
  // A name without a dot is looked up in the user's own network.
  if (!quad) return !bare.includes('.');
  const [first, second] = [Number(quad[1]), Number(quad[2])];
  return (
    first === 0 ||
    first === 10 ||
    first === 127 ||
    first >= 224 ||
    (first === 100 && second >= 64 && second < 128) ||
    (first === 169 && second === 254) ||
    (first === 172 && second >= 16 && second < 32) ||
    (first === 192 && second === 168)
  );
}
