/**
 * The response headers, in one place: the server, the dev server and the static host's `_headers` file
 * all take them from here.
 */

/** Cross-origin isolation, which SharedArrayBuffer and the guest's blocking file system need. */
export const isolationHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};
