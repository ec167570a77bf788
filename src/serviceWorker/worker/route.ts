import type { SiteManifest } from '../site.ts';

/** What a request is answered with. */
export type Route =
  /** Not ours: the browser goes on as if there were no worker. */
  | { readonly kind: 'network' }
  /** A file of this version. */
  | { readonly kind: 'own'; readonly path: string }
  /** A file that only another version has; a tab that is still of that version asks. `hash`: of exactly this content. */
  | { readonly kind: 'other-version'; readonly path: string; readonly hash: string | null }
  /** An address of the site that nobody knows: its start page where the network has no answer. */
  | { readonly kind: 'unknown-page' };

/** A query that is a hash of the content wanted (`guest.html?…`); any other query is the page's own affair. */
const hashQuery = /^\?([\w-]{43})$/;

export interface AskedFor {
  readonly method: string;
  readonly url: string;
  readonly mode: string;
  readonly destination: string;
}

/** `scope`: the site's folder as an absolute URL with its slash. */
export function routeOf(request: AskedFor, scope: string, { files }: SiteManifest): Route {
  const url = new URL(request.url);
  const folder = new URL(scope);
  if (request.method !== 'GET' || url.origin !== folder.origin || !url.pathname.startsWith(folder.pathname)) {
    return { kind: 'network' };
  }
  const path = url.pathname.slice(folder.pathname.length) || 'index.html';
  const listed = Object.hasOwn(files, path) ? files[path] : undefined;
  const hash = hashQuery.exec(url.search)?.[1] ?? null;
  if (listed && (hash === null || hash === listed[0])) return { kind: 'own', path };
  if (listed || path.startsWith('assets/')) return { kind: 'other-version', path, hash };
  const isPage = request.mode === 'navigate' && request.destination === 'document';
  return isPage ? { kind: 'unknown-page' } : { kind: 'network' };
}
