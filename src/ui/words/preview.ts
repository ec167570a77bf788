/** A server of the guest, as the guest names it. */
export const serverOf = (port: number) => `localhost:${port}`;
export const previewOf = (port: number) => `Preview of localhost:${port}`;
export const asking = (port: number, path: string) => `Asking localhost:${port}${path} …`;
export const path = 'Path';
export const load = 'Load';
export const runScripts =
  'Run its scripts. The page stays cut off from this page and from your keys, and it loads nothing. A browser cannot keep a page that means harm from sending by WebRTC what it knows of the guest: run only scripts that you trust so far.';
