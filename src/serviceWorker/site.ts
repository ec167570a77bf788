/** What the build knows of itself, written into the service worker: one version of the site, file by file. */
export interface SiteManifest {
  /** Of all files together; each document of the site carries it in a `<meta name="spillway-build">`. */
  readonly version: string;
  /** Response headers, each set once. */
  readonly headerSets: readonly Readonly<Record<string, string>>[];
  /** By path below the site's folder: SHA-256 (base64url) and which set of headers it is answered with. */
  readonly files: Readonly<Record<string, readonly [hash: string, headerSet: number]>>;
}

/** The name in the folder of the site; hosts must not let it be cached. */
export const serviceWorkerFile = 'service-worker.js';

/** What a page asks of a worker. */
export type PageMessage =
  /** A page of `version` is open: keep every file of the site, and serve this page too where the versions are one. */
  | { readonly type: 'page-open'; readonly version: string }
  /** Become the active worker; the page that says so loads itself anew. */
  | { readonly type: 'take-over' }
  /** To the active worker: another takes over, which the browser lets it only when this one has nothing left to do. */
  | { readonly type: 'step-aside' };

/** Answer to `page-open`, on the port that came with it: which version the worker is of, and whether it is kept whole. */
export type KeptMessage = { readonly type: 'kept'; readonly version: string; readonly complete: boolean };
