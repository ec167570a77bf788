/**
 * The response headers, in one place: the server, the dev server and the `_headers` file for static hosts
 * (made at build) all take them from here.
 */

/** Cross-origin isolation, which SharedArrayBuffer and the guest's blocking file system need. */
export const isolationHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** Directives that a <meta> cannot carry are added by `documentCsp`. */
const metaDirectives = [
  "default-src 'none'",
  "script-src 'self'",
  // Styles only: the terminal and the pane library set rules at run time. A style cannot run code.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  // The WebContainer's hidden frame, which is loaded only when a session runs on one, and the addresses below which it
  // gives each server in it an address of its own: a preview of it is framed.
  "frame-src 'self' https://stackblitz.com https://*.webcontainer-api.io",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
];

/** The page: no network but its own origin; provider requests are made by the network worker. */
export const metaCsp = metaDirectives.join('; ');
export const documentCsp = [...metaDirectives, "frame-ancestors 'none'"].join('; ');

/** The framed lesson, and it alone, may stand in another's page; its build holds nothing that knows of keys. */
const embedCsp = [...metaDirectives, 'frame-ancestors *'].join('; ');

/** The network workers alone may reach other origins: those that the user typed a key or an address for. */
export const networkWorkerCsp = "default-src 'none'; script-src 'self'; connect-src https: http:";

/** What asks for guest code, after the page has decided; holds no key, and the page's origin is refused there. */
const guestNetworkWorkerCsp = networkWorkerCsp;

/**
 * Asks whether the WebContainer's host is there, before its frame is made; a host that is none of these is a test's.
 * It reads no answer, so that answers need not allow it: the page's own embedder policy would have them do so.
 */
const reachWorkerHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; connect-src 'self' https://stackblitz.com",
  'Cross-Origin-Embedder-Policy': 'credentialless',
};

/** Every other script, when it is loaded as a worker. */
export const workerCsp = "default-src 'none'; script-src 'self'; connect-src 'self'";

/** An opened guest page would have the page's origin; this takes it away. Its own meta CSP takes the network. */
export const guestCsp = 'sandbox allow-scripts';

/** What only a header can say of the empty documents around those two; the rest is in them as <meta>. */
export const outerCsp = "frame-ancestors 'self'";

/** Framed, they have an opaque origin: to Firefox even the page's own copy then comes from another one. */
const opaqueDocument = {
  'Content-Security-Policy': guestCsp,
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

const everywhere = {
  ...isolationHeaders,
  'X-Content-Type-Options': 'nosniff',
  // StackBlitz answers its frame only to an address that it is told: the origin, never a path.
  'Referrer-Policy': 'strict-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
};

const forever = 'public, max-age=31536000, immutable';
const asked = 'no-cache';

/** In this order; a later rule's header replaces an earlier one's. Patterns as static hosts know them. */
export const headerRules = [
  {
    pattern: '/*',
    headers: { ...everywhere, 'Cache-Control': asked, 'Content-Security-Policy': documentCsp },
  },
  { pattern: '/assets/*', headers: { 'Cache-Control': forever, 'Content-Security-Policy': workerCsp } },
  { pattern: '/assets/network-worker-*', headers: { 'Content-Security-Policy': networkWorkerCsp } },
  {
    pattern: '/assets/guest-network-worker-*',
    headers: { 'Content-Security-Policy': guestNetworkWorkerCsp },
  },
  { pattern: '/assets/mcp-network-worker-*', headers: { 'Content-Security-Policy': networkWorkerCsp } },
  {
    pattern: '/assets/recording-network-worker-*',
    headers: { 'Content-Security-Policy': networkWorkerCsp },
  },
  { pattern: '/assets/reach-worker-*', headers: reachWorkerHeaders },
  {
    pattern: '/embed.html',
    headers: { 'Content-Security-Policy': embedCsp, 'Cross-Origin-Resource-Policy': 'cross-origin' },
  },
  { pattern: '/guest.html', headers: opaqueDocument },
  { pattern: '/preview.html', headers: opaqueDocument },
  // Empty documents with a policy of their own as <meta>, for pages that a service worker serves.
  { pattern: '/guest-outer.html', headers: { 'Content-Security-Policy': outerCsp } },
  { pattern: '/preview-outer.html', headers: { 'Content-Security-Policy': outerCsp } },
];

function matches(pattern, pathname) {
  return pattern.endsWith('*') ? pathname.startsWith(pattern.slice(0, -1)) : pathname === pattern;
}

/** Headers of one response, by the path asked. */
export function headersFor(pathname) {
  return Object.assign(
    {},
    ...headerRules.filter((rule) => matches(rule.pattern, pathname)).map((rule) => rule.headers),
  );
}

/**
 * The `_headers` file that Netlify and Cloudflare Pages read. They send every matching rule's headers, so a
 * header that a later rule replaces is detached first (`! Name`).
 */
export function headersFile() {
  return headerRules
    .map((rule, index) => {
      const earlier = headerRules.slice(0, index);
      const detached = Object.keys(rule.headers).filter((name) =>
        earlier.some((other) => name in other.headers),
      );
      const lines = [
        ...detached.map((name) => `  ! ${name}`),
        ...Object.entries(rule.headers).map(([name, value]) => `  ${name}: ${value}`),
      ];
      return [rule.pattern, ...lines].join('\n');
    })
    .join('\n')
    .concat('\n');
}
